/**
 * Running an operation for the items of a node. Two doors lead here: `customOperations`, which n8n
 * opens in a workflow, and `routing` with its pagination function, which it opens when the node is
 * used as a tool. Behind both, {@link perform} does the same for each item.
 */
import {
	NodeApiError,
	NodeOperationError,
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type DeclarativeRestApiSettings,
	type JsonObject,
	type IPollFunctions,
} from 'n8n-workflow';

import { clock } from './clock';
import { explain, inOwnWords, operationError, refusal, type Refused } from './errors';
import {
	operation as declare,
	file,
	type Input,
	type Operation,
	type Output,
	type RequestOperation,
	type Resource,
} from './operation';
import { asRecord, fileOf, outputOf, paired, picked, simplify } from './output';
import { recordsOf, tellsTotal } from './pages';
import { withNamesResolved } from './pickers';
import { buildRequest, inputFrom, readInput, warningsOf, type WireRequest } from './request';
import { explaining, send, type Answer, type Exchange, type Sender } from './send';
import { isLoopback } from '../../credentials/address';
import { nodeWithoutSecrets, secretsGiven } from './secrets';
import { BadInput } from './values';

/** What the items of one node run share. */
export interface Run {
	/** IDs of records that were given by name, as they are looked up. */
	names: Map<string, Promise<string>>;
	/** What goes on by itself on the platform since an item started it: execution IDs. */
	goingOn: Set<string>;
	/** Work that must not overlap, by what it is about. */
	queues: Map<string, Promise<unknown>>;
	/** The first item that did not succeed, when that ends the run. */
	failed?: { itemIndex: number; message: string };
	/** Why the run ended early: that item, or the workflow was stopped. */
	endedBy?: { reason: unknown };
	/** What was told beside the output: the same words once for all items. */
	hints: Set<string>;
	/** The items under way. Each has a signal of its own: thousands of listeners on one would be a leak. */
	underWay: Set<AbortController>;
}

/** An operation under way for one item: all that it may do. */
export interface Call {
	readonly node: INode;
	readonly itemIndex: number;
	readonly run: Run;
	/** Aborted when the workflow is stopped or another item ended the run. */
	readonly signal: AbortSignal;
	/** A parameter of the node for this item, its expressions resolved. */
	parameter(name: string): unknown;
	/** The workflow's time zone. */
	readonly timezone: string;
	/** Sends one request with checked input, and optionally page parameters. */
	send(operation: RequestOperation, input: Input, page?: IDataObject): Promise<Answer>;
	/** Sends one request with values of the wire, by parameter name. */
	ask(operation: RequestOperation, values: IDataObject): Promise<Answer>;
	/** As {@link ask}, even after the workflow was stopped: for what has to be put right then. */
	askLast(operation: RequestOperation, values: IDataObject): Promise<Answer>;
	/** All records of a list, or the first `limit`. */
	list(operation: RequestOperation, values: IDataObject, limit?: number): Promise<IDataObject[]>;
	/** Sends a request to an address of its own, without the credential. */
	plain(operation: RequestOperation, request: WireRequest): Promise<Answer>;
	/** Downloads from a link that carries its own permission, without the credential. */
	download(url: string): Promise<{ body: Buffer; headers: Record<string, string> }>;
	binary(data: Buffer, fileName: string, mimeType: string): Promise<IBinaryData>;
	/** Does work after all other work about the same thing in this node run. */
	oneByOne<T>(about: string, work: () => Promise<T>): Promise<T>;
	/** Tells something beside the output, without ending anything. */
	hint(message: string): void;
	/**
	 * An error of this item, in the words of the flow.
	 * @param lines what the description only begins to name; n8n shows them with the details of the error
	 */
	problem(message: string, description?: string, lines?: string[]): NodeOperationError;
	/** An error of this item from a refusal. */
	explain(refused: Refused, operation?: RequestOperation, about?: string): NodeApiError;
}

