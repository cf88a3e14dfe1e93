/**
 * For jest, in mutation testing: the first failing test is enough, so the tests after it are
 * skipped. Otherwise Stryker would let jest run every test of a changed place, and fast-check would
 * search for the smallest failure of each property.
 */
const { TestEnvironment } = require('jest-environment-node');

/**
 * The change for which a test has failed. It is kept across test files, which all run in one
 * process.
 */
let noticed;
const change = () => process.env.__STRYKER_ACTIVE_MUTANT__;

module.exports = class extends TestEnvironment {
	async handleTestEvent(event) {
		if (change() === undefined) return;
		if (event.name === 'test_start' && noticed === change()) event.test.mode = 'skip';
		if (event.name === 'test_done' && event.test.errors.length > 0) noticed = change();
	}
};
