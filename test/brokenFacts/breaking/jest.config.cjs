/** Jest for the blocks of breaking.blocks.ts. */
const usual = require('../../../jest.config.js');

module.exports = {
	...usual,
	rootDir: require('node:path').join(__dirname, '../../..'),
	testEnvironment: '<rootDir>/test/brokenFacts/breaking/environment.cjs',
	testMatch: ['<rootDir>/test/brokenFacts/breaking/breaking.blocks.ts'],
	coverageThreshold: undefined,
	globalTeardown: undefined,
	testTimeout: Number(process.env.BREAKING_PATIENCE ?? 20_000),
};