type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** Items of a workflow that are under way at once; their requests are bounded by the lanes. */
const ITEMS_AT_ONCE = 8;
/** As many, of operations that wait for long; an account runs 200 executions at once (vendor-facts). */
const PATIENT_ITEMS_AT_ONCE = 50;

function newRun(context: Context): Run {
	const run: Run = { names: new Map(), hints: new Set(), goingOn: new Set(), queues: new Map(), underWay: new Set() };
	const stopped = context.getExecutionCancelSignal?.();
	if (stopped?.aborted) endRun(run, stopped.reason);
	else stopped?.addEventListener('abort', () => endRun(run, stopped.reason), { once: true });
	return run;
}

const toolRuns = new WeakMap<object, Run>();

/**
 * The run that an item of the declarative engine belongs to. An agent gives all calls of its tools
 * one `executeData`; the input data is the call's own. When the last item is done the run is over:
 * n8n repeats a node (Retry On Fail) with the same data.
 */
function toolRun(context: IExecuteSingleFunctions): { run: Run; leave: () => void } {
	const key = (context as { inputData?: object }).inputData ?? context;
	const run = toolRuns.get(key) ?? newRun(context);
	toolRuns.set(key, run);
	return {
		run,
		leave: () => {
			if (run.underWay.size === 0 && toolRuns.get(key) === run) toolRuns.delete(key);
		},
	};
}

/** Ends the run early: what is under way stops waiting and retrying, nothing more is started. */
function endRun(run: Run, reason: unknown): void {
	if (run.endedBy) return;
	run.endedBy = { reason };
	for (const item of run.underWay) item.abort(reason);
}

/** The credential type that a node uses: the person chooses it by Authentication. */
export const CREDENTIALS = { serviceAccount: 'talendCloudApi', token: 'talendCloudTokenApi' } as const;

function credentialTypeOf(authentication: unknown): string {
	return authentication === 'token' ? CREDENTIALS.token : CREDENTIALS.serviceAccount;
}

/** Tells credentials apart without knowing them. */
function credentialKey(node: INode, type: string): string {
	const used = node.credentials?.[type];
	return `${type} ${used?.id ?? used?.name ?? node.id}`;
}

/** The operation that a node is set to. */
function operationOf(resources: readonly Resource[], resource: unknown, operation: unknown): Operation {
	const found = resources.find(({ value }) => value === resource)?.operations[String(operation)];
	if (!found) throw new BadInput('operation', 'Operation', `is not known: ${String(resource)}, ${String(operation)}`);
	return found;
}

interface Surroundings {
	context: Context;
	run: Run;
	itemIndex: number;
	parameter: (name: string) => unknown;
	/** Proxy, certificates and time limit from the node's request options. */
	base: Partial<IHttpRequestOptions>;
}

