/**
 * The check-up of a real account: sends each read-only request once, with IDs from the account's
 * lists, and records the shapes of the responses. Nothing is created, changed, started or
 * downloaded.
 */
import { type Addressed, addressFor, baseAddress } from '../../credentials/address';
import { areas } from '../../nodes/areas';
import { ofKind } from '../../nodes/shared/declare/answers';
import { type Field, nameOnWire } from '../../nodes/shared/declare/fields';
import { type Picker, pickerOf } from '../../nodes/shared/declare/lists/picker';
import { recordsOf } from '../../nodes/shared/declare/lists/records';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { inputFrom } from '../../nodes/shared/engine/input/assemble';
import { isObject } from '../../nodes/shared/support/json';
import { buildRequest } from '../../nodes/shared/transport/wire';
import {
	ANY_VALUE,
	contentOf,
	isSuccess,
	keyOf,
	type ReadResponse,
	type Recording,
	recordingOf,
} from '../../platform/recording/recording';
import { QUESTIONS } from './questions';

export interface Access {
	region?: string;
	address?: string;
	/**
	 * Addresses of the other applications, by field of the credential, if they do not follow from
	 * `address`.
	 */
	applications?: Readonly<Record<string, string | undefined>>;
	clientId?: string;
	clientSecret?: string;
	/** A personal access token, instead of client ID and secret. */
	token?: string;
}

type Progress = (done: number, all: number, operation: string) => void;

/** The pause before each request: the platform allows only 60 per minute for some API families. */
const EVERY_MS = 1_100;
const TIMEOUT_MS = 60_000;
/** How many seconds to wait after a 429 that does not say so, and how many at most. */
const LIMIT_SECONDS = 2;
const MAX_LIMIT_SECONDS = 60;
/** A few records of one page are enough to see their form. */
const PAGE = 20;

/** The operations that only read, and return neither secrets nor files. */
export function readings(): Array<{ name: string; operation: RequestOperation }> {
	return Object.entries(areas).flatMap(([node, resources]) =>
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([name, operation]) =>
				operation.kind === 'request' && isReading(operation)
					? [{ name: `${node} ${value}.${name}`, operation }]
					: [],
			),
		),
	);
}

const isReading = ({ method, effect, endpoint, answers }: RequestOperation): boolean =>
	answers.kind !== 'file' &&
	answers.whySecret === undefined &&
	endpoint.startsWith('/') &&
	(method === 'GET' ||
		(method === 'POST' && effect === 'read' && /(search|\.search)$/.test(endpoint)));

/** @throws Error if the sign-in fails */
export async function checkUp(
	access: Access,
	{
		progress = () => undefined,
		everyMs = EVERY_MS,
	}: { progress?: Progress; everyMs?: number } = {},
): Promise<Recording> {
	const region = access.address === undefined ? access.region : 'other';
	const addressed = { region, address: access.address, ...access.applications };
	const base = baseAddress(addressed);
	const token = access.token ?? (await signIn(base, access));
	const account = new Account(addressed, token, everyMs);
	const all = readings();
	const notAsked = new Map<RequestOperation, string>();
	// Requests without an ID come first: their responses contain the IDs for the others.
	const ordered = [...all].sort(
		(a, b) => requiredFields(a.operation).length - requiredFields(b.operation).length,
	);
	for (const [index, { operation }] of ordered.entries()) {
		progress(index + 1, ordered.length, keyOf(operation));
		const why = await account.check(operation);
		if (why !== undefined) notAsked.set(operation, why);
	}
	for (const { wonders } of QUESTIONS) {
		const asked = wonders && all.find(({ operation }) => keyOf(operation) === wonders.operation);
		if (asked) await account.check(asked.operation, wonders.values);
	}
	return recordingOf({
		date: new Date().toISOString().slice(0, 10),
		region: region ?? 'eu',
		signIn: access.token === undefined ? 'service account' : 'personal access token',
		operations: all.map(({ operation }) => ({ operation, notAsked: notAsked.get(operation) })),
		reads: account.reads,
		questions: QUESTIONS.map(({ asks, answer }) => ({
			asks,
			answer: answer(account.reads) ?? NOT_SEEN,
		})),
	});
}

