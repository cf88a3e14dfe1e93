/**
 * `npm run test:versions`: runs the same checks in several real versions of n8n, one after the
 * other. Each is installed the first time. `-- 1.123 newest` chooses the versions; `-- --write`
 * puts the table into docs/guide/compatibility.md. Says when there is a newer n8n than in that
 * table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n } from '../../tools/demo/n8n.mjs';
import { fail, root } from '../../tools/programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../../tools/setup.mjs';
import { ensureOneOf, knownVersions, resolve } from './install.mjs';

/** The oldest supported version, one between them, and the newest. */
const USUAL = ['1.123', '2.11', 'newest'];
const PAGE = join(root, 'docs/guide/compatibility.md');
const [BEGIN, END] = ['<!-- begin: npm run test:versions -- --write -->', '<!-- end -->'];

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: { write: { type: 'boolean', default: false } },
});

/** Runs the checks in one version: what each reports, or what was wrong. */
async function tryVersion(home) {
	const { checks } = await import('./checks.mjs');
	const { DEMO_ACCOUNT, startStage } = await import('../e2e/support/stage.mjs');
	const results = {};
	let stage;
	try {
		stage = await startStage({ home, copied: true });
	} catch (error) {
		console.log(error.message);
		return Object.fromEntries(
			Object.keys(checks).map((name) => [name, { wrong: 'n8n did not start' }]),
		);
	}
	try {
		stage.account = DEMO_ACCOUNT.id;
		for (const [name, check] of Object.entries(checks)) {
			const started = Date.now();
			results[name] = await check(stage).then(
				(reported) => ({ reported }),
				(error) => ({ wrong: error.message.split('\n')[0] }),
			);
			stage.emulator.faults.clear();
			console.log(
				`  ${results[name].wrong === undefined ? 'ok ' : 'NOT'} ${name}${results[name].reported ? ` (${results[name].reported})` : ''} ${results[name].wrong ?? ''} [${((Date.now() - started) / 1000).toFixed(0)} s]`,
			);
		}
		const complaints = stage.n8n.output
			.split('\n')
			.filter((line) => /talend/i.test(line) && /error|fail|warn/i.test(line));
		for (const line of complaints.slice(0, 5)) console.log(`  n8n reported: ${line}`);
	} finally {
		await stage.close();
	}
	return results;
}

/** The table for the page: a row for each check, a column for each version. */
function tableOf(results) {
	const versions = Object.keys(results);
	const cell = ({ wrong, reported } = {}) =>
		wrong === undefined ? (reported ?? 'yes') : `**no**: ${wrong.replaceAll('|', '\\|')}`;
	return [
		`| | ${versions.join(' | ')} |`,
		`| --- |${' --- |'.repeat(versions.length)}`,
		...Object.keys(results[versions[0]]).map(
			(name) =>
				`| ${name} | ${versions.map((version) => cell(results[version][name])).join(' | ')} |`,
		),
	].join('\n');
}

try {
	checkNode();
	await ensureProject();
	await ensureBuild();
	await ensureN8n(); // This also installs the version of Node that n8n needs.
	const known = knownVersions();
	const newest = known.at(-1);
	if (!readFileSync(PAGE, 'utf8').includes(`| ${newest} |`))
		console.log(
			`n8n ${newest} is new: it is not in the table of docs/guide/compatibility.md yet. Add it with -- --write`,
		);
	const results = {};
	for (const wanted of positionals.length > 0 ? positionals : USUAL) {
		const { version, home } = await ensureOneOf(resolve(wanted, known));
		console.log(
			`n8n ${version}${wanted === 'newest' || version.startsWith(`${wanted}.`) || version === wanted ? '' : ` (the registry has no ${wanted})`}`,
		);
		results[version] = await tryVersion(home);
	}
	console.log(`\n${tableOf(results)}`);
	if (options.write) {
		const page = readFileSync(PAGE, 'utf8');
		writeFileSync(
			PAGE,
			`${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${tableOf(results)}\n${page.slice(page.indexOf(END))}`,
		);
	}
	process.exit(
		Object.values(results).some((result) =>
			Object.values(result).some(({ wrong }) => wrong !== undefined),
		)
			? 1
			: 0,
	);
} catch (error) {
	fail(error);
}