function callOf(
	{ context, run, itemIndex, parameter, base }: Surroundings,
	signal: AbortSignal,
	node: INode,
	secrets: readonly string[],
): Call {
	const sender: Sender = {
		...senderOf(context, credentialTypeOf(parameter('authentication')), base),
		signal,
		explain: explaining({ node, itemIndex, secrets }),
	};
	const sendInput = (asked: RequestOperation, input: Input, page?: IDataObject) =>
		send(sender, asked, buildRequest(asked, input, page));
	const call: Call = {
		node,
		itemIndex,
		run,
		signal,
		parameter,
		timezone: context.getTimezone(),
		send: sendInput,
		ask: (asked, values) => sendInput(asked, inputFrom(asked, values)),
		askLast: (asked, values) =>
			send(
				{ ...sender, exchange: (options) => sender.exchange(options, true), signal: undefined },
				asked,
				buildRequest(asked, inputFrom(asked, values)),
			),
		list: async (asked, values, limit) => {
			const found: IDataObject[] = [];
			await readPages(call, asked, inputFrom(asked, values), limit, (records) => {
				for (const record of records) found.push(record);
			});
			return found;
		},
		plain: (asked, wire) =>
			send(
				{
					credential: '',
					signal,
					exchange: async (options) =>
						(await context.helpers.httpRequest({ ...options, ...base, abortSignal: signal })) as Awaited<ReturnType<Exchange>>,
					explain: sender.explain,
				},
				asked,
				wire,
			),
		download: async (url) => {
			const wire = { method: 'GET' as const, url: fetchable(node, url), headers: {}, binary: true };
			const { body, headers } = await call.plain(downloading, wire);
			return { body: Buffer.from(body as Buffer), headers };
		},
		binary: (data, fileName, mimeType) => context.helpers.prepareBinaryData(data, fileName, mimeType),
		oneByOne: (about, work) => {
			const turn = (run.queues.get(about) ?? Promise.resolve()).then(work, work);
			run.queues.set(about, turn);
			return turn;
		},
		hint: (message) => tell(context, run, message),
		problem: (message, description, lines = []) =>
			Object.assign(operationError(node, message, description, itemIndex), { messages: lines }),
		explain: (refused, of, about) => explain(refused, { node, itemIndex, operation: of, secrets, about }),
	};
	return call;
}

/** A tool has no place for hints: there, and in an n8n that has none, they go to n8n's log. */
function tell(context: Context, { hints }: Run, message: string): void {
	if (hints.has(message)) return;
	hints.add(message);
	if ('addExecutionHints' in context) context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	else context.logger.warn(message);
}

/** What is secret in a credential, for taking it out of errors. */
async function credentialSecrets(context: Requesting, type: string): Promise<string[]> {
	const credential = await context.getCredentials<IDataObject>(type).catch(() => ({}) as IDataObject);
	const stored = /"token":"([^"]+)"/.exec(String(credential.accessToken ?? ''))?.[1];
	return [credential.clientSecret, credential.token, stored].filter((value): value is string => typeof value === 'string' && value !== '');
}

/** n8n cuts off the requests of a stopped workflow, but for those that must be heard out. */
const unstoppable = (context: Requesting): Requesting =>
	Object.create(context, { getExecutionCancelSignal: { value: () => undefined } }) as Requesting;

type Requesting = Context | ILoadOptionsFunctions | IPollFunctions;

/** Sending as the credential of a node. */
function senderOf(
	context: Requesting,
	type: string,
	base: Partial<IHttpRequestOptions> = {},
): Pick<Sender, 'exchange' | 'credential' | 'secrets'> {
	return {
		secrets: async () => await credentialSecrets(context, type),
		credential: credentialKey(context.getNode(), type),
		exchange: async (options, toTheEnd) =>
			(await context.helpers.httpRequestWithAuthentication.call(
				(toTheEnd ? unstoppable(context) : context) as IExecuteFunctions,
				type,
				{ ...options, ...base },
			)) as Awaited<ReturnType<Exchange>>,
	};
}

/** Sending on behalf of the editor, for a list search. */
export function loadOptionsSender(context: ILoadOptionsFunctions): Sender {
	return {
		...senderOf(context, credentialTypeOf(context.getCurrentNodeParameter('authentication'))),
		explain: explaining({ node: context.getNode() }),
	};
}

/** Sending on behalf of a polling trigger. */
export function pollSender(context: IPollFunctions): Sender {
	return {
		...senderOf(context, credentialTypeOf(context.getNodeParameter('authentication'))),
		explain: explaining({ node: context.getNode() }),
	};
}

const downloading = declare('GET /', { name: 'Download', action: 'Download a file', description: 'Any link', lane: 'files', answers: file() });

/** A download link must be https, or http on this machine. */
function fetchable(node: INode, link: string): string {
	const url = URL.canParse(link) ? new URL(link) : undefined;
	if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) return link;
	throw operationError(
		node,
		'The platform gave a download link that is not safe to follow',
		'The link does not begin with https://. Nothing was downloaded.',
	);
}

