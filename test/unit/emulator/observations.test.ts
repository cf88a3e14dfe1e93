/** The page has what others have seen, as it is declared. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { OBSERVATIONS, seenIn, type Observation } from '../../../emulator/dialects';

test('docs/platform/interface.md tells each observation, in the order of their numbers', () => {
	const page = readFileSync(join(__dirname, '../../../docs/platform/interface.md'), 'utf8');
	const rows = page.slice(page.indexOf('## What others have seen')).split('\n\n').find((block) => block.startsWith('| no. |'))!.split('\n').slice(2);
	const told = Object.values<Observation>(OBSERVATIONS).map(({ number, says, confidence, seenBy, seen }) => `| ${number} | ${says} | ${confidence} | ${seenBy}${seen === undefined ? '' : `, ${seen}`} |`);
	expect(rows).toEqual(told);
});

test('all of them apply in the dialect field, and in the others those that contradict no description', () => {
	expect(Object.values(seenIn('field'))).not.toContain(false);
	for (const dialect of ['documents', 'vendor'] as const)
		expect(seenIn(dialect)).toEqual(Object.fromEntries(Object.entries<Observation>(OBSERVATIONS).map(([name, { always }]) => [name, always === true])));
});
