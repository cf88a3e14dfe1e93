/**
 * After all tests: prints how many exchanges were judged by both descriptions of the platform, and
 * of how many operations; and the seed that repeats the random numbers of this run (random.ts).
 */
const { existsSync, readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');

function report(file) {
	if (!file || !existsSync(file)) return;
	const files = readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	const all = (name) => new Set(files.flatMap((each) => each[name]));
	const pairs = files.reduce((sum, each) => sum + each.pairs, 0);
	const reasons = JSON.parse(
		readFileSync(join(__dirname, '../../docs/platform/exchange-differences.json'), 'utf8'),
	);
	console.log(
		`\nExchanges judged by both descriptions: ${pairs} of ${all('operations').size} operations, ${all('reasons').size} of ${reasons.length} reasons met, ${all('unexplained').size} findings without a reason`,
	);
}

module.exports = () => {
	report(process.env.EXCHANGES_FILE);
	console.log(`Random numbers of this run: TEST_SEED=${process.env.TEST_SEED}`);
	rmSync(process.env.TEST_RUN_FOLDER, { recursive: true, force: true });
	// Another run in this process begins with a file of its own.
	if (process.env.EXCHANGES_FILE?.startsWith(process.env.TEST_RUN_FOLDER))
		delete process.env.EXCHANGES_FILE;
};
