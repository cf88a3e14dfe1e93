/** The page of the emulator, as a person uses it in a browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openBrowser } from './support/browser.mjs';
import { DEMO, DEMO_ACCOUNT, DEMO_TOKEN, Emulator } from './support/stage.mjs';

let emulator;
let address;
let browser;
let page;
const complaints = [];

before(async () => {
	emulator = new Emulator();
	address = await emulator.listen();
	({ browser, page } = await openBrowser());
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
	await page.goto(`${address}/__emulator`);
});
after(async () => {
	await browser?.close();
	await emulator?.close();
});

const ask = (path, options = {}) =>
	fetch(address + path, {
		...options,
		headers: { authorization: `Bearer ${DEMO_TOKEN}`, ...options.headers },
	});
const rows = (words) => page.locator('#requests tr', { hasText: words });

test('the page shows requests with their status as they arrive', async () => {
	assert.equal((await ask('/processing/executables/tasks/executions?limit=1')).status, 200);
	await rows('/processing/executables/tasks/executions?limit=1').waitFor();
	await ask('/no/such/path');
	assert.match(await rows('/no/such/path').innerText(), /404/);
});

test('a path with markup is shown as text', async () => {
	await ask('/no/such/markup?name=<img src=x onerror=alert(1)>');
	await rows('/no/such/markup').waitFor();
	assert.equal(await page.locator('#requests img').count(), 0);
});

test('the requests can be filtered', async () => {
	await ask('/no/such/filtered');
	await rows('/no/such/filtered').waitFor();
	await page.fill('#request-filter', 'such/filtered');
	assert.equal(await page.locator('#requests tr:visible').count(), 1);
	await page.fill('#request-filter', '');
});

test('the page shows no secrets', async () => {
	const pair = Buffer.from(`${DEMO_ACCOUNT.id}:${DEMO_ACCOUNT.secret}`).toString('base64');
	await fetch(`${address}/security/oauth/token`, {
		method: 'POST',
		headers: { authorization: `Basic ${pair}`, 'content-type': 'application/json' },
		body: JSON.stringify({ grant_type: 'client_credentials', audience: `${address}/` }),
	});
	await rows('/security/oauth/token').waitFor();
	const all = await page.content();
	for (const secret of [DEMO_ACCOUNT.secret, DEMO_TOKEN, 'eyJ'])
		assert.ok(!all.includes(secret), `the page shows ${secret}`);
});

test('the page shows each request once, even if the responses arrive slowly', async () => {
	await page.route('**/__emulator/log/since*', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 400));
		await route.continue();
	});
	for (let count = 0; count < 3; count++) {
		await ask(`/account/me?once=${count}`);
		await page.getByRole('button', { name: '+ 1 minute' }).click();
	}
	await rows('/account/me?once=2').first().waitFor();
	// The page has looked twice more.
	for (let look = 0; look < 2; look++) await page.waitForResponse(`${address}/__emulator`);
	for (let count = 0; count < 3; count++)
		assert.equal(await rows(`/account/me?once=${count}`).count(), 1);
	await page.unroute('**/__emulator/log/since*');
	assert.equal(await page.locator('#requests tr').count(), emulator.log.length);
});

test('the data soon shows what a request changes, without pressing a button', async () => {
	const projects = page.locator('details', { hasText: /^Orchestration → Project \(/ });
	await projects.locator('summary').click();
	const body = JSON.stringify({
		name: 'BY_A_REQUEST',
		url: 'https://git.example.com/new.git',
		owner: 'ana.demo',
	});
	assert.equal(
		(
			await ask('/orchestration/projects', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			})
		).status,
		201,
	);
	await projects.getByText('BY_A_REQUEST', { exact: true }).first().waitFor();
});

test('the page shows the data of the account', async () => {
	await page.locator('summary', { hasText: 'Administration → Audit Log (100+)' }).waitFor();
	const tasks = page.locator('details', { hasText: /^Orchestration → Task \(/ });
	await tasks.locator('summary').click();
	await tasks.getByText(DEMO.goodTask, { exact: true }).waitFor();
	assert.match(await tasks.locator('summary').innerText(), /\(\d+\)/);
});

test('a button adds a fault: the next request of that operation gets it, the one after does not', async () => {
	await page.selectOption('#fault-operation', 'GET /processing/executables/tasks/executions');
	await page.getByRole('button', { name: '503 Service Unavailable' }).click();
	await page.locator('#faults li', { hasText: 'answers with 503, 1 more time' }).waitFor();
	assert.equal((await ask('/processing/executables/plans/executions')).status, 200);
	assert.equal((await ask('/processing/executables/tasks/executions')).status, 503);
	assert.equal((await ask('/processing/executables/tasks/executions')).status, 200);
	await rows('503 (fault)').waitFor();
	await page.locator('#faults li').waitFor({ state: 'detached' });
	await page.fill('#fault-times', '3');
	await page.getByRole('button', { name: 'Delay by 10 s' }).click();
	await page
		.locator('#message', { hasText: 'The next 3 matching requests get this fault.' })
		.waitFor();
	await page.fill('#fault-times', '');
	await page.getByRole('button', { name: '500 Internal Server Error' }).click();
	await page
		.locator('#message', { hasText: 'Enter how many requests get the fault: 1 or more.' })
		.waitFor();
	await page.fill('#fault-times', '1');
	await page.locator('#faults li', { hasText: 'waits 10 s' }).waitFor();
	await page.getByRole('button', { name: 'Clear faults' }).click();
	await page.locator('#faults li').waitFor({ state: 'detached' });
	assert.deepEqual(emulator.faults.unconsumed(), []);
});

test('the clock can be advanced, the dialect switched, the demo data restored', async () => {
	const before = emulator.clock.now();
	await page.getByRole('button', { name: '+ 1 day' }).click();
	const tomorrow = new Date(before + 86_400_000).toISOString().slice(0, 10);
	await page.locator('#now', { hasText: tomorrow }).waitFor();
	assert.ok(emulator.clock.now() - before >= 86_400_000);
	await page.selectOption('#dialect', 'vendor');
	await page.waitForFunction(
		async () => (await (await fetch('/__emulator')).json()).dialect === 'vendor',
	);
	assert.equal(emulator.dialect, 'vendor');
	await page.getByRole('button', { name: 'Reset to demo data' }).click();
	await page.locator('#message', { hasText: 'The demo data was restored.' }).waitFor();
	assert.equal(emulator.log.length, 0);
	assert.ok(emulator.clock.now() - before < 86_400_000, 'the clock is turned back');
	await page.waitForFunction(() => document.querySelectorAll('#requests tr').length === 0);
});

test('the API can be searched', async () => {
	await page.fill('#api-filter', 'post /processing/executions');
	assert.match(await page.locator('#api tr:visible').first().innerText(), /Start a task/);
});

test('the page links to the OpenAPI document', async () => {
	const link = await page.getByRole('link', { name: 'OpenAPI 3.1 document' }).getAttribute('href');
	const document = await (await fetch(address + link)).json();
	assert.equal(document.openapi, '3.1.0');
	assert.ok(document.paths['/processing/executions'].post);
});

test('nothing is wider than the window, even a narrow one', async () => {
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 900 });
		assert.equal(
			await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			),
			0,
			`at ${width} pixels`,
		);
	}
});

test('the browser reports no errors', () => {
	assert.deepEqual(complaints, []);
});
