/** After all tests: how many exchanges were judged by both descriptions of the platform, of how many operations. */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

module.exports = () => {
	const file = process.env.EXCHANGES_FILE;
	if (!file || !existsSync(file)) return;
	const files = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
	const all = (name) => new Set(files.flatMap((each) => each[name]));
	const pairs = files.reduce((sum, each) => sum + each.pairs, 0);
	const reasons = JSON.parse(readFileSync(join(__dirname, '../../docs/exchange-differences.json'), 'utf8'));
	console.log(
		`\nExchanges judged by both descriptions: ${pairs} of ${all('operations').size} operations, ${all('reasons').size} of ${reasons.length} reasons met, ${all('unexplained').size} findings without a reason`,
	);
};
