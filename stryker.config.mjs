/**
 * Mutation testing of one file; `npm run test:mutation` (tools/mutation/run.mjs) sets which,
 * and its tests.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const jest = createRequire(import.meta.url)('./jest.config.js');
const { MUTATION_FILE: file, MUTATION_REPORT: name } = process.env;
const tests = JSON.parse(process.env.MUTATION_TESTS);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: [file],
	testRunner: 'jest',
	jest: {
		config: {
			...jest,
			testMatch: tests.map((test) => `<rootDir>/${test}`),
			maxWorkers: 1,
			testSequencer: '<rootDir>/tools/mutation/sequence.cjs',
			testEnvironment: fileURLToPath(new URL('tools/mutation/environment.cjs', import.meta.url)),
			setupFiles: [...jest.setupFiles, '<rootDir>/tools/mutation/setup.cjs'],
		},
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
	// A change that never ends counts as noticed; one that is only slow on a busy machine must not.
	timeoutMS: Number(process.env.MUTATION_TIMEOUT ?? 30_000),
	ignorePatterns: [
		'/tools/demo',
		'/tools/release/node_modules',
		'/tools/database/node_modules',
		'/dist',
		'/build',
		'/coverage',
		'/reports',
		'/docs/pictures',
		'/workflows',
	],
	tempDirName: `reports/.stryker/${name}`,
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { reportTests: false, allowColor: false },
	jsonReporter: { fileName: `reports/mutation/${name}.json` },
	// The results are kept for --again.
	incremental: true,
	incrementalFile: `reports/mutation/${name}.kept.json`,
	force: !process.env.MUTATION_AGAIN,
	allowEmpty: false,
};
