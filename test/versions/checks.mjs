/**
 * What the package has to do in every version of n8n. Each check throws if something is wrong, or
 * returns what it reports.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { outputOf } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/programs.mjs';
import { chosen, items, node, ours, start, START, workflow } from '../e2e/support/build.mjs';

const require = createRequire(import.meta.url);
const built = (path) => require(join(root, 'build', `${path}.js`));
const { addAuditLog, auditOf } = built('emulator/areas/account/accountStore');
const { taskExecutions } = built('emulator/areas/processing/processingStore');
const { orchestrationOf, resources, workspaces } = built(
	'emulator/areas/orchestration/orchestrationStore',
);
const { endStatus } = built('emulator/areas/processing/executions');
const { DEMO } = built('emulator/seed/index');

const PACKAGE = 'n8n-nodes-talend-cloud';
const OURS = 'Test';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something exists. */
async function until(what, found, timeoutMs = 60_000) {
	for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100)) {
		const result = await found();
		if (result !== undefined && result !== false) return result;
	}
	throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
}

const run = async ({ n8n, credential }, made) => {
	const { id } = await n8n.workflow(made, [credential]);
	return await n8n.run(id, START);
};

/** A complete execution, with the output of a node. */
const out = async (stage, made, name, output) => {
	const execution = await run(stage, made);
	assert.equal(
		execution.status,
		'success',
		`${execution.error?.message} ${execution.error?.description ?? ''}`,
	);
	return outputOf(execution, name, output);
};

const NAME = 'Talend';
const runAndWait = (task, options = {}, more = {}) =>
	ours(NAME, 'Processing', {
		resource: 'taskExecution',
		operation: 'runAndWait',
		executable: chosen('name', task),
		timeLimit: 10,
		failOnFailure: false,
		simplify: true,
		options,
		...more,
	});