// ---------------------------------------------------------------------------------------------
// One item

/** Does an operation for one item. */
async function perform(surroundings: Surroundings, resources: readonly Resource[]): Promise<INodeExecutionData[]> {
	const { itemIndex, parameter, context, run } = surroundings;
	const item = new AbortController();
	run.underWay.add(item);
	let node = context.getNode();
	try {
		if (run.endedBy) throw run.endedBy.reason;
		const operation = operationOf(resources, parameter('resource'), parameter('operation'));
		node = nodeWithoutSecrets(node, operation);
		const secrets: string[] = [];
		const call = callOf(surroundings, item.signal, node, secrets);
		const input = readInput(operation, await withNamesResolved(call, operation, parameter), call);
		secrets.push(...secretsGiven(operation, input.values));
		for (const warning of warningsOf(operation, input)) call.hint(warning);
		const outputs =
			operation.kind === 'flow'
				? await operation.run(call, input.values as never)
				: operation.perform
					? await operation.perform(call, operation, input)
					: await request(call, operation, input);
		return paired(outputs, itemIndex);
	} catch (error) {
		throw errorOfItem(error, node, itemIndex, run);
	} finally {
		run.underWay.delete(item);
	}
}

/** What an item throws: input that was refused and items that were not sent say so in their own words. */
function errorOfItem(error: unknown, node: INode, itemIndex: number, run: Run): unknown {
	if (error instanceof BadInput) return refusal(node, error, itemIndex);
	if (run.failed && run.failed.itemIndex !== itemIndex && error === run.endedBy?.reason)
		return operationError(
			node,
			`Not sent: item ${run.failed.itemIndex} ended the run. ${run.failed.message}`,
			'To go on with the other items, set On Error in the settings of the node to Continue.',
			itemIndex,
		);
	return error;
}

/** The usual operation: one request, or the pages of a list. */
export async function request(call: Call, operation: RequestOperation, input: Input): Promise<Output[]> {
	if (operation.answers.kind === 'list') return await listed(call, operation, input);
	const answer = await call.send(operation, input);
	return operation.answers.kind === 'file' ? [await fileOf(operation, input, answer, call.binary)] : outputOf(operation, input, answer);
}

async function listed(call: Call, operation: RequestOperation, input: Input): Promise<Output[]> {
	const outputs: Output[] = [];
	const limit = input.settings.returnAll === true ? undefined : (input.settings.limit as number | undefined);
	const keep = input.settings.fields as string[] | undefined;
	await readPages(call, operation, input, limit, (records) => {
		for (const record of records) {
			const whole = asRecord(record);
			outputs.push({ json: keep ? picked(whole, keep) : simplify(operation.answers, input, whole) });
		}
	});
	return outputs;
}

/**
 * Reads the pages of a list until `limit` records have come or the list ends. A page that fails
 * fails the whole: no page that came before is put out as if it were all.
 */