async function signIn(base: string, { clientId = '', clientSecret = '' }: Access): Promise<string> {
	const answer = await fetch(`${base}/security/oauth/token`, {
		method: 'POST',
		redirect: 'error',
		signal: AbortSignal.timeout(TIMEOUT_MS),
		headers: {
			'Content-Type': 'application/json',
			Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
		},
		body: JSON.stringify({ audience: `${base}/`, grant_type: 'client_credentials' }),
	}).catch((error: unknown) => {
		throw new Error(
			`The platform at ${base} did not answer (${whyUnanswered(error)}). Check the region or address, and your network.`,
		);
	});
	const body = (await answer.json().catch(() => ({}))) as { access_token?: string };
	if (!answer.ok || typeof body.access_token !== 'string')
		throw new Error(
			`The platform did not accept the client ID and secret (status ${answer.status}). Check them, and the region.`,
		);
	return body.access_token;
}

/** The answer to a question if no response shows it. */
export const NOT_SEEN = 'not seen';

/** The records of a list; none if the response has no list. */
function recordsIn({ records, list }: Picker, body: unknown): unknown[] {
	try {
		return records?.(body) ?? recordsOf(body, ofKind('list', list.answers).listPath) ?? [];
	} catch {
		return [];
	}
}

const requiredFields = ({ path, query, body }: RequestOperation): Array<[string, Field]> =>
	Object.entries({ ...path, ...query, ...((body ?? {}) as Record<string, Field>) }).filter(
		([, field]) => field?.spec?.required === true,
	);

/** Fields that end a time span. */
const ENDS = new Set(['to', 'endTime']);

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Why there was no response: ECONNREFUSED, TimeoutError … */
function whyUnanswered(error: unknown): string {
	const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
	return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : (error as Error).name;
}