export const checks = {
	'loading the nodes': async ({ n8n }) => {
		const types = await (await n8n.fetch('/types/nodes.json')).json();
		const { n8n: declared } = require(join(root, 'package.json'));
		const found = new Set(
			types
				.map(({ name }) => name)
				.filter((name) => name.startsWith(`${PACKAGE}.`) && !/Tool$/.test(name)),
		);
		assert.equal(found.size, declared.nodes.length, `n8n knows ${[...found].join(', ')}`);
	},
	'testing a credential': async ({ n8n, credential, credentialData }) => {
		const test = async (data) =>
			(await n8n.rest('POST', '/credentials/test', { credentials: { ...credential, data } }))
				.status;
		assert.equal(await test(credentialData), 'OK');
		assert.equal(await test({ ...credentialData, clientSecret: 'wrong' }), 'Error');
	},
	'revoking the token during the execution': async (stage) => {
		const { emulator } = stage;
		const runs = taskExecutions
			.all(emulator.state)
			.slice(0, 10)
			.map(({ id }) => id);
		const ids = JSON.stringify({
			items: Array.from({ length: 40 }, (_, index) => runs[index % runs.length]),
		});
		const from = emulator.log.length;
		emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			delayMs: 300,
			times: 40,
		});
		const made = workflow('Revoked', [
			start(),
			...items('Runs', ids),
			ours(NAME, 'Processing', {
				resource: 'taskExecution',
				operation: 'get',
				executionId: chosen('id', '={{ $json.item }}'),
			}),
		]);
		const under = out(stage, made, NAME);
		await until('requests', () => emulator.log.length >= from + 12);
		emulator.tokens.revokeAll(stage.account);
		assert.equal((await under).length, 40);
		const seen = emulator.log.slice(from);
		assert.ok(
			seen.some(({ status }) => status === 401),
			'no request used the revoked token',
		);
		const exchanges = seen.filter(({ path }) => path === '/security/oauth/token').length;
		assert.ok(exchanges <= 2, `${exchanges} token exchanges`);
		return `${exchanges} token exchange${exchanges === 1 ? '' : 's'}`;
	},
	'reading a list of several pages': async (stage) => {
		const { logs } = auditOf(stage.emulator.state);
		while (logs.length < 2_500)
			addAuditLog(stage.emulator.state, Date.now() - 60_000, { eventCategory: 'Page' });
		const from = stage.emulator.log.length;
		const found = await out(
			stage,
			workflow('Pages', [
				start(),
				ours(NAME, 'Account', {
					resource: 'auditLog',
					operation: 'getMany',
					returnAll: true,
					simplify: false,
					filters: {},
				}),
			]),
			NAME,
		);
		assert.equal(new Set(found.map(({ json }) => json.logId)).size, logs.length);
		const pages = stage.emulator.log
			.slice(from)
			.filter(({ operation }) => operation === 'GET /security/audit/logs').length;
		assert.ok(pages > 1, 'everything was on one page');
		return `${pages} pages`;
	},
	'Run and Wait': async (stage) => {
		const [{ json }] = await out(
			stage,
			workflow('Run', [start(), runAndWait('Load customers')]),
			NAME,
		);
		assert.equal(json.outcome, 'succeeded');
	},
	'stopping Run and Wait': async (stage) => {
		const { n8n, credential, emulator } = stage;
		const before = new Set(taskExecutions.all(emulator.state).map(({ id }) => id));
		const { id } = await n8n.workflow(
			workflow('Stop', [start(), runAndWait('Stream clicks', { terminateOnStop: true })]),
			[credential],
		);
		const under = n8n.run(id, START);
		const started = await until('the start', () =>
			taskExecutions.all(emulator.state).find((each) => !before.has(each.id)),
		);
		await until('the first check of the execution', () =>
			emulator.log.some(({ path }) => path.endsWith(`/executions/${started.id}`)),
		);
		const executions = await n8n.rest(
			'GET',
			`/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}&limit=1`,
		);
		const stoppedAt = Date.now();
		await n8n.rest('POST', `/executions/${executions.results[0].id}/stop`);
		const { status } = await under;
		assert.equal(status, 'canceled');
		await until('the end on the platform', () => started.terminatedAt !== undefined, 30_000);
		assert.equal(endStatus(started), 'terminated');
		const after = (Date.now() - stoppedAt) / 1000;
		assert.ok(after < 15, `it took ${after.toFixed(1)} s`);
		return `after ${after.toFixed(1)} s`;
	},
	'killing n8n during Start and Wait for Callback': async (stage) => {
		const { n8n, emulator, credential } = stage;
		const calling = [...orchestrationOf(emulator.state).tasks.values()].find(
			({ name }) => name === DEMO.callingTask,
		);
		// This process calls in place of the job.
		calling.behaviors = [{ ...calling.behaviors[0], calls: undefined }];
		const { id } = await n8n.workflow(
			workflow('Callback', [
				node(
					'Call',
					'webhook',
					{ path: 'run', responseMode: 'onReceived' },
					{ typeVersion: 2, webhookId: 'run' },
				),
				ours(NAME, 'Processing', {
					resource: 'taskExecution',
					operation: 'startAndWaitForCallback',
					executable: chosen('name', DEMO.callingTask),
					callbackParameter: 'resume_url',
					timeLimit: 10,
				}),
			]),
			[credential],
		);
		await n8n.publish(id);
		const status = async () => (await n8n.listExecutions(id))[0]?.status;
		assert.ok((await fetch(`${n8n.address}/webhook/run`)).ok);
		await until('n8n stores the execution', async () => (await status()) === 'waiting');
		await n8n.stop('SIGKILL');
		await n8n.startAfterKill();
		const started = taskExecutions
			.all(emulator.state)
			.filter(({ parameters }) => parameters.resume_url !== undefined);
		assert.equal(started.length, 1);
		const answer = await fetch(started[0].parameters.resume_url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ outcome: 'success' }),
		});
		assert.ok(answer.ok, `n8n answered ${answer.status} to the call of the job`);
		await until('the execution ends', async () => (await status()) === 'success');
		const [{ json }] = outputOf((await n8n.executions(id))[0], NAME);
		assert.equal(json.executionId, started[0].id);
		assert.deepEqual(json.body, { outcome: 'success' });
	},
	'downloading a log': async (stage) => {
		const [{ json: failed }] = await out(
			stage,
			workflow('Failed', [start(), runAndWait('Load orders')]),
			NAME,
		);
		const [{ binary }] = await out(
			stage,
			workflow('Log', [
				start(),
				ours(NAME, 'Observability', {
					resource: 'executionLog',
					operation: 'download',
					executionId: chosen('id', failed.executionId),
					fileFormat: 'text',
					binaryPropertyName: 'log',
					options: {},
				}),
			]),
			NAME,
		);
		assert.match(
			(await stage.n8n.file(binary.log)).toString('utf8'),
			/ERROR Table ORDERS does not exist/,
		);
	},
	'uploading a file': async (stage) => {
		const content = 'Änderungen;1\r\n'.repeat(20_000);
		const file = node(
			'File',
			'convertToFile',
			{
				operation: 'toText',
				sourceProperty: 'text',
				binaryPropertyName: 'data',
				options: { fileName: 'rates.csv' },
			},
			{ typeVersion: 1.1 },
		);
		const [workspace] = workspaces.all(stage.emulator.state);
		const upload = ours(NAME, 'Orchestration', {
			resource: 'resource',
			operation: 'create',
			workspaceId: chosen('id', workspace.id),
			name: 'rates.csv',
			file: 'data',
			additionalFields: {},
		});
		const [{ json }] = await out(
			stage,
			workflow('Upload', [
				start(),
				node(
					'Text',
					'set',
					{ mode: 'raw', jsonOutput: JSON.stringify({ text: content }), options: {} },
					{ typeVersion: 3.4 },
				),
				file,
				upload,
			]),
			NAME,
		);
		assert.equal(
			Buffer.from(resources.find(stage.emulator.state, json.id).content).toString('utf8'),
			content,
		);
	},
	'sending a failed item to the error output': async (stage) => {
		const nodes = [
			start(),
			...items(
				'Runs',
				JSON.stringify({
					items: [
						taskExecutions.all(stage.emulator.state)[0].id,
						'00000000-0000-4000-8000-000000000000',
					],
				}),
			),
			ours(
				NAME,
				'Processing',
				{
					resource: 'taskExecution',
					operation: 'get',
					executionId: chosen('id', '={{ $json.item }}'),
				},
				{ onError: 'continueErrorOutput' },
			),
			node('Good', 'noOp'),
			node('Bad', 'noOp'),
		];
		const execution = await run(
			stage,
			workflow('Errors', nodes, { [NAME]: [['Good'], ['Bad']], Good: [] }),
		);
		assert.equal(execution.status, 'success');
		assert.equal(outputOf(execution, 'Good').length, 1);
		const [bad, ...more] = outputOf(execution, 'Bad');
		assert.deepEqual(more, []);
		assert.match(bad.json.error, /not found/);
		assert.equal(bad.json.details.httpCode, '404');
		assert.equal(bad.json.item, '00000000-0000-4000-8000-000000000000');
	},
	'restarting n8n with a published trigger': async (stage) => {
		const { n8n, emulator, credential } = stage;
		const happens = () => addAuditLog(emulator.state, Date.now(), { eventCategory: OURS }).logId;
		happens();
		const { id } = await n8n.workflow(
			workflow('Trigger', [
				ours(NAME, 'AccountTrigger', {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					filters: { eventCategory: [OURS] },
				}),
				node('Done', 'noOp'),
			]),
			[credential],
		);
		await n8n.publish(id);
		const arrived = async () =>
			(await n8n.executions(id))
				.flatMap((execution) => outputOf(execution, NAME))
				.map(({ json }) => json.eventId);
		const first = happens();
		await until('the first event', async () => (await arrived()).includes(first), 150_000);
		await n8n.stop();
		const meanwhile = happens();
		await n8n.start();
		await until(
			'the event that happened while n8n was stopped',
			async () => (await arrived()).includes(meanwhile),
			150_000,
		);
		assert.deepEqual((await arrived()).sort(), [first, meanwhile].sort());
	},
};
