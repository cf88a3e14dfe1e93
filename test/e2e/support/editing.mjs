/** A node of the package in the editor, as users see it. */
import { CREDENTIAL } from './build.mjs';

/** Starts a workflow manually. */
export const TRIGGER = {
	id: 't',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A workflow with a trigger and one of our nodes, named "Talend". */
export async function workflowWith({ n8n, credential }, name, type, parameters, more = {}) {
	const node = {
		id: 'n',
		name: 'Talend',
		type: `n8n-nodes-talend-cloud.${type}`,
		typeVersion: 1,
		position: [260, 0],
		parameters: { authentication: 'serviceAccount', ...parameters },
		credentials: { talendCloudApi: { name: CREDENTIAL } },
		...more,
	};
	const connections = { Start: { main: [[{ node: 'Talend', type: 'main', index: 0 }]] } };
	return await n8n.workflow({ name, nodes: [TRIGGER, node], connections }, [credential]);
}

/** Takes a screenshot if requested, to look at what users see. */
export async function picture(page, name) {
	if (process.env.E2E_PICTURES)
		await page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}.png` });
}

/**
 * Opens a list once its choices are loaded.
 * @returns the choices
 */
export async function offered(page, list) {
	for (let tries = 0; tries < 5; tries++) {
		await list.click();
		const shown = await page
			.getByRole('option')
			.first()
			.waitFor({ timeout: 5_000 })
			.then(
				() => true,
				() => false,
			);
		if (shown) break;
		await list.click();
	}
	return (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0].trim());
}