export async function readPages(
	call: Call,
	operation: RequestOperation,
	input: Input,
	limit: number | undefined,
	take: (records: IDataObject[]) => void,
): Promise<void> {
	const { pages, answers } = operation;
	const place = pages?.where === 'body' ? (input.body as IDataObject) : input.query;
	const sized = pages?.sizedBy === undefined ? undefined : (place[pages.sizedBy] as number | undefined);
	const start = pages?.at === undefined ? undefined : (place[pages.at] as number | undefined);
	const seen = answers.key === undefined ? undefined : new Set<unknown>();
	let at = start ?? pages?.first ?? 0;
	let left = limit ?? Infinity;
	// One size for all pages: where pages are numbered, another size would be another place.
	const size = sized ?? Math.min(left, pages?.largest ?? Infinity);
	let before: string | undefined;
	while (left > 0) {
		const page: IDataObject = {};
		const sizeName = pages?.size ?? pages?.sizedBy;
		if (sizeName) page[sizeName] = size;
		if (pages?.at && (at !== pages.first || pages.alwaysSent)) page[pages.at] = at;
		const answer = await call.send(operation, input, page);
		let records = recordsOf(answer.body, answers.root);
		if (records === undefined)
			throw call.problem(
				'The platform answered in a form that is not a list',
				'The answer has none of the fields in which lists come. Nothing was put out.',
			);
		const count = records.length;
		// A platform that does not take the place of a page gives the same page again: that was all.
		const content = count > 0 ? JSON.stringify(records[0]) : undefined;
		if (content !== undefined && content === before && sameAgain(answer, pages)) return;
		before = content;
		if (seen) records = records.filter((record) => firstSeen(seen, record?.[answers.key!]));
		if (records.length > left) records = records.slice(0, left);
		const { each } = answers;
		take(each ? records.map((record) => each(record, answer.body as IDataObject)) : records);
		left -= records.length;
		const next = pages?.next({ answer, count, at, size });
		if (next === undefined || next <= at) return;
		at = next;
	}
}

/** Only lists that do not tell their length are suspected of repeating themselves. */
const sameAgain = (answer: Answer, pages: RequestOperation['pages']): boolean =>
	pages?.at !== undefined && !tellsTotal(answer);

function firstSeen(seen: Set<unknown>, key: unknown): boolean {
	if (key === undefined || key === null) return true;
	if (seen.has(key)) return false;
	seen.add(key);
	return true;
}

// ---------------------------------------------------------------------------------------------
// The two doors

/**
 * The door of a workflow. n8n's declarative engine evaluates every expression of every property
 * with the same name twice per item before a request is sent, and starts all items at once; this
 * evaluates once and keeps a few items under way (docs/architecture.md has the figures).
 */
export function customOperations(resources: readonly Resource[]) {
	async function runItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await overItems(this, resources)];
	}
	return Object.fromEntries(
		resources.map(({ value, operations }) => [
			value,
			Object.fromEntries(Object.keys(operations).map((name) => [name, runItems])),
		]),
	);
}

async function overItems(context: IExecuteFunctions, resources: readonly Resource[]): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const results: INodeExecutionData[][] = new Array<INodeExecutionData[]>(items.length);
	const run = newRun(context);
	const pausing = new AbortController();
	run.underWay.add(pausing);
	const { base, batchSize, batchIntervalMs } = requestOptions(context, items.length);
	const one = async (itemIndex: number) => {
		const parameter = (name: string) => context.getNodeParameter(name, itemIndex, null);
		try {
			results[itemIndex] = await perform({ context, run, itemIndex, parameter, base }, resources);
		} catch (error) {
			results[itemIndex] = survived(context, run, error, itemIndex);
		}
	};
	const atOnce = isPatient(context, resources) ? PATIENT_ITEMS_AT_ONCE : ITEMS_AT_ONCE;
	for (let from = 0; from < items.length && !run.endedBy; from += batchSize) {
		if (from > 0 && batchIntervalMs > 0) await clock.sleep(batchIntervalMs, pausing.signal);
		await pool(from, Math.min(items.length, from + batchSize), atOnce, run, one);
	}
	if (run.endedBy) throw withGoingOn(run);
	return results.flat();
}

/** The error that ended the run, which also names what goes on by itself on the platform. */
function withGoingOn({ endedBy, goingOn }: Run): unknown {
	const error = endedBy!.reason;
	if (goingOn.size === 0 || !(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const ids = [...goingOn].join(', ');
	error.description = [error.description, `Still running on the platform, started by other items: ${ids}.`].filter(Boolean).join(' ');
	return error;
}

/** Works on the numbers from `from` up to `to`, `atOnce` at a time, until the run is ended. */
async function pool(
	from: number,
	to: number,
	atOnce: number,
	run: Run,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = from;
	const worker = async () => {
		while (next < to && !run.endedBy) await work(next++);
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, to - from) }, worker));
}

