/**
 * The editor of n8n in headless Chromium, as users see it. It cannot reach anything outside this
 * machine.
 */
import { existsSync } from 'node:fs';
import { chromium, selectors } from 'playwright-core';

import { TIMEOUT_MS } from '../../../tools/demo/n8n.mjs';

const PATHS = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

/** Opens a browser that can reach only this machine. */
export async function openBrowser(options = {}) {
	const executablePath = PATHS.find((path) => path && existsSync(path));
	if (!executablePath)
		throw new Error('No Chromium was found: install it, or set CHROMIUM_PATH to its executable');
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath,
		args: [
			'--headless',
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, ...options });
	context.setDefaultTimeout(TIMEOUT_MS);
	await context.route(
		(url) => url.hostname !== '127.0.0.1',
		(route) => route.abort(),
	);
	return { browser, context, page: await context.newPage() };
}

/** Opens a browser that is signed in to n8n. */
export async function openEditor(n8n, options) {
	const { browser, context, page } = await openBrowser(options);
	const [name, value] = n8n.cookie.split('=');
	await context.addCookies([{ name, value, url: n8n.address }]);
	return { browser, page };
}

/** The node with this name on the canvas. */
export const nodeOn = (page, name) =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Opens a node's panel. */
export async function openNode(page, name) {
	await nodeOn(page, name).dblclick();
	await page.getByTestId('ndv').waitFor();
}
