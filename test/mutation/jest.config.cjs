/** Jest for a mutation: as usual, except for how sources are compiled. */
const usual = require('../../jest.config.js');

const [[pattern, [, options]]] = Object.entries(usual.transform);

module.exports = {
	...usual,
	rootDir: require('node:path').join(__dirname, '../..'),
	transform: { [pattern]: ['<rootDir>/test/mutation/transform.cjs', options] },
	coverageThreshold: undefined,
	globalTeardown: undefined,
};
