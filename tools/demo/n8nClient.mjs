/** The REST interface of n8n, as the editor uses it, for the owner of an n8n. */
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

/** A client of one n8n. */
export class N8nClient {
	/**
	 * @param isOlder whether it may be an older version than the demo's, which lacks some requests
	 */
	constructor({ address, isOlder = false }) {
		this.address = address;
		this.isOlder = isOlder;
		/** The IDs of the workflows that this client has published and not unpublished. */
		this.published = new Set();
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
			...(this.isOlder ? { active: false } : {}),
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
		const workflowData = this.isOlder
			? await this.rest('GET', `/workflows/${workflowId}`)
			: undefined;
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