async function answerTo(
	address: string,
	request: RequestInit,
): Promise<Pick<ReadResponse, 'status' | 'unanswered' | 'headers' | 'body' | 'content'>> {
	try {
		const answer = await fetch(address, {
			...request,
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const text = await answer.text();
		const { content, json } = contentOf(text, answer.headers.get('content-type') ?? '');
		const { status } = answer;
		return {
			status,
			headers: Object.fromEntries(answer.headers),
			content,
			body: content === 'json' ? json : content === 'nothing' ? undefined : text,
		};
	} catch (error) {
		return { unanswered: whyUnanswered(error), headers: {}, body: undefined };
	}
}

/** Why a request cannot be sent, without values of the account. */
class NothingToAskAbout extends Error {}

/** One signed-in account: what was read, and the IDs from its lists. */
class Account {
	readonly reads: ReadResponse[] = [];
	private readonly lists = new Map<string, Promise<ReadResponse>>();
	private lastAt = 0;

	constructor(
		private readonly addressed: Addressed,
		private readonly token: string,
		private readonly everyMs: number,
	) {}

	/**
	 * Sends a request once.
	 * @param chosen values that the check-up has chosen, for an additional request
	 * @returns why it could not be sent, without values of the account
	 */
	async check(
		operation: RequestOperation,
		chosen?: Record<string, unknown>,
	): Promise<string | undefined> {
		try {
			const made = Object.fromEntries(
				Object.entries(chosen ?? {}).map(([name, value]) => [
					name,
					typeof value === 'function' ? (value as () => unknown)() : value,
				]),
			);
			await this.read(operation, { ...(await this.valuesFor(operation)), ...made }, chosen);
			return undefined;
		} catch (error) {
			// The message of another error may contain a value.
			return error instanceof NothingToAskAbout
				? error.message
				: `no request could be made from what the lists contain (${(error as Error).name})`;
		}
	}

	/** Sends identical requests only once. */
	private async read(
		operation: RequestOperation,
		values: Record<string, unknown>,
		chosen?: Record<string, unknown>,
	): Promise<ReadResponse> {
		const size = operation.pages?.size;
		const { [size ?? '']: length = PAGE, ...others } = values;
		const { url, headers, body, method } = buildRequest(
			operation,
			inputFrom(operation, others as never),
			size === undefined ? {} : { [size]: length as number },
		);
		const key = `${method} ${url} ${typeof body === 'string' ? body : ''}`;
		const asked =
			this.lists.get(key) ?? this.ask(operation, { url, headers, body, method }, chosen);
		this.lists.set(key, asked);
		return await asked;
	}

	/**
	 * Sends a request. After a refusal because of a limit, it is sent once more.
	 * @returns the last response
	 */
	private async ask(
		operation: RequestOperation,
		{ url, headers, body, method }: ReturnType<typeof buildRequest>,
		chosen?: Record<string, unknown>,
	): Promise<ReadResponse> {
		const about = {
			operation: keyOf(operation),
			query: Object.fromEntries(new URL(url, 'http://x').searchParams),
			...(chosen
				? {
						with: Object.fromEntries(
							Object.entries(chosen).map(([name, value]) => [
								name,
								typeof value === 'function' ? ANY_VALUE : String(value),
							]),
						),
					}
				: {}),
		};
		const address = `${this.baseOf(operation)}${url}`;
		const request = {
			method,
			body: typeof body === 'string' ? body : undefined,
			headers: { ...headers, Authorization: `Bearer ${this.token}` },
		};
		let read = await this.send(about, address, request);
		if (read.status === 429) {
			await pause(
				Math.min(Number(read.headers['retry-after']) || LIMIT_SECONDS, MAX_LIMIT_SECONDS) * 1_000,
			);
			read = await this.send(about, address, request);
		}
		return read;
	}

	private async send(
		about: Pick<ReadResponse, 'operation' | 'query' | 'with'>,
		address: string,
		request: RequestInit,
	): Promise<ReadResponse> {
		const wait = this.lastAt + this.everyMs - Date.now();
		this.lastAt = Math.max(Date.now(), this.lastAt + this.everyMs);
		if (wait > 0) await pause(wait);
		const read = { ...about, ...(await answerTo(address, request)) };
		this.reads.push(read);
		return read;
	}

	/** @throws NothingToAskAbout */
	private baseOf({ endpoint }: RequestOperation): string {
		try {
			return addressFor(endpoint, this.addressed);
		} catch {
			throw new NothingToAskAbout('the address of this application is not known');
		}
	}

	/** A value for each required field: an ID from its list, a choice, or the example. */
	private async valuesFor(operation: RequestOperation): Promise<Record<string, unknown>> {
		const values: Record<string, unknown> = {};
		for (const [name, field] of requiredFields(operation))
			values[name] = await this.valueFor(name, field, values);
		return values;
	}

	private async valueFor(
		name: string,
		field: Field,
		others: Record<string, unknown>,
	): Promise<unknown> {
		if (field.spec.initial !== undefined) return field.spec.initial;
		const picker = pickerOf(field);
		if (picker) return await this.idFrom(picker, others);
		const { choices, kind } = field.spec as { choices?: Array<{ value: string }>; kind: string };
		if (choices?.[0]) return choices[0].value;
		// The time span also includes scheduled executions.
		if (kind === 'date')
			return new Date(Date.now() + (ENDS.has(name) ? 7 : -1) * 86_400_000).toISOString();
		throw new NothingToAskAbout(`no list has a value for ${nameOnWire(name, field)}`);
	}

	private async idFrom(picker: Picker, others: Record<string, unknown>): Promise<string> {
		const taken = { ...picker.list.path, ...picker.list.query };
		const within = Object.fromEntries(Object.entries(others).filter(([name]) => name in taken));
		for (const [name, field] of requiredFields(picker.list))
			within[name] ??= picker.always?.[name] ?? (await this.valueFor(name, field, within));
		const { status = 0, body } = await this.read(picker.list, { ...picker.always, ...within });
		if (!isSuccess({ status }))
			throw new NothingToAskAbout(
				`no ${picker.noun} is known: the list of them was ${status === 0 ? 'not answered' : `refused with ${status}`}`,
			);
		const records = recordsIn(picker, body);
		const id = records
			.filter(isObject)
			.map((record) => picker.entry(record).id)
			.find((each) => each !== '');
		if (id === undefined)
			throw new NothingToAskAbout(`no ${picker.noun} is known: the list of them shows none`);
		return id;
	}
}
