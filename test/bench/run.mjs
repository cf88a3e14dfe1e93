/**
 * `npm run bench`: compares our nodes in the real n8n with its HTTP Request node and with the smallest possible
 * node on the same work. The candidates take turns; prints ratios of medians, and never fails. `-- reads pages`
 * measures only these parts, `-- --rounds 5` is the usual number, `-- --write` puts the tables into docs/project/benchmarks.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n, N8n } from '../../tools/demo/n8n.mjs';
import { ensureBuild, ensureProject, fail, root } from '../../tools/scripts/setup.mjs';

const PARTS = ['reads', 'limits', 'pages', 'polls', 'load'];
const PAGE = join(root, 'docs/project/benchmarks.md');

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } } });

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** What each part is given. */
function bench(n8n) {
	const rounds = Number(options.rounds);
	return {
		n8n,
		rounds,
		median,
		figure: (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : 'unknown'),
		/** The candidates take turns, so that a slow moment of the machine affects all of them. @returns all results of each candidate */
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

const tableOf = ({ head, rows }) => [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');

/** Replaces the text between the marks of a part. */
function write(part, text) {
	const page = readFileSync(PAGE, 'utf8');
	const [begin, end] = [`<!-- begin: ${part} -->`, `<!-- end: ${part} -->`];
	if (!page.includes(begin)) throw new Error(`docs/project/benchmarks.md has no place for ${part}`);
	writeFileSync(PAGE, `${page.slice(0, page.indexOf(begin) + begin.length)}\n${text}\n${page.slice(page.indexOf(end))}`);
}

async function main() {
	const unknown = positionals.filter((part) => !PARTS.includes(part));
	if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: choose from ${PARTS.join(', ')}`);
	await ensureProject();
	await ensureBuild();
	await ensureN8n();
	const { version } = JSON.parse(readFileSync(join(root, 'tools/demo/node_modules/n8n/package.json'), 'utf8'));
	const machine = `n8n ${version}, ${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}; medians of ${options.rounds} rounds`;
	console.log(machine);
	for (const part of positionals.length > 0 ? positionals : PARTS) {
		const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
		try {
			const n8n = await N8n.create({ userFolder, copied: true });
			const table = tableOf(await (await import(`./${part}.mjs`)).default(bench(n8n)));
			console.log(`\n${part}\n\n${table}\n`);
			if (options.write) write(part, `${machine}.\n\n${table}`);
		} finally {
			rmSync(userFolder, { recursive: true, force: true });
		}
	}
}

main().then(() => process.exit(0), fail);
