/** A node as n8n passes it to the code of the package, without n8n: parameters, items, and a platform that replies. */
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { clock } from '../../nodes/shared/support/clock';

/** What the platform replies to a request, and after how long; an error is what n8n throws. */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	afterMs?: number;
	error?: Error;
}

export interface Sent {
	method: string;
	url: string;
	body?: unknown;
	/** Which of n8n's helpers sent it: with the credential or without. */
	signedIn: boolean;
	/** When, by the clock of the test. */
	at: number;
	options: IDataObject;
}

interface Given {
	/** Parameters of each item; functions represent expressions. */
	parameters?: Record<string, unknown>;
	items?: INodeExecutionData[];
	replies?: (sent: Sent, index: number) => Reply;
	node?: IDataObject;
	continues?: boolean;
	stop?: AbortController;
	/** Additional members, and members to leave out. */
	more?: object;
}

let nodes = 0;

/** A node, the requests that it sends and the messages that it shows. */
export function fakeNode({
	parameters = {},
	items = [{ json: {} }],
	replies = () => ({}),
	node = {},
	continues = false,
	stop = new AbortController(),
	more = {},
}: Given = {}) {
	const sent: Sent[] = [];
	const hints: string[] = [];
	const warnings: string[] = [];
	const read: string[] = [];
	/** The parameters as written in the editor. */
	const written = Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			name,
			typeof value === 'function' ? '={{ $itemIndex }}' : value,
		]),
	);
	const id = `fake node ${++nodes}`;
	const answer = async (signedIn: boolean, options: IDataObject) => {
		const request: Sent = {
			method: String(options.method),
			url: String(options.url),
			...(options.body === undefined ? {} : { body: options.body }),
			signedIn,
			at: clock.elapsed(),
			options,
		};
		const {
			status = 200,
			headers = {},
			body = '',
			afterMs = 0,
			error,
		} = replies(request, sent.push(request) - 1);
		// Even a reply without delay arrives asynchronously.
		await clock.sleep(afterMs);
		if (error) throw error;
		return {
			statusCode: status,
			headers,
			body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
		};
	};
	const parameter = (name: string, itemIndex: number, otherwise: unknown) => {
		read.push(`${itemIndex} ${name}`);
		const value = parameters[name];
		return (
			(typeof value === 'function' ? (value as (index: number) => unknown)(itemIndex) : value) ??
			otherwise
		);
	};
	const shared = {
		getNode: () => ({
			id,
			name: 'Node',
			type: 'n8n-nodes-x.thing',
			typeVersion: 1,
			position: [0, 0],
			parameters: written,
			...node,
		}),
		getTimezone: () => 'UTC',
		getCredentials: async () => await Promise.resolve({}),
		continueOnFail: () => continues,
		getExecutionCancelSignal: () => stop.signal,
		logger: { warn: (text: string) => void warnings.push(text) },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IDataObject) =>
				await answer(true, options),
			httpRequest: async (options: IDataObject) => await answer(false, options),
			prepareBinaryData: async (data: Buffer, fileName: string, mimeType: string) =>
				await Promise.resolve({ data: data.toString('base64'), fileName, mimeType }),
		},
	};
	/** The context of a workflow. */
	const inWorkflow = {
		...shared,
		getInputData: () => items,
		getNodeParameter: parameter,
		addExecutionHints: ({ message }: { message: string }) => void hints.push(message),
		...more,
	} as unknown as IExecuteFunctions;
	/** The context in which n8n's declarative engine runs an item of a tool. */
	const inputData = { main: [items] };
	const asTool = (itemIndex: number) =>
		({
			...shared,
			inputData,
			getItemIndex: () => itemIndex,
			getInputData: () => items[itemIndex],
			getNodeParameter: (name: string, otherwise: unknown) => parameter(name, itemIndex, otherwise),
			...more,
		}) as unknown as IExecutePaginationFunctions;
	return { sent, hints, warnings, read, stop, inWorkflow, asTool, id };
}
