/**
 * A separate, real n8n: installed from the demo's lock file, with a Node that it accepts, and the
 * package linked in as a community package; only this machine can reach it. The demo and the
 * end-to-end tests use it.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { root, SetupTrouble } from '../setup.mjs';
import { nodeForN8n, programOf, withNode } from './install.mjs';
import { killGroup, spawnGroup } from './processGroup.mjs';

export { ensureN8n } from './install.mjs';

/** A port that is currently free. */
export async function freePort() {
	const server = createServer();
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Whether a port of this machine is in use. */
export async function isTaken(port) {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(true));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
	});
}

const OWNER = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Talend-demo-1',
};

/** The statuses of an execution that has ended. */
export const ENDED = ['success', 'error', 'crashed', 'canceled'];

/**
 * How long to wait for n8n. On a busy machine, steps took ten times as long as usual, so anything
 * longer hangs.
 */
export const TIMEOUT_MS = 600_000;

/** n8n stopped before it was ready. */
class EndedWhileStarting extends SetupTrouble {}

/** One n8n process and its REST interface. */
export class N8n {
	/**
	 * @param options.userFolder where it keeps its data
	 * @param options.port its address is http://127.0.0.1:<port>
	 * @param options.env additional environment variables
	 * @param options.program what to run: all of n8n, or a worker
	 * @param options.home folder of another installation than the demo's
	 * @param options.copied copies the package instead of linking to a folder in which it may be
	 * rebuilt
	 * @param options.bare does not put the package in
	 */
	constructor({
		userFolder,
		port,
		brokerPort,
		env = {},
		program = ['start'],
		home,
		copied = false,
		bare = false,
	}) {
		this.userFolder = userFolder;
		this.port = port;
		this.brokerPort = brokerPort;
		this.address = `http://127.0.0.1:${port}`;
		this.extra = env;
		this.program = program;
		this.home = home;
		this.copied = copied;
		this.bare = bare;
		this.output = '';
		/** The IDs of the workflows that this client has published and not unpublished. */
		this.published = new Set();
	}

	static async create(options) {
		const port = options.port ?? (await freePort());
		return new N8n({ ...options, port, brokerPort: options.brokerPort ?? (await freePort()) });
	}

	get env() {
		const inherited = { ...process.env };
		delete inherited.NODE_ENV; // in production mode, n8n limits the number of sign-ins
		return {
			...withNode(inherited),
			N8N_USER_FOLDER: this.userFolder,
			N8N_PORT: String(this.port),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(this.brokerPort),
			N8N_SECURE_COOKIE: 'false',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
			// Other versions may not have this module, and refuse unknown modules.
			...(this.home ? {} : { N8N_DISABLED_MODULES: 'mcp-registry' }),
			...this.extra,
		};
	}

	/** Links the built package in as n8n would install it. */
	link() {
		const nodes = join(this.userFolder, '.n8n/nodes/node_modules');
		mkdirSync(nodes, { recursive: true });
		const link = join(nodes, 'n8n-nodes-talend-cloud');
		if (this.copied && existsSync(link)) return;
		rmSync(link, { force: true, recursive: true });
		if (!this.copied) return symlinkSync(root, link, 'junction');
		for (const name of ['package.json', 'index.js', 'dist'])
			cpSync(join(root, name), join(link, name), { recursive: true });
	}

