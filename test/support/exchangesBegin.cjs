/** Before all tests: where the files count the exchanges that they judged. */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
	process.env.EXCHANGES_FILE ??= join(mkdtempSync(join(tmpdir(), 'exchanges-')), 'judged.jsonl');
};
