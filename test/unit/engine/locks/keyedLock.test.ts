/** Keyed locks: who waits for whom, and that nothing is kept of a key that nobody has locked. */
import { KeyedLock, type LockMode } from '../../../../nodes/shared/engine/locks/keyedLock';

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Asks for the locks of one key, one after the other; those that are held are written down. */
function locksOf(keyedLock: KeyedLock, modes: Record<string, LockMode>) {
	const held: string[] = [];
	const release: Record<string, () => void> = {};
	for (const [name, mode] of Object.entries(modes)) {
		const lock = keyedLock.acquire('a key', mode);
		release[name] = lock.release;
		void Promise.resolve(lock.ready).then(() => held.push(name));
	}
	return { held, release };
}

describe('an exclusive lock between shared ones', () => {
	/** The locks, and a way to release one and see which ones are held then. */
	const locksAround = async () => {
		const { held, release } = locksOf(new KeyedLock(), {
			one: 'shared',
			two: 'shared',
			alone: 'exclusive',
			three: 'shared',
			four: 'shared',
		});
		await settled();
		const heldAfter = async (released: string) => {
			release[released]!();
			await settled();
			return [...held];
		};
		return { held, heldAfter };
	};

	test('an exclusive lock waits for all earlier locks', async () => {
		const { held, heldAfter } = await locksAround();
		expect(held).toEqual(['one', 'two']);
		expect(await heldAfter('two')).toEqual(['one', 'two']);
		expect(await heldAfter('one')).toEqual(['one', 'two', 'alone']);
	});

	test('all locks after an exclusive one wait for it', async () => {
		const { heldAfter } = await locksAround();
		await heldAfter('two');
		expect(await heldAfter('one')).toEqual(['one', 'two', 'alone']);
		expect(await heldAfter('alone')).toEqual(['one', 'two', 'alone', 'three', 'four']);
	});
});

test('a lock that is released before it was held lets no other pass earlier ones', async () => {
	const { held, release } = locksOf(new KeyedLock(), {
		one: 'exclusive',
		two: 'exclusive',
		three: 'exclusive',
	});
	release.two!();
	await settled();
	expect(held).toEqual(['one']);
	release.one!();
	await settled();
	expect(held).toEqual(['one', 'two', 'three']);
});

test('locks of different keys do not wait for each other', () => {
	const keyedLock = new KeyedLock();
	expect([
		keyedLock.acquire('a').ready,
		keyedLock.acquire('b').ready,
		keyedLock.acquire('c', 'shared').ready,
	]).toEqual([undefined, undefined, undefined]);
});

test('a key is forgotten when all of its locks are released', async () => {
	const keyedLock = new KeyedLock();
	const { release } = locksOf(keyedLock, { one: 'exclusive', two: 'shared' });
	release.two!();
	await settled();
	expect(keyedLock.size).toBe(1);
	release.one!();
	await settled();
	expect(keyedLock.size).toBe(0);
});
