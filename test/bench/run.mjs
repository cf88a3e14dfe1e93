/**
 * `npm run bench`: compares our nodes in the real n8n with its HTTP Request node and with the
 * smallest possible node on the same work. The candidates take turns; prints ratios of medians, and
 * never fails. `-- reads pages` measures only these parts, `-- --rounds 5` is the usual number, `--
 * --write` puts the tables into docs/project/benchmarks.md. `-- --short` shows only whether they
 * run to their end, with few of everything: in the n8n at E2E_N8N, if there is one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n, N8n } from '../../tools/demo/n8n.mjs';
import { fail, root } from '../../tools/programs.mjs';
import { ensureBuild, ensureProject } from '../../tools/setup.mjs';
import { inProcesses, inRunning } from './cli.mjs';

const IN_N8N = ['reads', 'limits', 'pages'];
const PARTS = [...IN_N8N, 'polls', 'load'];
const PAGE = join(root, 'docs/project/benchmarks.md');

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: 'string', default: '5' },
		write: { type: 'boolean', default: false },
		short: { type: 'boolean', default: false },
	},
});

const rounds = options.short ? 1 : Number(options.rounds);

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** What each part is given. */
function bench(runner) {
	return {
		...runner,
		/** How many there are of something, usually and in short. */
		size: (usual, short) => (options.short ? short : usual),
		rounds,
		median,
		figure: (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : 'unknown'),
		/**
		 * The candidates take turns, so that a slow moment of the machine affects all of them.
		 * @returns
		 * all results of each candidate
		 */
		turns: async (ways) => {
			const results = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
			for (let round = 0; round < rounds; round++)
				for (const [name, way] of Object.entries(ways)) {
					results[name].push(await way());
					process.stdout.write('.');
				}
			console.log('');
			return results;
		},
	};
}

const tableOf = ({ head, rows }) =>
	[
		`| ${head.join(' | ')} |`,
		`|${' --- |'.repeat(head.length)}`,
		...rows.map((row) => `| ${row.join(' | ')} |`),
	].join('\n');

/** Replaces the text between the marks of a part. */
function write(part, text) {
	const page = readFileSync(PAGE, 'utf8');
	const [begin, end] = [`<!-- begin: ${part} -->`, `<!-- end: ${part} -->`];
	if (!page.includes(begin)) throw new Error(`docs/project/benchmarks.md has no place for ${part}`);
	writeFileSync(
		PAGE,
		`${page.slice(0, page.indexOf(begin) + begin.length)}\n${text}\n${page.slice(page.indexOf(end))}`,
	);
}

async function main() {
	const unknown = positionals.filter((part) => !PARTS.includes(part));
	if (unknown.length > 0)
		throw new Error(`There is no part ${unknown.join(', ')}: choose from ${PARTS.join(', ')}`);
	await ensureProject();
	await ensureBuild();
	const chosen = positionals.length > 0 ? positionals : PARTS;
	if (chosen.some((part) => IN_N8N.includes(part))) await ensureN8n();
	const { n8n: version } = JSON.parse(
		readFileSync(join(root, 'tools/demo/package.json'), 'utf8'),
	).dependencies;
	const machine = `n8n ${version}, ${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}; medians of ${rounds} rounds`;
	console.log(machine);
	const running = options.short && process.env.E2E_N8N;
	for (const part of chosen) {
		const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
		try {
			const runner = running
				? inRunning(await N8n.create({ port: Number(new URL(running).port) }))
				: inProcesses(await N8n.create({ userFolder, copied: true }));
			const table = tableOf(await (await import(`./${part}.mjs`)).default(bench(runner)));
			console.log(`\n${part}\n\n${table}\n`);
			if (options.write) write(part, `${machine}.\n\n${table}`);
		} finally {
			rmSync(userFolder, { recursive: true, force: true });
		}
	}
}

main().then(() => process.exit(0), fail);
