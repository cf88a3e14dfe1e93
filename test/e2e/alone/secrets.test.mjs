/**
 * Recognizable secrets in the real n8n: a client secret, the tokens that it gets, a personal access
 * token, and a secret in each secret field of each operation. One platform repeats everything that
 * it receives, in various kinds of responses; the emulator responds correctly. Afterwards,
 * everything that n8n has written is searched: its database, its logs (at all levels) and the files
 * of its executions.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { N8n } from '../../../tools/demo/n8n.mjs';
import { root } from '../../../tools/programs.mjs';
import { node, ours, start, START, workflow } from '../support/build.mjs';
import { DEMO_ACCOUNT, exampleWorkflow, startStage } from '../support/stage.mjs';

const built = (path) => createRequire(import.meta.url)(join(root, 'build', path));
const { areas } = built('nodes/areas.js');
const { inputFields } = built('nodes/shared/declare/derived/operationParts.js');
const { parametersOf, sampleOf } = built('test/support/samples.js');

/** It contains itself several times: wherever a page of the database ends, one copy is complete. */
const marked = (name) => `${name}-s3cr3t-`.repeat(4);
const SECRETS = {
	client: marked('client'),
	issued: marked('issued'),
	personal: marked('personal'),
	field: marked('field'),
};
const traceOf = (secret) => secret.slice(0, secret.length / 4);
const TRACES = {
	...Object.fromEntries(Object.entries(SECRETS).map(([name, secret]) => [name, traceOf(secret)])),
	// The header of the sign-in.
	basic: Buffer.from(`marked:${SECRETS.client}`).toString('base64').slice(12, 36),
};

const LOUD = {
	N8N_LOG_LEVEL: 'debug',
	N8N_LOG_OUTPUT: 'console,file',
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	MARKED_SECRET: SECRETS.field,
};

/** All files below a folder, except for the package itself, with their contents. */
function* written(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory() && entry.name !== 'nodes') yield* written(path);
		else if (entry.isFile()) yield { path, bytes: readFileSync(path) };
	}
}

/** The places in what n8n wrote that contain traces of secrets. */
function found(n8n, traces) {
	const places = [];
	const look = (path, bytes) => {
		for (const [name, trace] of Object.entries(traces)) {
			const at = bytes.indexOf(trace);
			if (at >= 0)
				places.push(
					`${name} in ${path}: …${bytes
						.subarray(Math.max(0, at - 150), at)
						.toString('latin1')
						.replace(/[^ -~]+/g, ' ')}`,
				);
		}
	};
	let size = 0;
	for (const { path, bytes } of written(n8n.userFolder)) {
		look(path, bytes);
		size += bytes.length;
	}
	look('what n8n printed', Buffer.from(n8n.everything));
	return { places, size };
}

/** Responses of a platform that repeats whatever it receives. */
const ECHOES = [
	(reported) => ({
		status: 400,
		type: 'application/json',
		body: JSON.stringify({
			message: `Bad value ${reported}`,
			details: reported,
			code: reported,
			requestId: reported,
		}),
	}),
	(reported) => ({
		status: 401,
		type: 'application/json',
		body: JSON.stringify({ error: reported, error_description: reported }),
	}),
	(reported) => ({
		status: 404,
		type: 'text/html',
		body: `<html><title>${reported}</title>${reported}</html>`,
	}),
	(reported) => ({ status: 409, type: 'text/plain', body: `${reported} is wrong` }),
	(reported) => ({
		status: 200,
		type: 'application/json',
		body: JSON.stringify({
			id: 'echo',
			echoed: reported,
			items: [{ id: reported, name: reported }],
			[reported]: reported,
		}),
	}),
];

