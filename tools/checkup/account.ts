/**
 * One signed-in account: sends its requests one after the other, and takes the IDs that they need
 * from its lists.
 */
import type { IDataObject } from 'n8n-workflow';

import { type Addressed, addressFor } from '../../credentials/values/address';
import { ofKind } from '../../nodes/shared/declare/answers';
import { keyOf } from '../../nodes/shared/declare/define';
import { sentFields } from '../../nodes/shared/declare/derived/operationParts';
import { type Field, nameOnWire } from '../../nodes/shared/declare/fields';
import { recordsOf } from '../../nodes/shared/declare/lists/listInResponse';
import {
	type Picker,
	pickerOf,
	withoutValuesUnknownToList,
} from '../../nodes/shared/declare/lists/picker';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { inputFrom } from '../../nodes/shared/engine/input/assemble';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { isObject } from '../../nodes/shared/support/json';
import { buildRequest } from '../../nodes/shared/transport/request/wire';
import { ANY_VALUE, contentOf, type ReadResponse } from '../../platform/recording/recording';

export const TIMEOUT_MS = 60_000;
/** How many seconds to wait after a 429 that does not say so, and how many at most. */
const LIMIT_SECONDS = 2;
const MAX_LIMIT_SECONDS = 60;
/** A few records of one page are enough to see their form. */
const PAGE = 20;

/** Fields that end a time span. */
const ENDS = new Set(['to', 'endTime']);

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** The fields that an operation must have, by name. */
export const requiredFields = (operation: RequestOperation): Array<[string, Field]> =>
	Object.entries(sentFields(operation)).filter(([, { spec }]) => spec.required);

/** Why a request cannot be sent, without values of the account. */
class NothingToAskAbout extends Error {}

export class Account {
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
	async tryRequest(
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
		const narrowing: Record<string, unknown> = withoutValuesUnknownToList(
			picker,
			others as IDataObject,
		);
		for (const [name, field] of requiredFields(picker.list))
			narrowing[name] ??= picker.always?.[name] ?? (await this.valueFor(name, field, narrowing));
		const { status = 0, body } = await this.read(picker.list, { ...picker.always, ...narrowing });
		if (!isSuccess(status))
			throw new NothingToAskAbout(
				`no ${picker.noun} is known: the list of them was ${status === 0 ? 'not returned' : `refused with ${status}`}`,
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

/** The records of a list; none if the response has no list. */
function recordsIn({ records, list }: Picker, body: unknown): unknown[] {
	try {
		return records?.(body) ?? recordsOf(body, ofKind('list', list.answers).listPath) ?? [];
	} catch {
		return [];
	}
}

/** Why there was no response: ECONNREFUSED, TimeoutError … */
export function whyUnanswered(error: unknown): string {
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
			body: content === 'json' || content === 'nothing' ? json : text,
		};
	} catch (error) {
		return { unanswered: whyUnanswered(error), headers: {}, body: undefined };
	}
}
