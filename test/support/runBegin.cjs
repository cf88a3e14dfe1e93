/**
 * Before all tests: one folder for what the test files write, n8n's settings and the count of the
 * exchanges that were judged.
 */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
	process.env.TEST_RUN_FOLDER = mkdtempSync(join(tmpdir(), 'talend-cloud-tests-'));
	process.env.EXCHANGES_FILE ??= join(process.env.TEST_RUN_FOLDER, 'exchanges.jsonl');
};
