const { bundledModules } = require('./test/support/n8nBundles.cjs');

/** @type {import('jest').Config} */
const config = {
	testEnvironment: '<rootDir>/test/support/environment.cjs',
	testMatch: ['<rootDir>/test/{unit,conformance,triggers}/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/tools/demo/',
		'<rootDir>/tools/release/',
		'<rootDir>/tools/database/',
		'<rootDir>/reports/',
		'<rootDir>/dist/',
		'<rootDir>/build/',
	],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	moduleNameMapper: {
		...bundledModules,
		// n8n's pauses follow the clock that the tests advance.
		'^@n8n/utils/sleep$': '<rootDir>/test/support/n8nSleep.ts',
	},
	globalSetup: '<rootDir>/test/support/runBegin.cjs',
	globalTeardown: '<rootDir>/test/support/runEnd.cjs',
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageProvider: 'babel',
	coverageThreshold: { global: { lines: 90, branches: 85 } },
	maxWorkers: 2,
	// No test asserts a time: this only ends what hangs. On a busy machine tests were seen to take
	// ten times as long as alone.
	testTimeout: 600_000,
	workerIdleMemoryLimit: '1500MB',
	// To free a GB takes seconds on a busy machine, which jest would report as a leak after half a
	// second. What never ends is still reported.
	workerGracefulExitTimeout: 10_000,
};

module.exports = config;