/**
 * What an item that did not succeed leaves behind: an item with the error where the node
 * continues on failure, else the end of the run.
 */
function survived(context: Context, run: Run, error: unknown, itemIndex: number): INodeExecutionData[] {
	const stopped = context.getExecutionCancelSignal?.()?.aborted === true;
	if (context.continueOnFail() && !stopped) {
		const known = error as NodeApiError | NodeOperationError;
		return [{ json: { error: known.message }, error: known, pairedItem: { item: itemIndex } }];
	}
	if (!run.endedBy) {
		run.failed = { itemIndex, message: (error as Error).message };
		endRun(run, error);
	}
	return [];
}

/** n8n adds Request Options to each declarative node: batching, proxy, certificates, timeout. */
function requestOptions(context: IExecuteFunctions, items: number) {
	const given = context.getNodeParameter('requestOptions', 0, {}) as {
		batching?: { batch?: { batchSize?: number; batchInterval?: number } };
		proxy?: string;
		timeout?: number;
		allowUnauthorizedCerts?: boolean;
	};
	const base: Partial<IHttpRequestOptions> = {};
	if (given.timeout) base.timeout = given.timeout;
	if (given.allowUnauthorizedCerts) base.skipSslCertificateValidation = true;
	if (given.proxy) base.proxy = proxyOf(context.getNode(), given.proxy);
	const size = given.batching?.batch?.batchSize ?? 0;
	return {
		base,
		batchSize: size > 0 ? size : Math.max(1, items),
		batchIntervalMs: given.batching?.batch?.batchInterval ?? 0,
	};
}

function proxyOf(node: INode, address: string): IHttpRequestOptions['proxy'] {
	if (!URL.canParse(address))
		throw new NodeOperationError(node, 'The proxy must be an address such as http://127.0.0.1:3128');
	const url = new URL(address);
	return {
		host: url.hostname,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.replace(/:$/, ''),
		...(url.username
			? { auth: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } }
			: {}),
	};
}

function isPatient(context: IExecuteFunctions, resources: readonly Resource[]): boolean {
	const parameters = context.getNode().parameters;
	const found = resources.find(({ value }) => value === parameters.resource)?.operations[String(parameters.operation)];
	return found?.kind === 'flow' && found.patient;
}

/**
 * The door of a tool: n8n's declarative engine prepares each item and calls this in place of its
 * own paging. What the engine read of the request options stays in force.
 */
export function paginate(resources: readonly Resource[]) {
	return async function (
		this: IExecutePaginationFunctions,
		prepared: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const { proxy, skipSslCertificateValidation, timeout } = prepared.options as IHttpRequestOptions;
		const base: Partial<IHttpRequestOptions> = {};
		if (proxy) base.proxy = proxy;
		if (skipSslCertificateValidation) base.skipSslCertificateValidation = true;
		if (timeout && timeout !== ENGINE_TIMEOUT_MS) base.timeout = timeout;
		const { run, leave } = toolRun(this);
		const parameter = (name: string) => this.getNodeParameter(name, null);
		const working = perform({ context: this, run, itemIndex, parameter, base }, resources).catch((error: unknown) => {
			// The engine itself makes an item of the error where the node continues on failure.
			if (!this.continueOnFail()) survived(this, run, error, itemIndex);
			throw asApiError(error);
		});
		return await working.finally(leave);
	};
}

/** The declarative engine passes a NodeApiError on as it is, and puts other errors into its own words. */
function asApiError(error: unknown): unknown {
	if (!(error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	const { itemIndex } = error.context as { itemIndex?: number };
	return inOwnWords(
		new NodeApiError(error.node, { message } as JsonObject, { message, description: description ?? undefined, itemIndex }),
		message,
	);
}

/** What n8n's declarative engine sets when the person gave no time limit. */
const ENGINE_TIMEOUT_MS = 300_000;
