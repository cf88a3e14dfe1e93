/**
 * `shared` locks of a key are held at the same time, as by readers; an `exclusive` one is held
 * alone, as by a writer.
 */
export type LockMode = 'exclusive' | 'shared';

/** A lock that was asked for; it is held, or waited for, until it is released. */
export interface Lock {
	/** Resolves when the lock is held; absent if it already is. */
	ready?: Promise<void>;
	release: () => void;
}

interface KeyState {
	allReleased: Promise<void>;
	exclusiveReleased?: Promise<void>;
}

/** Gives out the locks of each key in the order in which they were asked for. */
export class KeyedLock {
	private readonly keys = new Map<string, KeyState>();

	/** How many keys have locks that are held or waited for. */
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
