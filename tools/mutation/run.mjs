/**
 * `npm run test:mutation -- requestQueue token`: changes the code of files of `nodes` and
 * `credentials`, chosen by a part of their path, one place at a time, and checks whether a test
 * fails (which ones: testsOf.mjs). With `--again`, it repeats only changes whose result may
 * differ from the last time: those that survived, those that timed out (a busy machine is slow,
 * too), and those in code that has changed or whose tests have changed. Writes the score of each
 * file into docs/project/measurements.md, and the surviving changes to reports/mutation/.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fail, root, SetupTrouble } from '../programs.mjs';
import { checkNode, ensureProject } from '../setup.mjs';
import { leastOf, testsOf } from './testsOf.mjs';

const PAGE = join(root, 'docs/project/measurements.md');
const [BEGIN, END] = ['<!-- begin: npm run test:mutation -->', '<!-- end -->'];

/** The name of the reports about a file. */
const reportOf = (file) => file.replace(/\.ts$/, '').replaceAll('/', '.');

/** The files whose path contains the word. */
function filesNamed(word) {
	const files = execFileSync('git', ['ls-files', 'nodes', 'credentials'], {
		cwd: root,
		encoding: 'utf8',
	})
		.split('\n')
		.filter((file) => file.endsWith('.ts') && file.includes(word));
	if (files.length === 0)
		throw new SetupTrouble(`No file of nodes or credentials has ${word} in its path.`);
	return files;
}

/**
 * The score of a file: the share of changes that were noticed, including those that no test
 * reaches.
 */
function scoreOf(file) {
	const report = JSON.parse(
		readFileSync(join(root, `reports/mutation/${reportOf(file)}.json`), 'utf8'),
	);
	const { mutants } = report.files[file];
	const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	return {
		file,
		noticed,
		all: noticed + count('Survived', 'NoCoverage'),
		survived: count('Survived'),
		uncovered: count('NoCoverage'),
	};
}

/**
 * Forgets which changes survived or timed out, so that they are tried again. Stryker itself does
 * not try a change again that affects the loading of a module, because it assigns no test to it.
 */
function forgetUnnoticed(file) {
	const kept = join(root, `reports/mutation/${reportOf(file)}.kept.json`);
	if (!existsSync(kept)) return;
	const results = JSON.parse(readFileSync(kept, 'utf8'));
	for (const changed of Object.values(results.files))
		changed.mutants = changed.mutants.filter(({ status }) => status === 'Killed');
	writeFileSync(kept, JSON.stringify(results));
}

const row = ({ file, noticed, all, survived, uncovered }) =>
	`| \`${file}\` | ${all} | ${((noticed / all) * 100).toFixed(1)}% | ${survived} | ${uncovered} |`;

/** Puts the row of a file into the page; the other rows stay. */
function write(score) {
	const page = readFileSync(PAGE, 'utf8');
	const between = page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END));
	const lines = new Map(
		between
			.split('\n')
			.filter((line) => line.startsWith('| `'))
			.map((line) => [line.split('`')[1], line]),
	);
	lines.set(score.file, row(score));
	const table = [
		'| file | changes | noticed | survived | reached by no test |',
		'| --- | --- | --- | --- | --- |',
		...[...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line),
	];
	writeFileSync(
		PAGE,
		`${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${table.join('\n')}\n${page.slice(page.indexOf(END))}`,
	);
}

try {
	checkNode();
	await ensureProject();
	const again = process.argv.includes('--again');
	const wanted = process.argv.slice(2).filter((word) => word !== '--again');
	if (wanted.length === 0) throw new SetupTrouble('Name files by a part of their path.');
	let low = 0;
	for (const file of new Set(wanted.flatMap(filesNamed))) {
		if (again) forgetUnnoticed(file);
		const { status } = spawnSync(
			process.execPath,
			[join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run'],
			{
				cwd: root,
				stdio: 'inherit',
				env: {
					...process.env,
					MUTATION_FILE: file,
					MUTATION_REPORT: reportOf(file),
					MUTATION_TESTS: JSON.stringify(testsOf(file)),
					MUTATION_AGAIN: again ? 'yes' : '',
				},
			},
		);
		if (status !== 0) throw new SetupTrouble(`Changing ${file} was not completed.`);
		const score = scoreOf(file);
		write(score);
		console.log(row(score));
		if ((score.noticed / score.all) * 100 < leastOf(file)) low++;
	}
	process.exit(low === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
