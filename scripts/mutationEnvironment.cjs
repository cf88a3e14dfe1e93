/**
 * For jest, in mutation runs: the first test that fails says all, so those behind it are left out. Stryker lets jest
 * run every test of a changed place, with each property shrunk to its smallest failure.
 */
const { TestEnvironment } = require('jest-environment-node');

/** The change of which a test has failed. It outlives a test file: all of them run in one process. */
let noticed;
const change = () => process.env.__STRYKER_ACTIVE_MUTANT__;

module.exports = class extends TestEnvironment {
	async handleTestEvent(event) {
		if (change() === undefined) return;
		if (event.name === 'test_start' && noticed === change()) event.test.mode = 'skip';
		if (event.name === 'test_done' && event.test.errors.length > 0) noticed = change();
	}
};
