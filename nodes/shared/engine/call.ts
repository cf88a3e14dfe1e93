import { DateTime } from 'luxon';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { isLoopback } from '../../../credentials/address';
import { tokensInUse } from '../../../credentials/inUse';
import { file } from '../declare/answers';
import { BadInput, refusalOf } from '../declare/input/badInput';
import { operation as declare } from '../declare/define';
import type { GivenFile } from '../declare/field';
import type { Call, Input, RequestOperation } from '../declare/operation';
import { filled, type Hint, type Message, type Problem } from '../declare/messages';
import type { Run } from '../declare/run';
import type { Answer } from '../declare/wire';
import { withoutSecrets } from '../support/mask';
import { isRedirect } from '../transport/answer';
import { beginOnce, memoryOf } from './once';
import { operationError } from '../transport/errors';
import { inEitherForm } from './input/forms';
import { inputFrom } from './input/input';
import { outputOf } from './output/output';
import { readPages } from './pages';
import { request } from './request';
import { requestOptions } from '../transport/requestOptions';
import { addHint } from './run';
import type { Exchange } from '../transport/exchange';
import { explainFor, platformSend, type Sender } from '../transport/send';
import type { WireRequest } from '../declare/wire';
import { checkSignIn, type Context, credentialTypeOf, senderOf } from '../transport/senders';
import { keepStarted } from './started';
import type { Turns } from './turns';
import { readRecord, update } from './update';
import { buildRequest } from '../transport/wire';

const NO_INPUT: Input = { path: {}, query: {}, body: undefined, settings: {}, values: {} };

const send = async (sender: Sender, operation: RequestOperation, wire: WireRequest) =>
	await platformSend(sender)({ operation, input: NO_INPUT, wire });

export interface Surroundings {
	context: Context;
	/** The node as it was written, one object for all items of a run. */
	node: INode;
	run: Run;
	itemIndex: number;
	parameter: (name: string) => unknown;
	/** Turns the error of an item into its output; may throw. */
	survive: (error: unknown) => INodeExecutionData[];
	/** Executed by n8n's declarative engine, which only tools reach. */
	asTool?: boolean;
}

/** What the operation of one item works with. */
export function callOf(
	{ context, run, itemIndex, parameter }: Omit<Surroundings, 'node' | 'survive'>,
	signal: AbortSignal,
	node: INode,
	secrets: readonly string[],
	turns: Turns,
): Call<Message> {
	const base = requestOptions(parameter('requestOptions'));
	const own = senderOf(context, credentialTypeOf(parameter('authentication')), base, node);
	let hasSent = false;
	let hasWritten = false;
	const sender: Sender & { asker: () => Promise<string | undefined> } = {
		...own,
		exchange: async (...request) => {
			hasSent = true;
			return await own.exchange(...request);
		},
		signal,
		explain: explainFor({ node, itemIndex, secrets }),
		slowed: (family, until) =>
			addHint(context, run, slowedWords(family, until, context.getTimezone()), `slowed ${family}`),
	};
	/** Sends without the credential; each account has its own limit for a host. */
	const plainSender = (url: string): Sender => ({
		...sender,
		credential: `${sender.credential} ${new URL(url).host}`,
		exchange: async (options) =>
			(await context.helpers.httpRequest({ ...options, ...base, abortSignal: signal })) as Awaited<
				ReturnType<Exchange>
			>,
	});
	/** Follows the redirects of a file; only those that stay on the platform see its credential. */
	const followRedirects = async (
		asked: RequestOperation,
		answer: Answer,
		from?: string,
	): Promise<Answer> => {
		let at = from;
		let last = answer;
		for (let hops = 0; isRedirect(last); hops++) {
			if (hops === MOST_HOPS)
				throw operationError(
					node,
					'The platform returned a download link that redirects in a loop',
					`It redirected ${MOST_HOPS} times. Nothing was returned; try again later.`,
					itemIndex,
				);
			const to = redirectOf(last, at);
			const own = to?.startsWith('/');
			if (!own) at = checkLink(node, to);
			const wire = { method: 'GET' as const, url: own ? to! : at!, headers: {}, binary: true };
			last = await send(
				own ? sender : plainSender(wire.url),
				own ? { ...asked, method: 'GET' } : { ...downloading, answers: asked.answers },
				wire,
			);
		}
		return last;
	};
	const sendInput = async (asked: RequestOperation, input: Input, page?: IDataObject) => {
		checkSignIn(asked, parameter('authentication'));
		return await turns.atRecord(
			asked,
			input.path,
			async () =>
				await inEitherForm(sender.credential, asked, input, async (form, formed) => {
					const wire = buildRequest(form, formed, page);
					const sending = async () => {
						hasWritten ||= form.effect !== 'read';
						return await send(sender, form, wire);
					};
					return await followRedirects(
						form,
						form.effect === 'once' ? await begin(form, formed, wire, sending) : await sending(),
					);
				}),
		);
	};
	const { begin, once, forget } = beginOnce({
		run,
		itemIndex,
		memory: memoryOf(context, itemIndex),
		credential: sender.credential,
		asker: sender.asker,
		ask: async (asked, values) => await sendInput(asked, inputFrom(asked, values)),
		keep: (executionId) => keepStarted(context, executionId),
		signal,
	});
	const call: Call<Message> = {
		node,
		itemIndex,
		run,
		signal,
		parameter,
		items: () =>
			'getItemIndex' in context
				? [{ json: context.getInputData().json, parameter }]
				: context.getInputData().map(({ json }, index) => ({
						json,
						parameter: (name) =>
							index === itemIndex ? parameter(name) : context.getNodeParameter(name, index, null),
					})),
		timezone: context.getTimezone(),
		send: sendInput,
		hasSent: () => hasSent,
		hasWritten: () => hasWritten,
		ask: async (asked, values) => await sendInput(asked, inputFrom(asked, values)),
		askLast: (asked, values) =>
			send(
				{ ...sender, exchange: (options) => sender.exchange(options, true), signal: undefined },
				asked,
				buildRequest(asked, inputFrom(asked, values)),
			),
		request: (asked, input) => request(call, asked, input),
		pages: (...list) => readPages(call, ...list),
		list: async (asked, values, limit) => {
			const found: IDataObject[] = [];
			await readPages(call, asked, inputFrom(asked, values), limit, (records) => {
				for (const record of records) found.push(record);
			});
			return found;
		},
		sendElsewhere: async (asked, input, { address, headers }) => {
			const wire = buildRequest(asked, input);
			return await send(plainSender(address), asked, {
				...wire,
				url: `${address}${wire.url}`,
				headers: { ...wire.headers, ...headers },
			});
		},
		outputs: outputOf,
		download: async (url) => {
			const wire = { method: 'GET' as const, url: checkLink(node, url), headers: {}, binary: true };
			const { body, headers } = await followRedirects(
				downloading,
				await send(plainSender(wire.url), downloading, wire),
				url,
			);
			return { body: Buffer.from(body as Buffer), headers };
		},
		binary: (data, fileName, mimeType) =>
			context.helpers.prepareBinaryData(data, fileName, mimeType),
		file: (property) => fileIn(context, itemIndex, property),
		update: async (asked, values, check) =>
			await call.alone(
				asked,
				values,
				async () => await update(call, asked, inputFrom(asked, values), check),
			),
		readRecord: async (...read) => await readRecord(call, ...read),
		alone: async (asked, values, work) => await turns.atRecord(asked, values, work),
		oneByOne: async (about, work) => await turns.about(about, work),
		once,
		forgetStarted: forget,
		hint: (hint: Hint, ...[values]: unknown[]) =>
			addHint(
				context,
				run,
				withoutSecrets(filled(hint.message, values), [...secrets, ...tokensInUse()]),
			),
		problem: ({ message, todo }: Problem, ...[values, lines = []]: unknown[]) =>
			Object.assign(
				operationError(node, filled(message, values), filled(todo, values), itemIndex),
				{ messages: lines },
			),
		refusal: (requirement, ...more) =>
			refusalOf(requirement, ...(more as unknown[] as [unknown, string?])),
	};
	return call;
}

