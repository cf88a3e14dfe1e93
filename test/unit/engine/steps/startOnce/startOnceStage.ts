/**
 * An item that starts something on a platform that lists what the test says: what the tests of
 * `startOnce` share.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { record, records } from '../../../../../nodes/shared/declare/answers';
import { operation } from '../../../../../nodes/shared/declare/define';
import { text } from '../../../../../nodes/shared/declare/fields';
import type { LookUp, RequestOperation } from '../../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../../nodes/shared/declare/runtime/context';
import type { Answer, WireRequest } from '../../../../../nodes/shared/declare/runtime/exchange';
import type { RunState } from '../../../../../nodes/shared/engine/run/runState';
import { startOnce } from '../../../../../nodes/shared/engine/steps/startOnce/startOnce';
import { type memoryOf, Starts } from '../../../../../nodes/shared/engine/steps/startOnce/starts';
import type { N8nContext } from '../../../../../nodes/shared/n8n/contexts';
import type { Send } from '../../../../../nodes/shared/transport/pipeline';
import { stub } from '../../../../support/stub';
import { simulatedTimeForEach } from '../../../../support/time';

/** The simulated time of each test. */
export const time = simulatedTimeForEach();

/** The error of a request whose response was lost. */
export const lostError = ({ beganWell = false, sentAt = time.now() } = {}) =>
	Object.assign(new Error('No response arrived in time'), { lost: { beganWell, sentAt } });

const texts = { name: 'Run', action: 'Run a task', description: 'Runs it' };
const getRuns = operation('GET /runs', {
	...texts,
	query: { task: text('The task').optional() },
	answers: records(undefined),
});

const LOOK_UP: LookUp = {
	subject: 'The run',
	list: getRuns,
	values: ({ task }) => ({ task }),
	matches: ({ state }) => (state === 'perhaps' ? 'perhaps' : state === 'mine'),
	id: 'executionId',
};

const STARTING = { ...texts, body: { task: text('The task') }, answers: record(undefined) };

/** Starts a run that cannot be searched for if its response is lost. */
export const START: RequestOperation = operation('POST /runs', STARTING);

/** Starts a run that is searched for in the list of runs if its response is lost. */
export const searchable = (lookUp: Partial<LookUp> = {}): RequestOperation =>
	operation('POST /runs', { ...STARTING, lookUp: { ...LOOK_UP, ...lookUp } });

/** The response of a start. */
export const answerOf = (executionId: string): Answer => ({
	status: 201,
	headers: {},
	body: { executionId },
});

/** Responds to a start. */
export const answersWith = (executionId: string) => jest.fn(async () => answerOf(executionId));

/** Does not respond to a start. */
export const failsWith = (error: Error) =>
	jest.fn(async (): Promise<Answer> => await Promise.reject(error));

/** The list of runs cannot be read. */
export const unavailable = () =>
	new NodeApiError(stub<INode>({ name: 'Node' }), { message: 'Service Unavailable' });

/** A response of the list of runs. */
export interface ListResponse {
	body: unknown;
	headers?: Record<string, string>;
}

export const list = (...runs: IDataObject[]): ListResponse => ({ body: runs });

let items = 0;

/**
 * An item of a node.
 * @param lists the responses of the list of runs, one after the other; the last one repeats itself
 * @param credential with which it sends; items with different ones know nothing of each other
 */
export function itemWith({
	lists = [],
	credential = `credential ${++items}`,
	clientId = undefined,
}: {
	lists?: Array<ListResponse | Error>;
	credential?: string;
	/** The ID of the service account; an error if the credential cannot be read. */
	clientId?: string | Error;
} = {}) {
	const searches: Array<{ at: number; values: IDataObject }> = [];
	const savedIds: unknown[] = [];
	const stop = new AbortController();
	const nodeRun = stub<RunState>({ started: new Map(), maybeDone: new Map() });
	const memory: ReturnType<typeof memoryOf> = { starts: new Map(), onceResults: new Map() };
	const createdAt = time.elapsed();
	const search: Send = async ({ input }) => {
		searches.push({ at: time.elapsed() - createdAt, values: input.values });
		const listed = lists[Math.min(searches.length, lists.length) - 1] ?? list();
		if (listed instanceof Error) throw listed;
		return { status: 200, headers: {}, ...listed };
	};
	const customData = {
		get: () => '',
		set: (_key: string, ids: string) => void savedIds.push(ids),
	};
	/** Begins a try of the item: n8n runs the node again, and the item has the same memory. */
	const nextTry = () => {
		const starts = new Starts(memory);
		const step = startOnce({
			nodeRun,
			itemIndex: 3,
			starts,
			context: stub<N8nContext>({ customData }),
			sender: {
				credentialKey: credential,
				clientId: async () => {
					if (clientId instanceof Error) throw clientId;
					return await Promise.resolve(clientId);
				},
			},
			signal: stop.signal,
		});
		/**
		 * Sends a start.
		 * @param respond the platform's response to it
		 */
		const send = async (
			operation: RequestOperation,
			respond: () => Promise<Answer>,
			{ url = '/runs', values = { task: 't' } }: { url?: string; values?: IDataObject } = {},
		) => {
			const input: Input = { path: {}, query: {}, body: undefined, settings: {}, values };
			const wire: WireRequest = { method: 'POST', url, headers: {} };
			return await step({ operation, input, wire }, async (request) =>
				request.operation === operation ? await respond() : await search(request),
			);
		};
		return { send, once: starts.once.bind(starts), forget: () => starts.forgetStarted() };
	};
	return { nextTry, nodeRun, searches, savedIds, stop, credential };
}
