/** Lines: who waits for whom, and that nothing is kept of a line in which nobody is. */
import { type Lines, takePlace } from '../../../../nodes/shared/engine/locks/lines';

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Places that are taken one after the other; those whose turn has come are written down. */
function placesIn(lines: Lines, names: Record<string, boolean>) {
	const turns: string[] = [];
	const leave: Record<string, () => void> = {};
	for (const [name, isAlone] of Object.entries(names)) {
		const place = takePlace(lines, 'a line', isAlone);
		leave[name] = place.leave;
		void Promise.resolve(place.turn).then(() => turns.push(name));
	}
	return { turns, leave };
}

test('a member that must be alone waits for all before, and all after wait for it', async () => {
	const { turns, leave } = placesIn(new Map(), {
		one: false,
		two: false,
		alone: true,
		three: false,
		four: false,
	});
	await settled();
	expect(turns).toEqual(['one', 'two']);
	leave.two!();
	await settled();
	expect(turns).toEqual(['one', 'two']);
	leave.one!();
	await settled();
	expect(turns).toEqual(['one', 'two', 'alone']);
	leave.alone!();
	await settled();
	expect(turns).toEqual(['one', 'two', 'alone', 'three', 'four']);
});

test('a member that leaves before its turn lets nobody pass those before it', async () => {
	const { turns, leave } = placesIn(new Map(), { one: true, two: true, three: true });
	leave.two!();
	await settled();
	expect(turns).toEqual(['one']);
	leave.one!();
	await settled();
	expect(turns).toEqual(['one', 'two', 'three']);
});

test('lines do not wait for each other', () => {
	const lines: Lines = new Map();
	expect([
		takePlace(lines, 'a').turn,
		takePlace(lines, 'b').turn,
		takePlace(lines, 'c', false).turn,
	]).toEqual([undefined, undefined, undefined]);
});

test('a line is forgotten when all have left', async () => {
	const lines: Lines = new Map();
	const { leave } = placesIn(lines, { one: true, two: false });
	leave.two!();
	await settled();
	expect(lines.size).toBe(1);
	leave.one!();
	await settled();
	expect(lines.size).toBe(0);
});
