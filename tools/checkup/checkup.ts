/**
 * The check-up of a real account: sends each read-only request once, with IDs from the account's
 * lists, and judges each response by both descriptions of the platform. Nothing is created, changed,
 * started or downloaded.
 */
import { addressFor, APPLICATIONS, applicationOf, baseAddress, type Addressed } from '../../credentials/address';
import { areas } from '../../nodes/areas';
import { nameOnWire, type Field } from '../../nodes/shared/declare/field';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { pickerOf, type Picker } from '../../nodes/shared/declare/lists/picker';
import { inputFrom } from '../../nodes/shared/engine/input/input';
import { buildRequest } from '../../nodes/shared/engine/input/wire';
import { deviationsOf, listIn, type Deviations } from './findings';
import { QUESTIONS, type Read } from './questions';

export interface Access {
	region?: string;
	address?: string;
	/** Addresses of the other applications, by field of the credential, if they do not follow from `address`. */
	applications?: Readonly<Record<string, string | undefined>>;
	clientId?: string;
	clientSecret?: string;
	/** A personal access token, instead of client ID and secret. */
	token?: string;
}

/** The result for one operation. */
export interface Checked {
	/** "GET /orchestration/environments". */
	operation: string;
	/** "Orchestration environment.search". */
	name: string;
	status?: number;
	/** Why the request could not be sent, without values of the account. */
	skipped?: string;
	/** The number of records in a list. */
	records?: number;
	mediaType?: string;
	headers?: string[];
	deviations?: Deviations;
}

export interface Report {
	/** The day of the check-up. */
	date: string;
	host: string;
	operations: Checked[];
	/** What is known about the other applications, one sentence each. */
	applications: Array<{ name: string; answer: string }>;
	questions: Array<{ asks: string; answer: string }>;
}

type Progress = (done: number, all: number, operation: string) => void;

/** Requests per second; the platform allows only 60 per minute for some API families. */
const EVERY_MS = 1_100;
const TIMEOUT_MS = 60_000;
/** A few records of one page are enough to see their form. */
const PAGE = 20;

/** The operations that only read, and return neither secrets nor files. */
export function readings(): Array<{ name: string; operation: RequestOperation }> {
	return Object.entries(areas).flatMap(([node, resources]) =>
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([name, operation]) =>
				operation.kind === 'request' && isReading(operation) ? [{ name: `${node} ${value}.${name}`, operation }] : [],
			),
		),
	);
}

const isReading = ({ method, effect, endpoint, answers }: RequestOperation): boolean =>
	answers.kind !== 'file' && answers.secret === undefined && endpoint.startsWith('/') && (method === 'GET' || (method === 'POST' && effect === 'read' && /(search|\.search)$/.test(endpoint)));

/** @throws Error if the sign-in fails */
export async function checkUp(access: Access, { progress = () => undefined, everyMs = EVERY_MS }: { progress?: Progress; everyMs?: number } = {}): Promise<Report> {
	const addressed = { region: access.address === undefined ? access.region : 'other', address: access.address, ...access.applications };
	const base = baseAddress(addressed);
	const account = new Account(addressed, access.token ?? (await signIn(base, access)), everyMs);
	const all = readings();
	const checked: Checked[] = [];
	// Requests without an ID come first: their responses contain the IDs for the others.
	const ordered = [...all].sort((a, b) => requiredFields(a.operation).length - requiredFields(b.operation).length);
	for (const [index, { name, operation }] of ordered.entries()) {
		progress(index + 1, ordered.length, keyOf(operation));
		checked.push(await account.check(name, operation));
	}
	for (const { wonders } of QUESTIONS) {
		const asked = wonders && all.find(({ operation }) => keyOf(operation) === wonders.operation);
		if (asked) await account.wonder(asked.operation, wonders.values);
	}
	return {
		date: new Date().toISOString().slice(0, 10),
		host: new URL(base).host,
		operations: checked,
		applications: APPLICATIONS.map(({ name }) => ({ name, answer: stateOf(checked.filter(({ operation }) => applicationOf(operation.slice(operation.indexOf(' ') + 1))?.name === name)) })),
		questions: QUESTIONS.map(({ asks, answer }) => ({ asks, answer: answer(account.reads) ?? 'not seen' })),
	};
}

/** Whether an application answers this account. No source says what it answers an account that does not have it. */
function stateOf(operations: readonly Checked[]): string {
	const statuses = operations.flatMap(({ status }) => (status === undefined ? [] : [status]));
	if (statuses.some((status) => status < 300)) return 'The account has it.';
	if (statuses.length === 0) return `It was not reached (${operations[0]!.skipped}).`;
	const seen = [...new Set(statuses)].sort().join(' and ');
	return `Every request was refused (status ${seen}). Perhaps the account does not have it, or this user may not use it. Whether service accounts may is not documented: try a personal access token.`;
}

