/**
 * The files around the code keep their form: the changelog, the workflows on GitHub, the issue
 * forms.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { REGIONS } from '../../../credentials/values/regions';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const workflows = readdirSync(join(root, '.github/workflows')).map(
	(name) => [name, read(`.github/workflows/${name}`)] as const,
);

/** What of a changelog is not in the form of Keep a Changelog 1.1.0. */
function changelogFindings(text: string): string[] {
	const versions = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
	const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading!);
	return [
		...versions
			.filter((heading) => !/^\[Unreleased\]$|^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(heading))
			.map((heading) => `${heading}: neither [Unreleased] nor a version with its date`),
		...kinds
			.filter(
				(kind) =>
					!['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'].includes(kind),
			)
			.map((kind) => `${kind} is no kind of change`),
		...versions
			.map((heading) => /\[(.+)\]/.exec(heading)?.[1] ?? heading)
			.filter((version) => !text.includes(`\n[${version}]: https://`))
			.map((version) => `${version} has no link`),
	];
}

test('the changelog has the form of Keep a Changelog', () => {
	expect(changelogFindings(read('CHANGELOG.md'))).toEqual([]);
	expect(changelogFindings('## [1.0.0]\n\n### News\n')).toHaveLength(3);
});

/**
 * What of a workflow is wrong: actions that are not pinned, commands that package.json does not
 * have.
 */
function workflowFindings(text: string): string[] {
	// Another workflow of this repository is that of the same commit.
	const actions = [...text.matchAll(/uses: (.+)/g)]
		.map(([, action]) => action!)
		.filter((action) => !action.startsWith('./'));
	const commands = [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(
		([, run, short]) => run ?? short!,
	);
	return [
		...actions.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
		...commands.filter((command) => scripts[command] === undefined),
	];
}

test.each([...workflows, ['.ci/run', read('.ci/run')] as const])(
	'%s uses only actions with a commit and commands that exist',
	(_name, text) => {
		expect(workflowFindings(text)).toEqual([]);
	},
);

test('mistakes in a workflow are detected', () => {
	expect(workflowFindings('uses: actions/checkout@v4\nrun: npm run nothing\n')).toEqual([
		'actions/checkout@v4',
		'nothing',
	]);
});

test.each(workflows)('%s has no more permissions than it needs', (_name, text) => {
	expect(text).toMatch(
		/^permissions:\n {2}contents: read\n(?: {2}(?:id-token|issues): write\n)?\w/m,
	);
	// No job adds any.
	expect(text.match(/\bpermissions:/g)).toHaveLength(1);
});

test('the form for a check-up report offers the regions of the credential', () => {
	const [, options] = /options: \[(.+)\]/.exec(read('.github/ISSUE_TEMPLATE/checkup.yml'))!;
	expect(options!.split(', ').sort()).toEqual(
		[...REGIONS.map(({ value }) => value), 'other'].sort(),
	);
});
