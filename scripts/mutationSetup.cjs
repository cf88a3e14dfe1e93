/** For jest, in mutation testing: any failure of a property is enough, so no smaller one is searched for; and a part can set how often properties are tried. */
/* global jest */
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true });

const numRuns = Number(process.env.MUTATION_RUNS ?? '');
if (numRuns > 0) {
	// Even if a test sets its own number.
	const fewer = { ...fc, assert: (property, parameters) => fc.assert(property, { ...parameters, numRuns }) };
	jest.mock('fast-check', () => ({ __esModule: true, ...fewer, default: fewer }));
}