async function signIn(base: string, { clientId = '', clientSecret = '' }: Access): Promise<string> {
	const answer = await fetch(`${base}/security/oauth/token`, {
		method: 'POST',
		redirect: 'error',
		signal: AbortSignal.timeout(TIMEOUT_MS),
		headers: { 'Content-Type': 'application/json', Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
		body: JSON.stringify({ audience: `${base}/`, grant_type: 'client_credentials' }),
	});
	const body = (await answer.json().catch(() => ({}))) as { access_token?: string };
	if (!answer.ok || typeof body.access_token !== 'string') throw new Error(`The platform did not accept the client ID and secret (status ${answer.status}). Check them, and the region.`);
	return body.access_token;
}

const keyOf = ({ method, endpoint }: RequestOperation): string => `${method} ${endpoint}`;

/** The required fields. */
const requiredFields = ({ path, query, body }: RequestOperation): Array<[string, Field]> =>
	Object.entries({ ...path, ...query, ...((body ?? {}) as Record<string, Field>) }).filter(([, field]) => field?.spec?.required === true && field.spec.initial === undefined);

/** Fields that end a time span. */
const ENDS = new Set(['to', 'endTime']);

/** It is not known where an application is. */
class NoAddress extends Error {}

/** Why there was no response, without anything of the account: a host name may be its own. */
function whyUnanswered(error: Error): string {
	if (error instanceof NoAddress) return error.message;
	const { code } = (error.cause ?? {}) as { code?: unknown };
	return `no answer: ${typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : error.name}`;
}

/** No list contained an ID of this kind. */
class NothingToAskAbout extends Error {}

/** One signed-in account: what was read, and the IDs from its lists. */
class Account {
	readonly reads: Read[] = [];
	private readonly lists = new Map<string, Promise<Read>>();
	private lastAt = 0;

	constructor(
		private readonly addressed: Addressed,
		private readonly token: string,
		private readonly everyMs: number,
	) {}

	async check(name: string, operation: RequestOperation): Promise<Checked> {
		const about = { operation: keyOf(operation), name };
		try {
			const read = await this.read(operation, await this.valuesFor(operation));
			const records = operation.answers.kind === 'list' && read.status < 300 ? { records: listIn(operation, read.body).length } : {};
			return {
				...about,
				status: read.status,
				...records,
				mediaType: (read.headers['content-type'] ?? '').split(';')[0],
				headers: Object.keys(read.headers).sort(),
				...(read.status < 300 ? { deviations: deviationsOf(operation, read.status, read.body) } : {}),
			};
		} catch (error) {
			if (error instanceof NothingToAskAbout) return { ...about, skipped: error.message };
			return { ...about, skipped: whyUnanswered(error as Error) };
		}
	}

	/** Sends identical requests only once. */
	private async read(operation: RequestOperation, values: Record<string, unknown>): Promise<Read> {
		const size = operation.pages?.size;
		const { url, headers, body, method } = buildRequest(operation, inputFrom(operation, values as never), size === undefined ? {} : { [size]: PAGE });
		const key = `${method} ${url} ${typeof body === 'string' ? body : ''}`;
		const asked = this.lists.get(key) ?? this.ask(operation, { url, headers, body, method });
		this.lists.set(key, asked);
		return await asked;
	}

	private async ask(operation: RequestOperation, { url, headers, body, method }: ReturnType<typeof buildRequest>): Promise<Read> {
		const base = this.baseOf(operation);
		const wait = this.lastAt + this.everyMs - Date.now();
		this.lastAt = Math.max(Date.now(), this.lastAt + this.everyMs);
		if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
		const answer = await fetch(`${base}${url}`, { method, body: typeof body === 'string' ? body : undefined, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), headers: { ...headers, Authorization: `Bearer ${this.token}` } });
		const text = await answer.text();
		const read: Read = {
			operation: keyOf(operation),
			status: answer.status,
			headers: Object.fromEntries(answer.headers),
			body: jsonOrText(text),
			query: Object.fromEntries(new URL(url, 'http://x').searchParams),
		};
		this.reads.push(read);
		return read;
	}

	/** @throws NoAddress */
	private baseOf({ endpoint }: RequestOperation): string {
		try {
			return addressFor(endpoint, this.addressed);
		} catch {
			throw new NoAddress('its address is not known');
		}
	}

	/** Sends the additional requests of the questions. */
	async wonder(operation: RequestOperation, values: Record<string, unknown>): Promise<void> {
		try {
			await this.read(operation, { ...(await this.valuesFor(operation)), ...values });
		} catch {
			// Without a record, or without a response, the question stays open.
		}
	}

	/** A value for each required field: an ID from its list, a choice, or the example. */
	private async valuesFor(operation: RequestOperation): Promise<Record<string, unknown>> {
		const values: Record<string, unknown> = {};
		for (const [name, field] of requiredFields(operation)) values[name] = await this.valueFor(name, field, values);
		return values;
	}

	private async valueFor(name: string, field: Field, others: Record<string, unknown>): Promise<unknown> {
		const picker = pickerOf(field);
		if (picker) return await this.idFrom(picker, others);
		const { choices, kind } = field.spec as { choices?: Array<{ value: string }>; kind: string };
		if (choices?.[0]) return choices[0].value;
		// The time span also includes scheduled executions.
		if (kind === 'date') return new Date(Date.now() + (ENDS.has(name) ? 7 : -1) * 86_400_000).toISOString();
		throw new NothingToAskAbout(`no value is known for ${nameOnWire(name, field)}`);
	}

	private async idFrom(picker: Picker, others: Record<string, unknown>): Promise<string> {
		const taken = { ...picker.list.path, ...picker.list.query };
		const within = Object.fromEntries(Object.entries(others).filter(([name]) => name in taken));
		for (const [name, field] of requiredFields(picker.list)) within[name] ??= picker.always?.[name] ?? (await this.valueFor(name, field, within));
		const { status, body } = await this.read(picker.list, { ...picker.always, ...within });
		const records = status < 300 ? (picker.records?.(body) ?? listIn(picker.list, body)) : [];
		const id = records.map((record) => picker.entry(record).id).find((each) => each !== '');
		if (id === undefined) throw new NothingToAskAbout(`the account has no ${picker.noun}`);
		return id;
	}
}

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text === '' ? undefined : text;
	}
}
