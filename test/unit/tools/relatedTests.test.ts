/** Which tests `npm run check` tries for a changed file. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** The tests that belong to each of these files. */
function testsNear(files: string[]): string[][] {
	const script = `import { testsNear } from './tools/ci/relatedTests.mjs'; console.log(JSON.stringify(${JSON.stringify(files)}.map((file) => testsNear([file]))))`;
	const written = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
		cwd: root,
		encoding: 'utf8',
	});
	return JSON.parse(written) as string[][];
}

const ALWAYS = [
	'test/unit/areas/registered.test.ts',
	'test/unit/declare/origin.test.ts',
	'test/unit/project/docs.test.ts',
];

const CASES: Array<[string, string, string[]]> = [
	[
		'of an area: the tests of its folder',
		'nodes/TalendCloudScim/resources/user.ts',
		['test/conformance/scim/scim.test.ts', 'test/conformance/scim/providers.test.ts'],
	],
	[
		'of the emulator: the tests of its area, and of the emulator',
		'emulator/areas/scim/user.ts',
		['test/conformance/scim/scim.test.ts', 'test/unit/emulator/emulatorData.test.ts'],
	],
	[
		'of the shared code: the unit tests of its folder, and of the folder above',
		'nodes/shared/transport/failure/fate.ts',
		[
			'test/unit/transport/limitAndRetry.test.ts',
			'test/unit/transport/failure/failureError.test.ts',
		],
	],
	[
		'of a trigger: what is promised of triggers',
		'nodes/TalendCloudEnginesTrigger/engines.ts',
		['test/triggers/promise.test.ts', 'test/triggers/engines.test.ts'],
	],
	[
		'that few tests import: all of these tests',
		'test/unit/trigger/reading/readPartsStage.ts',
		['test/unit/trigger/reading/readParts.test.ts'],
	],
	[
		'that is a test: the test',
		'test/conformance/campaigns/blanks.test.ts',
		['test/conformance/campaigns/blanks.test.ts'],
	],
	[
		'that tests read without importing it: the tests of the repository',
		'docs/guide/triggers.md',
		['test/unit/project/examples.test.ts'],
	],
];

let near: Map<string, string[]>;
beforeAll(() => {
	const files = CASES.map(([, file]) => file);
	const found = testsNear(files);
	near = new Map(files.map((file, index) => [file, found[index]!]));
});

test.each(CASES)('`npm run check` tries for a file %s', (_which, file, wanted) => {
	const tests = near.get(file)!;
	expect(tests).toEqual(expect.arrayContaining([...wanted, ...ALWAYS]));
	expect(tests.length).toBeLessThan(70);
	expect(new Set(tests).size).toBe(tests.length);
	// Campaigns try all operations: only a change of a campaign itself needs it.
	expect(tests.filter((path) => path.includes('/campaigns/') && path !== file)).toEqual([]);
});
