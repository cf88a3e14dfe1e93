/**
 * The output previews in a real n8n: it serves one for each operation, and the editor shows it
 * before the first execution.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { root } from '../../tools/programs.mjs';
import { openEditor, openNode } from './support/browser.mjs';
import { TRIGGER } from './support/editing.mjs';
import { CREDENTIAL, startStage } from './support/stage.mjs';

const { areas } = createRequire(import.meta.url)(join(root, 'build/nodes/areas.js'));
const PACKAGE = 'n8n-nodes-talend-cloud';

let stage;
before(async () => {
	stage = await startStage();
});
after(async () => await stage?.close());

/** The name of the node of an area: "SCIM" → "talendCloudScim". */
function nodeOf(area) {
	const folder = readdirSync(join(root, 'dist/nodes')).find(
		(name) => name.toLowerCase() === `talendcloud${area.toLowerCase()}`,
	);
	return `${folder[0].toLowerCase()}${folder.slice(1)}`;
}

test('n8n serves the preview of every operation', async () => {
	const missing = [];
	let count = 0;
	const look = async (area, resource, operation) => {
		const response = await stage.n8n.fetch(
			`/schemas/${PACKAGE}.${nodeOf(area)}/1.0.0/${resource}/${operation}.json`,
		);
		const schema = response.headers.get('content-type')?.includes('json')
			? await response.json()
			: {};
		if (!response.ok || Object.keys(schema.properties ?? {}).length === 0)
			missing.push(`${area} ${resource}.${operation}: ${response.status}`);
		count++;
	};
	for (const [area, resources] of Object.entries(areas))
		for (const { value, operations } of resources)
			await Promise.all(Object.keys(operations).map((operation) => look(area, value, operation)));
	assert.deepEqual(missing, []);
	assert.ok(count > 300, `only ${count} operations`);
});

test('the next node offers the fields of a node that has not been executed yet', async () => {
	const node = {
		id: 'n',
		name: 'Talend',
		type: `${PACKAGE}.talendCloudProcessing`,
		typeVersion: 1,
		position: [260, 0],
		parameters: {
			authentication: 'serviceAccount',
			resource: 'taskExecution',
			operation: 'runAndWait',
			executable: { __rl: true, mode: 'name', value: 'Load customers' },
		},
		credentials: { talendCloudApi: { name: CREDENTIAL } },
	};
	const next = {
		id: 'e',
		name: 'Next',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [520, 0],
		parameters: {},
	};
	const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const { id } = await stage.n8n.workflow(
		{
			name: 'Preview',
			nodes: [TRIGGER, node, next],
			connections: { Start: to('Talend'), Talend: to('Next') },
		},
		[stage.credential],
	);
	const { browser, page } = await openEditor(stage.n8n);
	try {
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Next');
		const input = page.getByTestId('ndv-input-panel');
		for (const field of ['outcome', 'numberOfProcessedRows', 'taskName', 'executionId'])
			await input.getByText(field, { exact: true }).first().waitFor();
		assert.match(await input.innerText(), /Usually outputs/);
	} finally {
		await browser.close();
	}
});
