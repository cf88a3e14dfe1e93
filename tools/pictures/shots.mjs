/**
 * `npm run shots`: takes the pictures of the documentation in the real editor in Chromium, light
 * and dark. `-- --panels` takes a picture of each operation's panel, filled in with the example of
 * the reference, in build/shots, for reviewing; `--only TEXT,TEXT` takes only those whose name
 * contains one of the texts, and `--old` those that no longer show what they should.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { fail, root } from '../programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../setup.mjs';
import { camera, PICTURES } from './camera.mjs';
import { takeExamples } from './examples.mjs';
import { takePanels } from './panels.mjs';
import { takeFirstSteps, takeLastStates, takeWaiting } from './screens.mjs';

const { values: options } = parseArgs({
	options: {
		panels: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		old: { type: 'boolean', default: false },
	},
});

const MAX_BYTES = 3_000_000;

const only = options.only.split(',');
/** The names of the pictures that are too old, with `--old`. */
let old;
const isWanted = (name) => (!old || old.includes(name)) && only.some((text) => name.includes(text));

/** What the pictures show, and how to remember what they showed when they were taken. */
function fingerprints() {
	const { FINGERPRINTS, shownNow } = createRequire(import.meta.url)(
		join(root, 'build/tools/pictures/pictures.js'),
	);
	const file = join(root, FINGERPRINTS);
	const taken = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const now = shownNow();
	return {
		old: Object.keys(now).filter((name) => now[name] !== taken[name]),
		remember: (name) => {
			taken[name] = now[name];
			const all = Object.keys(now).filter((each) => taken[each] !== undefined);
			const sorted = Object.fromEntries(all.sort().map((each) => [each, taken[each]]));
			writeFileSync(file, `${JSON.stringify(sorted, undefined, '\t')}\n`);
		},
	};
}

async function main() {
	checkNode();
	await ensureProject();
	await ensureBuild();
	const pictures = fingerprints();
	if (options.old) old = pictures.old;
	const { ensureN8n } = await import('../demo/n8n.mjs');
	await ensureN8n();
	const { exampleWorkflow, seedFailedPlan, startStage } =
		await import('../../test/e2e/support/stage.mjs');
	const { startPostgres } = await import('../../test/e2e/support/postgres.mjs');
	const { openEditor, openNode } = await import('../../test/e2e/support/browser.mjs');
	const stage = await startStage();
	const database = await startPostgres();
	seedFailedPlan(stage.emulator.state, stage.emulator.clock);
	const { browser, page } = await openEditor(stage.n8n, {
		viewport: { width: 1_440, height: 860 },
	});
	try {
		const converter = await page.context().newPage();
		await page.bringToFront();
		if (options.panels) return await takePanels({ stage, page, isWanted, openNode });
		mkdirSync(PICTURES, { recursive: true });
		const take = camera(page, { converter, isWanted, remember: pictures.remember });
		if (['first-1-search', 'first-2-task', 'first-3-output'].some(isWanted))
			await takeFirstSteps({ stage, page, take });
		if (isWanted('waiting')) await takeWaiting({ stage, page, take, openNode });
		if (isWanted('last-states')) await takeLastStates({ stage, page, take, exampleWorkflow });
		const inPostgres = {
			...(await stage.n8n.credential('Postgres', 'postgres', database.credentialData)),
			type: 'postgres',
			name: 'Postgres',
		};
		await takeExamples({
			stage,
			page,
			take,
			isWanted,
			exampleWorkflow,
			credentials: [stage.credential, stage.readOnlyCredential, inPostgres],
		});
		const bytes = readdirSync(PICTURES).reduce(
			(sum, name) => sum + statSync(join(PICTURES, name)).size,
			0,
		);
		console.log(`${Math.round(bytes / 1000)} kB in docs/pictures`);
		if (bytes > MAX_BYTES) throw new Error(`The pictures have more than ${MAX_BYTES / 1e6} MB`);
	} finally {
		await browser.close();
		await database.close();
		await stage.close();
	}
}

main().then(() => process.exit(0), fail);