/** @throws BadInput if the item has no such file */
async function fileIn(context: Context, itemIndex: number, property: string): Promise<GivenFile> {
	const item =
		'getItemIndex' in context ? context.getInputData() : context.getInputData()[itemIndex];
	const given = item?.binary?.[property];
	if (!given) {
		const there = Object.keys(item?.binary ?? {});
		throw new BadInput(
			'file',
			'Input Binary Field',
			`is "${property}", but the item has ${there.length === 0 ? 'no binary field' : `only ${there.join(', ')}`}`,
		);
	}
	const { id, fileName = property, mimeType } = given;
	// Without an ID, the content is in the item itself.
	const data = id === undefined ? Buffer.from(given.data, 'base64') : undefined;
	return {
		fileName,
		mimeType,
		bytes: data ? data.length : (await context.helpers.getBinaryMetadata(id!)).fileSize,
		async *chunks() {
			if (data) yield data;
			else yield* (await context.helpers.getBinaryStream(id!)) as AsyncIterable<Uint8Array>;
		},
	};
}

function slowedWords(family: string, until: number, zone: string): string {
	const time = DateTime.fromMillis(until, { zone }).toFormat('HH:mm');
	return `Rate limit reached (429): requests to "${family}" are slowed, and are back to full speed from about ${time} (${zone}) unless the limit is reached again.`;
}

/** A link is refused for what it is: the account needs no permission for it. */
const NOT_VALID =
	'The link to the file has expired or is not valid. Run the operation again: it gets a new link.';

const downloading = declare('GET /', {
	name: 'Download',
	action: 'Download a file',
	description: 'Any link',
	family: 'files',
	refusals: { 401: NOT_VALID, 403: NOT_VALID, 404: NOT_VALID, 410: NOT_VALID },
	// Whether it may be empty is known to the operation whose link it is.
	answers: file({ whenEmpty: '' }),
});

const MOST_HOPS = 5;

/** Where a redirect leads: an address, or a path on the platform where `from` is not known. */
function redirectOf({ headers }: Answer, from: string | undefined): string | undefined {
	const to = headers.location ?? '';
	if (from !== undefined) return URL.canParse(to, from) ? new URL(to, from).href : undefined;
	// "//host" would be another host.
	return /^\/(?![/\\])/.test(to) || URL.canParse(to) ? to : undefined;
}

/** A download link, and each address that it leads to, must be https, or http on this machine; no sign-in may be part of it. */
function checkLink(node: INode, link: string | undefined): string {
	const url = link !== undefined && URL.canParse(link) ? new URL(link) : undefined;
	const safe =
		url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
	if (safe && url.username === '' && url.password === '') return link!;
	throw operationError(
		node,
		'The platform returned a download link that is not safe to follow',
		'It, or an address that it leads to, does not begin with https://. Nothing was downloaded.',
	);
}
