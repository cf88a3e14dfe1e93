/** Many reasons in one message: the first ones, and how many others there are. */
import { firstSentences, resultsInWords } from '../../../nodes/shared/flows/resultsInWords';

const sentences = (count: number) => Array.from({ length: count }, (_, index) => `No ${index}.`);

test.each([
	[0, ''],
	[2, 'No 0. No 1.'],
	[3, "No 0. No 1. And 1 more: see the details of this node's output."],
	[5, "No 0. No 1. And 3 more: see the details of this node's output."],
])('a message that shows two of %i sentences says how many others there are', (count, words) => {
	expect(firstSentences(sentences(count), 2)).toBe(words);
});

test('a message about many changes has the first five of the reasons of its error', () => {
	const reasons = Array.from({ length: 6 }, (_, index) => `Reason ${index}`);
	const changes = [{ name: 'a', result: 'updated' }, ...reasons.map(() => ({ result: 'failed' }))];
	const [values, allReasons] = resultsInWords(changes, reasons, 'updated', 'name');
	expect(values).toEqual({
		count: 6,
		total: 7,
		reasons:
			"Reason 0. Reason 1. Reason 2. Reason 3. Reason 4. And 1 more: see the details of this node's output.",
		done: 'Done: a. ',
	});
	expect(allReasons).toEqual(reasons);
});
