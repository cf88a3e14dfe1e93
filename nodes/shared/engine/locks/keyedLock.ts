/** Locks by key: whoever asks first, works first. */

/**
 * Several can hold a `shared` lock of a key at the same time, like readers. An `exclusive` lock is
 * held alone, like a writer's.
 */
export type LockMode = 'exclusive' | 'shared';

/** A lock that was requested. Others have to wait until it is released. */
export interface Lock {
	/** Resolves when the lock is held; absent if it is held at once. */
	ready?: Promise<void>;
	release: () => void;
}

interface KeyState {
	allReleased: Promise<void>;
	exclusiveReleased?: Promise<void>;
}

/** Grants the locks of each key in the order in which they were requested. */
export class KeyedLock {
	private readonly keys = new Map<string, KeyState>();

	/** How many keys have locks that were requested and not released yet. */
	get size(): number {
		return this.keys.size;
	}

	acquire(key: string, mode: LockMode = 'exclusive'): Lock {
		const { allReleased: othersReleased, exclusiveReleased } = this.keys.get(key) ?? {};
		const isExclusive = mode === 'exclusive';
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		const allReleased = othersReleased ? othersReleased.then(() => released) : released;
		this.keys.set(key, {
			allReleased,
			exclusiveReleased: isExclusive ? allReleased : exclusiveReleased,
		});
		void allReleased.then(() => {
			const isLast = this.keys.get(key)?.allReleased === allReleased;
			if (isLast) this.keys.delete(key);
		});
		return { ready: isExclusive ? othersReleased : exclusiveReleased, release };
	}
}
