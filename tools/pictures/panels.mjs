/** Takes pictures of the panels of all operations, for reviewing. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../programs.mjs';

const PANELS = join(root, 'build/shots');

/** The panel of each operation, filled with its example. */
export async function takePanels({ stage, page, isWanted, openNode }) {
	const { everyOperation } = createRequire(import.meta.url)(
		join(root, 'build/platform/operations.js'),
	);
	const { exampleParameters } = createRequire(import.meta.url)(
		join(root, 'build/tools/reference/example.js'),
	);
	const byResource = grouped(everyOperation);
	await page.setViewportSize({ width: 1_300, height: 1_500 });
	let count = 0;
	for (const [title, all] of byResource) {
		const placed = all.filter(({ value }) => isWanted(`${title}.${value}`));
		if (placed.length === 0) continue;
		const nodes = placed.map((each, index) => ({
			id: `n${index}`,
			name: each.operation.name,
			type: `n8n-nodes-talend-cloud.talendCloud${each.area === 'SCIM' ? 'Scim' : each.area}`,
			typeVersion: 1,
			position: [(index % 6) * 220, Math.floor(index / 6) * 200],
			parameters: exampleParameters(each),
			credentials: { talendCloudApi: { name: stage.credential.name } },
		}));
		const { id } = await stage.n8n.workflow({ name: title, nodes, connections: {} }, [
			stage.credential,
		]);
		mkdirSync(join(PANELS, title), { recursive: true });
		// The editor takes seconds to load, a panel opens at once.
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.keyboard.press('1');
		await page.waitForTimeout(800);
		for (const { value, operation } of placed) {
			await openNode(page, operation.name);
			await page.getByTestId('node-parameters').waitFor();
			await page.waitForTimeout(300);
			await page
				.getByTestId('node-parameters')
				.screenshot({ path: join(PANELS, title, `${value}.png`) });
			count++;
			await page.keyboard.press('Escape');
			await page.getByTestId('ndv').waitFor({ state: 'hidden' });
		}
		console.log(`${title}: ${placed.length} panels`);
	}
	console.log(`${count} panels in ${PANELS}`);
}

/** Operations by "Area.resource". */
function grouped(all) {
	const groups = new Map();
	for (const each of all) {
		const key = `${each.area}.${each.resource.value}`;
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	return groups;
}
