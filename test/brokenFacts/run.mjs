/**
 * `npm run test:facts`: breaks facts of the interface documents one after the other, each by a
 * small change of what the emulator and a node send each other (breaking/), and checks whether a
 * test that is tagged with the fact fails. Words on the command line choose among the facts:
 * `-- A.17`, or words of their text. The code of the nodes is broken by `npm run test:mutation`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { breakFacts, changes } from './breaking/run.mjs';

const words = process.argv.slice(2);
const facts = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../platform/data/interface/facts.json'), 'utf8'),
);
const textOf = new Map(facts.map(({ id, fact }) => [id, `${id} ${fact}`]));
const chosen = changes.filter(({ fact }) =>
	words.every((word) => fact === word || textOf.get(fact).includes(word)),
);
let noticed = 0;
for (const { fact, change, why } of breakFacts(chosen)) {
	if (why === undefined) noticed++;
	console.log(`${why === undefined ? 'noticed ' : 'SURVIVED'} ${textOf.get(fact).slice(0, 110)}`);
	if (why !== undefined) console.log(`         ${JSON.stringify(change)}: ${why}`);
}
console.log(`${noticed} of ${chosen.length} changes were noticed`);
process.exit(noticed === chosen.length && chosen.length > 0 ? 0 : 1);
