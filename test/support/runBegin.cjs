/**
 * Before all tests: n8n's packages as one file each; one folder for what the test files write,
 * n8n's settings and the count of the exchanges that were judged; which tests were chosen by their
 * titles (`-t`), if only some are to run; and the seed of random numbers (random.ts).
 */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const { bundleN8n } = require('./n8nBundles.cjs');

module.exports = async ({ testNamePattern }) => {
	process.env.TEST_NAME_PATTERN = testNamePattern ?? '';
	process.env.TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 32));
	process.env.TEST_RUN_FOLDER = mkdtempSync(join(tmpdir(), 'talend-cloud-tests-'));
	process.env.EXCHANGES_FILE ??= join(process.env.TEST_RUN_FOLDER, 'exchanges.jsonl');
	await bundleN8n();
};