/** Serves tokens, and echoes the headers, the address and the body of each request. */
async function startEcho() {
	const echo = { way: 0, asked: 0, tokens: 0 };
	const server = createServer((request, response) => {
		const chunks = [];
		request.on('data', (chunk) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString('utf8');
			if (request.url === '/security/oauth/token')
				return response
					.setHeader('content-type', 'application/json')
					.end(
						JSON.stringify({ access_token: `${SECRETS.issued}${++echo.tokens}`, expires_in: 1800 }),
					);
			echo.asked++;
			const answer = ECHOES[echo.way](
				`${request.headers.authorization} ${decodeURIComponent(request.url)} ${body}`,
			);
			response
				.writeHead(answer.status, {
					'content-type': answer.type,
					'x-request-id': encodeURIComponent(String(request.headers.authorization)),
				})
				.end(answer.body);
		});
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return Object.assign(echo, {
		address: `http://127.0.0.1:${server.address().port}`,
		close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
	});
}

const MARK = '={{ $env.MARKED_SECRET }}';

/**
 * A sample in which each secret text comes from the environment, so that the workflow itself does
 * not contain it; nothing if it has none.
 */
function markedSample(name, field) {
	if (field.spec.secret && field.spec.kind === 'text') return MARK;
	if (field.spec.kind === 'pairs') return { pairs: [{ name: 'db_password', value: MARK }] };
	return undefined;
}

/** Each way to give a secret: area, resource, operation and the parameters. */
const ways = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) => {
			const fields = { ...inputFields(operation), ...operation.settings };
			const required = Object.fromEntries(
				Object.entries(fields)
					.filter(([, { spec }]) => spec.required)
					.map(([field, each]) => [field, sampleOf(field, each).given]),
			);
			return Object.entries(fields).flatMap(([field, each]) => {
				const mark = markedSample(field, each);
				const brief = 'timeLimit' in fields ? { timeLimit: 1 } : {};
				return mark === undefined
					? []
					: [
							{
								area: area === 'SCIM' ? 'Scim' : area,
								resource,
								name,
								field,
								parameters: parametersOf(operation, { ...required, ...brief, [field]: mark }),
								waits: operation.kind === 'flow',
							},
						];
			});
		}),
	),
);

/** Keeps everything that n8n prints, not only the last part. */
function listening(n8n) {
	n8n.everything = '';
	for (const stream of [n8n.child.stdout, n8n.child.stderr])
		stream.on('data', (data) => (n8n.everything += data));
	return n8n;
}

/** Both credentials of the package, with secrets, for a platform. */
async function markedCredentials(n8n, address) {
	const common = { region: 'other', address, apiVersion: '' };
	return await Promise.all(
		Object.entries({
			talendCloudApi: { ...common, clientId: 'marked', clientSecret: SECRETS.client },
			talendCloudTokenApi: { ...common, token: SECRETS.personal },
		}).map(async ([type, data]) => ({
			type,
			name: type,
			id: (await n8n.credential(type, type, data)).id,
		})),
	);
}

/**
 * Gives a secret in each way, in one workflow that continues after errors, and in the first way in
 * one that ends with the error.
 */
async function giveSecrets(n8n, credentials, { echoNumber, authentication }) {
	const name = `Echo ${echoNumber} ${authentication}`;
	const used = Object.fromEntries(credentials.map((each) => [each.type, { name: each.name }]));
	// An operation that waits would wait for an execution that never ends.
	const nodes = ways
		.filter(({ waits }) => !waits || echoNumber < 4)
		.map(({ area, resource, name: operation, field, parameters }) =>
			ours(
				`${resource} ${operation} ${field}`,
				area,
				{ ...parameters, authentication, resource, operation },
				{ credentials: used, onError: 'continueRegularOutput', alwaysOutputData: true },
			),
		);
	const { id } = await n8n.workflow(workflow(name, [start(), ...nodes]), credentials);
	const execution = await n8n.run(id, START);
	assert.equal(
		Object.keys(execution.runData).length,
		nodes.length + 1,
		`${execution.status} ${execution.error?.message}`,
	);
	const ending = await n8n.workflow(
		workflow(`${name}, ended`, [start(), { ...nodes[0], onError: undefined }]),
		credentials,
	);
	await n8n.run(ending.id, START);
}

