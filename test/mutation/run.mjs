/**
 * `npm run facts:mutate`: breaks facts of the interface documents one after the other, each by a small
 * change of what the emulator and a node send each other (breaking/), and checks whether the test that
 * is named for the fact turns red. Words on the command line choose among the facts. What the engine and
 * the triggers promise is in the titles of their tests; Stryker tries those (`npm run test:mutation`).
 */
import { breakFacts, changes } from './breaking/run.mjs';

const words = process.argv.slice(2);
const chosen = changes.filter(({ fact }) => words.every((word) => fact.includes(word)));
let noticed = 0;
for (const { fact, change, why } of breakFacts(chosen)) {
	if (why === undefined) noticed++;
	console.log(`${why === undefined ? 'noticed ' : 'SURVIVED'} ${fact.slice(0, 110)}`);
	if (why !== undefined) console.log(`         ${JSON.stringify(change)}: ${why}`);
}
console.log(`${noticed} of ${chosen.length} changes were noticed`);
process.exit(noticed === chosen.length && chosen.length > 0 ? 0 : 1);
