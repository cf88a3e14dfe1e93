/**
 * `npm run test:mutation -- requestQueue token`: changes the code of parts (`tools/scripts/mutationParts.mjs`), one place
 * at a time, and checks whether a test fails. Without a part, all of them. With `--again`, it repeats only changes whose result may differ
 * from the last time: those that survived, those that timed out (a busy machine is slow, too), and
 * those in code that has changed or whose tests have changed. Writes the
 * score of each file into docs/project/testing.md, and the surviving changes to reports/mutation/.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PARTS } from './mutationParts.mjs';
import { checkNode, ensureProject, fail, root, SetupTrouble } from './setup.mjs';

const PAGE = join(root, 'docs/project/testing.md');
const [BEGIN, END] = ['<!-- begin: npm run test:mutation -->', '<!-- end -->'];

/** The score of each file of a part: the share of changes that were noticed, including those that no test reaches. */
function scoresOf(part) {
	const { files } = JSON.parse(readFileSync(join(root, `reports/mutation/${part}.json`), 'utf8'));
	return Object.entries(files).map(([file, { mutants }]) => {
		const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
		const noticed = count('Killed', 'Timeout');
		const all = noticed + count('Survived', 'NoCoverage');
		return {
			file,
			part,
			noticed,
			all,
			survived: count('Survived'),
			uncovered: count('NoCoverage'),
		};
	});
}

/**
 * Forgets which changes survived or came to no end, so that they are tried again: Stryker itself does not try a change again
 * that is made while a module is loaded, because no test of its own reaches it.
 */
function forgetUnnoticed(part) {
	const kept = join(root, `reports/mutation/${part}.kept.json`);
	if (!existsSync(kept)) return;
	const results = JSON.parse(readFileSync(kept, 'utf8'));
	for (const file of Object.values(results.files))
		file.mutants = file.mutants.filter(({ status }) => status === 'Killed');
	writeFileSync(kept, JSON.stringify(results));
}

const row = ({ file, part, noticed, all, survived, uncovered }) =>
	`| \`${file}\` | ${part} | ${all} | ${((noticed / all) * 100).toFixed(1)} % | ${survived} | ${uncovered} |`;

/** Puts the rows of some files into the page; the other rows stay. */
function write(scores) {
	const page = readFileSync(PAGE, 'utf8');
	const between = page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END));
	const lines = new Map(
		between
			.split('\n')
			.filter((line) => line.startsWith('| `'))
			.map((line) => [line.split('`')[1], line]),
	);
	for (const score of scores) lines.set(score.file, row(score));
	const table = [
		'| file | part | changes | noticed | survived | reached by no test |',
		'| --- | --- | --- | --- | --- | --- |',
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
	const unknown = wanted.filter((part) => !PARTS[part]);
	if (unknown.length > 0)
		throw new SetupTrouble(
			`Unknown part ${unknown.join(', ')}: choose from ${Object.keys(PARTS).join(', ')}`,
		);
	let low = 0;
	for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
		if (again) forgetUnnoticed(part);
		const { status } = spawnSync(
			process.execPath,
			[join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run'],
			{
				cwd: root,
				stdio: 'inherit',
				env: { ...process.env, MUTATION_PART: part, MUTATION_AGAIN: again ? 'yes' : '' },
			},
		);
		if (status !== 0) throw new SetupTrouble(`The part ${part} was not completed.`);
		const scores = scoresOf(part);
		write(scores);
		for (const score of scores) {
			console.log(row(score));
			if ((score.noticed / score.all) * 100 < (PARTS[part].least ?? 85)) low++;
		}
	}
	process.exit(low === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