	/** Starts the server and waits until it is ready. */
	async start() {
		if (!this.bare) this.link();
		const child = spawnGroup(nodeForN8n(), [programOf(this.home), ...this.program], {
			env: this.env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.child = child;
		this.ended = new Promise((resolve) => child.once('close', resolve));
		const keep = (data) => (this.output = (this.output + data).slice(-20_000));
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		const deadline = Date.now() + TIMEOUT_MS;
		for (;;) {
			if (child.exitCode !== null || child.signalCode !== null)
				throw new EndedWhileStarting(
					`n8n stopped while it was starting (${child.signalCode ?? `code ${child.exitCode}`}). The end of its output:\n\n${this.output.slice(-4_000)}`,
				);
			if (await this.isReady()) return this;
			if (Date.now() > deadline)
				throw new SetupTrouble(
					`n8n was not ready after ${TIMEOUT_MS / 1000} seconds. The end of its output:\n\n${this.output.slice(-4_000)}`,
				);
			await new Promise((resolve) => setTimeout(resolve, 300));
		}
	}

	/**
	 * Starts the server after it was killed, and restarts it if it crashes while starting, as Docker
	 * or systemd would: n8n 2.41 crashes with a TypeError when it recovers an execution that was
	 * killed between its creation and its start (`startedAt` is null); the next start finds that
	 * execution marked as crashed.
	 * @returns how often n8n crashed before it started
	 */
	async startAfterKill({ attempts = 5, ...options } = {}) {
		for (let ended = 0; ; ended++) {
			try {
				await this.start(options);
				return ended;
			} catch (error) {
				if (
					!(error instanceof EndedWhileStarting) ||
					!this.output.includes("reading 'getTime'") ||
					ended + 1 >= attempts
				)
					throw error;
				this.output = '';
			}
		}
	}

	/**
	 * Whether it accepts requests: older versions say that they are ready before their REST interface
	 * is, and respond with a web page.
	 */
	async isReady() {
		const asked = [
			'/healthz/readiness',
			...(this.program[0] === 'start' ? ['/rest/settings'] : []),
		].map(async (path) => {
			const answer = await this.fetch(path);
			await answer.arrayBuffer();
			return answer.ok && answer.headers.get('content-type')?.includes('json');
		});
		return await Promise.all(asked).then(
			(answers) => answers.every(Boolean),
			() => false,
		);
	}

	/**
	 * Stops the server and the processes that it started; with SIGKILL immediately, without letting
	 * it clean up.
	 */
	async stop(signal = 'SIGTERM') {
		const { child } = this;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		killGroup(child, signal);
		const late = setTimeout(() => killGroup(child, 'SIGKILL'), 15_000);
		await this.ended;
		clearTimeout(late);
	}

	/**
	 * Sends a request as the signed-in owner, on a connection of its own: one that was kept would be
	 * used again after n8n has closed it, if this process was busy meanwhile (n8n closes a connection
	 * after 5 seconds), and a request that is not a GET would then fail.
	 */
	async fetch(path, { headers, ...options } = {}) {
		return await fetch(`${this.address}${path}`, {
			...options,
			headers: { connection: 'close', ...(this.cookie ? { cookie: this.cookie } : {}), ...headers },
		});
	}

	/**
	 * Calls the REST interface. On a busy machine, n8n sometimes assumes that its database is lost,
	 * because a ping took more than five seconds. Then it refuses every request before it reaches a
	 * route (seen with 2.41.1), so the request is sent again.
	 * @returns the `data` of the response
	 */
	async rest(method, path, body) {
		const sent =
			body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
		const deadline = Date.now() + TIMEOUT_MS;
		let answer, text;
		for (;;) {
			answer = await this.fetch(`/rest${path}`, { method, ...sent });
			text = await answer.text();
			const isRefused = answer.status === 503 && text.includes('Database is not ready');
			if (!isRefused || Date.now() > deadline) break;
			await new Promise((resolve) => setTimeout(resolve, 1_000));
		}
		const cookies = answer.headers.getSetCookie?.() ?? [];
		const auth = cookies.find((cookie) => cookie.startsWith('n8n-auth='));
		if (auth) this.cookie = auth.split(';')[0];
		const parsed = text === '' ? undefined : JSON.parse(text);
		if (!answer.ok)
			throw Object.assign(
				new Error(`${method} ${path}: ${answer.status} ${parsed?.message ?? text}`),
				{ status: answer.status, body: parsed },
			);
		return parsed?.data ?? parsed;
	}

	/** Creates the owner account, or signs in to it. */
	async signIn() {
		try {
			await this.rest('POST', '/owner/setup', OWNER);
		} catch {
			await this.rest('POST', '/login', {
				emailOrLdapLoginId: OWNER.email,
				password: OWNER.password,
			});
		}
		return OWNER;
	}

	/** The credential of this name, created or updated. */
	async credential(name, type, data) {
		const all = await this.rest('GET', '/credentials');
		const known = all.find((each) => each.name === name && each.type === type);
		if (known) {
			await this.rest('PATCH', `/credentials/${known.id}`, { name, type, data });
			return known;
		}
		return await this.rest('POST', '/credentials', { name, type, data });
	}

	/**
	 * Imports a workflow; its nodes get the credentials of the same type and name. Replaces one of
	 * the same name.
	 */
	async workflow(workflow, credentials = []) {
		const nodes = workflow.nodes.map((node) => {
			const used = Object.entries(node.credentials ?? {}).map(([type, { name }]) => {
				const found = credentials.find((each) => each.type === type && each.name === name);
				return [type, found ? { id: found.id, name: found.name } : { name }];
			});
			return used.length > 0 ? { ...node, credentials: Object.fromEntries(used) } : node;
		});
		const given = {
			name: workflow.name,
			nodes,
			connections: workflow.connections,
			settings: { executionOrder: 'v1', ...workflow.settings },
			...(this.home ? { active: false } : {}),
		};
		const { data = [] } = { data: await this.rest('GET', '/workflows') };
		const known = (Array.isArray(data) ? data : (data.data ?? [])).find(
			(each) => each.name === workflow.name,
		);
		if (!known) return await this.rest('POST', '/workflows', given);
		const { versionId } = await this.rest('GET', `/workflows/${known.id}`);
		return await this.rest('PATCH', `/workflows/${known.id}`, { ...given, versionId });
	}

	/**
	 * Publishes a workflow and waits until n8n confirms it.
	 * @throws the reason if it was not
	 * published
	 */
	async publish(workflowId) {
		const { versionId } = await this.rest('GET', `/workflows/${workflowId}`);
		await this.rest('POST', `/workflows/${workflowId}/activate`, { versionId });
		this.published.add(workflowId);
		const deadline = Date.now() + TIMEOUT_MS;
		for (;;) {
			const { status, ...more } = await this.rest(
				'GET',
				`/workflows/${workflowId}/publication-status`,
			).catch((error) => {
				// Older versions do not have this request: there, the workflow is published when the
				// request before has succeeded.
				if (error instanceof SyntaxError || error.status === 404) return { status: 'published' };
				throw error;
			});
			if (status === 'published') return;
			if (status === 'failed' || Date.now() > deadline)
				throw new Error(`The workflow was not published (${status}): ${JSON.stringify(more)}`);
			await new Promise((resolve) => setTimeout(resolve, 300));
		}
	}

	/** Unpublishes a workflow. */
	async unpublish(workflowId) {
		await this.rest('POST', `/workflows/${workflowId}/deactivate`, {});
		this.published.delete(workflowId);
	}

	/**
	 * Runs a workflow manually from its trigger and waits for its end.
	 * @param options.onWaiting is called once with the execution when it waits for a person or a call
	 */
	async run(workflowId, trigger, { onWaiting } = {}) {
		// Older versions need the whole workflow.
		const workflowData = this.home ? await this.rest('GET', `/workflows/${workflowId}`) : undefined;
		const { executionId } = await this.rest('POST', `/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
			...(workflowData ? { workflowData } : {}),
		});
		const deadline = Date.now() + TIMEOUT_MS;
		for (;;) {
			const execution = await this.execution(executionId);
			const hasEnded = execution.finished || ENDED.includes(execution.status);
			// Older versions save the status before the data.
			if (hasEnded && execution.hasData) return execution;
			if (execution.status === 'waiting' && onWaiting) {
				await onWaiting(execution);
				onWaiting = undefined;
			}
			if (Date.now() > deadline)
				throw new Error(`Execution ${executionId} did not end in ${TIMEOUT_MS / 1000} s`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	/** The content of a file that a node output; n8n stores it separately from the execution. */
	async file(binary) {
		if (!binary.id) return Buffer.from(binary.data, 'base64');
		const answer = await this.fetch(
			`/rest/binary-data?action=download&id=${encodeURIComponent(binary.id)}&fileName=${encodeURIComponent(binary.fileName ?? 'file')}`,
		);
		if (!answer.ok)
			throw new Error(`The file of ${binary.fileName} could not be read: ${answer.status}`);
		return Buffer.from(await answer.arrayBuffer());
	}

	/**
	 * All executions of a workflow as n8n lists them, oldest first.
	 *
	 * n8n's own cursor is not used: it orders by the start and continues by the ID, and with many
	 * executions at once the two differ, so some are listed twice, and others never.
	 */
	async listExecutions(workflowId) {
		const all = new Map();
		for (let startedBefore; ;) {
			const filter = encodeURIComponent(JSON.stringify({ workflowId, startedBefore }));
			const { results } = await this.rest('GET', `/executions?filter=${filter}&limit=100`);
			const known = all.size;
			for (const execution of results) all.set(execution.id, execution);
			if (all.size === known) break;
			startedBefore = results.at(-1).startedAt ?? undefined;
		}
		return [...all.values()].sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** All executions of a workflow with the outputs of their nodes, oldest first. */
	async executions(workflowId) {
		return await Promise.all(
			(await this.listExecutions(workflowId)).map(({ id }) => this.execution(id)),
		);
	}

	/** An execution with the output of each node, and what each still had to process. */
	async execution(id) {
		const { parse } = await import('flatted');
		const execution = await this.rest('GET', `/executions/${id}`);
		const data = typeof execution.data === 'string' ? parse(execution.data) : execution.data;
		return {
			...execution,
			hasData: data !== undefined,
			runData: data?.resultData?.runData ?? {},
			stack: data?.executionData?.nodeExecutionStack ?? [],
			error: data?.resultData?.error,
		};
	}
}

/** The items that a node output in an execution, from all its runs. */
export const outputOf = (execution, node, output = 0) =>
	(execution.runData[node] ?? []).flatMap((run) => run.data?.main?.[output] ?? []);

/**
 * An example workflow of the repository.
 * @param platform the address of the emulated platform, if it is not the usual one, which some
 * examples name
 */
export const readExample = (file, platform = 'http://127.0.0.1:4010') =>
	JSON.parse(
		readFileSync(join(root, 'workflows', file), 'utf8').replaceAll(
			'http://127.0.0.1:4010',
			platform,
		),
	);
