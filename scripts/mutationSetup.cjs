/** For jest, in mutation runs: a failure of a property says enough, no smaller one is looked for; and a part can say how often a property is tried. */
/* global jest */
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true });

const numRuns = Number(process.env.MUTATION_RUNS ?? '');
if (numRuns > 0) {
	// Also where a test says how often.
	const fewer = { ...fc, assert: (property, parameters) => fc.assert(property, { ...parameters, numRuns }) };
	jest.mock('fast-check', () => ({ __esModule: true, ...fewer, default: fewer }));
}