/** Outputs a secret with one of n8n's own nodes, which does not mask it. */
async function leakSecret(n8n) {
	const { id } = await n8n.workflow(
		workflow('Leak', [
			start(),
			node(
				'Leak',
				'set',
				{ mode: 'raw', jsonOutput: '={{ { leak: $env.MARKED_SECRET } }}', options: {} },
				{ typeVersion: 3.4 },
			),
		]),
	);
	await n8n.run(id, START);
}

test('n8n writes no secrets of a platform that repeats everything', async (context) => {
	const echo = await startEcho();
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-secrets-'));
	const n8n = await N8n.create({ userFolder, env: LOUD });
	try {
		listening(await n8n.start());
		await n8n.signIn();
		const credentials = await markedCredentials(n8n, echo.address);
		assert.ok(ways.length >= 10, `only ${ways.length} ways to give a secret`);
		let executions = 0;
		for (const [echoNumber] of ECHOES.entries()) {
			echo.way = echoNumber;
			for (const authentication of ['serviceAccount', 'token']) {
				await giveSecrets(n8n, credentials, { echoNumber, authentication });
				executions += 2;
			}
		}
		assert.ok(echo.asked > ways.length, 'hardly any requests were received');
		await n8n.stop();
		const { places, size } = found(n8n, TRACES);
		context.diagnostic(
			`${ways.length} ways to give a secret, ${executions} executions, ${echo.asked} requests that were repeated; ${(size / 1e6).toFixed(1)} MB searched`,
		);
		assert.deepEqual(places, []);

		// Proves that the search works.
		await n8n.start();
		listening(n8n);
		await n8n.signIn();
		await leakSecret(n8n);
		await n8n.stop();
		assert.match(found(n8n, TRACES).places.join('\n'), /^field in .*database\.sqlite/m);
	} finally {
		await n8n.stop();
		await echo.close();
		rmSync(userFolder, { recursive: true, force: true });
	}
});

test('n8n writes neither tokens nor the secret of tasks, logs and a trigger on the emulator', async (context) => {
	const stage = await startStage({ env: LOUD });
	try {
		listening(stage.n8n);
		const tokens = [];
		const { issue } = stage.emulator.tokens;
		stage.emulator.tokens.issue = async function (...given) {
			const issued = await issue.apply(this, given);
			tokens.push(issued.access_token);
			return issued;
		};
		const { id } = await stage.n8n.workflow(exampleWorkflow('run-and-report'), [stage.credential]);
		assert.equal((await stage.n8n.run(id, 'Start')).status, 'success');
		const watched = await stage.n8n.workflow(
			workflow('Trigger', [
				ours('On Log', 'AccountTrigger', {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					filters: {},
				}),
				node('Done', 'noOp'),
			]),
			[stage.credential],
		);
		await stage.n8n.publish(watched.id);
		stage.emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
		assert.equal((await stage.n8n.run(id, 'Start')).status, 'success');
		await stage.n8n.stop();
		assert.ok(tokens.length >= 2, 'no second token');
		// The middle of a token: tokens of the same kind begin with the same characters.
		const { places, size } = found(stage.n8n, {
			secret: DEMO_ACCOUNT.secret,
			...Object.fromEntries(
				tokens.map((token, index) => [`token ${index}`, token.split('.')[1].slice(-40)]),
			),
			...Object.fromEntries(
				tokens.map((token, index) => [`signature ${index}`, token.split('.')[2].slice(0, 24)]),
			),
		});
		context.diagnostic(`${tokens.length} tokens; ${(size / 1e6).toFixed(1)} MB searched`);
		assert.deepEqual(places, []);
	} finally {
		await stage.close();
	}
});
