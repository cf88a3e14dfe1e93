/**
 * A node as n8n passes it to the code of the package, without n8n: parameters, items, and a
 * platform that replies.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import type { Readable } from 'node:stream';

import { clock } from '../../nodes/shared/support/time/clock';
import { stub } from './stub';

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
	options: IHttpRequestOptions;
}

/** The context of a tool, with a member that n8n does not declare. */
export type ToolContext = IExecutePaginationFunctions & { inputData?: object };

interface Given {
	/** Parameters of each item; functions represent expressions. */
	parameters?: Record<string, unknown>;
	items?: INodeExecutionData[];
	replies?: (sent: Sent, index: number) => Reply;
	node?: Partial<INode>;
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
	) as IDataObject;
	const id = `fake node ${++nodes}`;
	const answer = async (signedIn: boolean, options: IHttpRequestOptions) => {
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
			position: [0, 0] as [number, number],
			parameters: written,
			...node,
		}),
		getTimezone: () => 'UTC',
		getCredentials: async () => await Promise.resolve({}),
		continueOnFail: () => continues,
		getExecutionCancelSignal: () => stop.signal,
		logger: { warn: (text: string) => void warnings.push(text) },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await answer(true, options),
			httpRequest: async (options: IHttpRequestOptions) => await answer(false, options),
			prepareBinaryData: async (data: Buffer | Readable, fileName?: string, mimeType = '') =>
				await Promise.resolve({ data: (data as Buffer).toString('base64'), fileName, mimeType }),
		},
	};
	/** The context of a workflow. */
	const inWorkflow = stub<IExecuteFunctions>({
		...shared,
		getInputData: () => items,
		getNodeParameter: parameter,
		addExecutionHints: ({ message }: { message: string }) => void hints.push(message),
		...more,
	});
	/** The context in which n8n's declarative engine runs an item of a tool. */
	const inputData = { main: [items] };
	const asTool = (itemIndex: number) =>
		stub<ToolContext>({
			...shared,
			inputData,
			getItemIndex: () => itemIndex,
			getInputData: () => items[itemIndex]!,
			getNodeParameter: (name: string, otherwise: unknown) => parameter(name, itemIndex, otherwise),
			...more,
		});
	return { sent, hints, warnings, read, stop, inWorkflow, asTool, id };
}
