/**
 * Which tests try a file in mutation testing, and the figures of the files in
 * docs/project/measurements.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

function testsOf(file: string): string[] {
	const script = `import { testsOf } from './tools/mutation/testsOf.mjs'; console.log(JSON.stringify(testsOf('${file}')))`;
	const written = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
		cwd: root,
		encoding: 'utf8',
	});
	return JSON.parse(written) as string[];
}

test.each([
	{
		which: 'those named after it',
		file: 'nodes/records/executions/outcome.ts',
		tests: ['test/unit/records/executions/outcome.test.ts'],
	},
	{
		which: 'those of its folder if none is named after it',
		file: 'nodes/shared/declare/field/inputs.ts',
		tests: expect.arrayContaining([
			'test/unit/declare/kinds/choice.test.ts',
			'test/unit/declare/kinds/pairs.test.ts',
		]),
	},
])(
	'a file is tested by the unit tests that reach it: $which',
	({ file, tests }) => {
		expect(testsOf(file)).toEqual(tests);
	},
	60_000,
);

test('the figures concern files that exist', () => {
	const page = readFileSync(join(root, 'docs/project/measurements.md'), 'utf8');
	const files = [...page.matchAll(/^\| `(\S+\.ts)` \| \d+ \|/gm)].map(([, file]) => file!);
	expect(files.length).toBeGreaterThan(50);
	expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
