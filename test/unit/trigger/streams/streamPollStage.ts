/**
 * A trigger of streams whose parts are what the test says, in a simulated time of its own.
 */
import type { IDataObject, IPollFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { list } from '../../../../nodes/shared/declare/fields';
import type { Poll } from '../../../../nodes/shared/trigger/requests/pollRequests';
import {
	type EventSource,
	type ObservedPart,
	type StreamStart,
} from '../../../../nodes/shared/trigger/streams/source';
import type { Observation, StreamEvent } from '../../../../nodes/shared/trigger/streams/stream';
import {
	type StreamsSpec,
	watchStreams,
} from '../../../../nodes/shared/trigger/streams/streamPoll';
import { stub } from '../../../support/stub';
import { simulatedTimeForEach, START } from '../../../support/time';

export const time = simulatedTimeForEach();

/** When the simulated time of each test begins. */
export const start = START;

export const event = (key: string, at: number, phase = 1): StreamEvent => ({
	eventId: `${key} ${phase}`,
	event: 'failed',
	phase,
	occurredAt: new Date(at).toISOString(),
	record: { key, more: 1 },
});

export const ended = (key: string, at: number): Observation => ({
	key,
	time: at,
	isOpen: false,
	events: [event(key, at)],
});

export const stillOpen = (key: string, at: number): Observation => ({
	key,
	time: at,
	isOpen: true,
	events: [],
});

interface Streamed extends Partial<EventSource> {
	begins?: Partial<StreamStart>;
	parts?: Array<Partial<ObservedPart> | Error>;
	shows?: Observation[];
	/** How long a part takes. */
	takesMs?: number;
}

let triggers = 0;

/** A trigger with these streams, and what n8n remembers for it. */
export function trigger(
	streams: Record<string, Streamed>,
	{
		addDetails,
		budgetMs = 41_000,
		commit,
		node,
		fields = { events: list('Events') },
	}: {
		fields?: StreamsSpec['fields'];
		addDetails?: StreamsSpec['addDetails'];
		budgetMs?: number;
		commit?: () => Promise<void>;
		node?: string;
	} = {},
) {
	const data: IDataObject = {};
	const warnings: string[] = [];
	const parameters: IDataObject = { events: ['failed'], filters: {}, options: {}, simplify: false };
	const reads: Array<{ stream: string; from: number; left: number }> = [];
	const sourceOf = (
		stream: string,
		{ begins, parts, shows = [], takesMs = 0, ...others }: Streamed,
	): EventSource => ({
		begin: async (_poll, lookBackMs) =>
			await Promise.resolve({
				from: time.now() - lookBackMs,
				newestAt: time.now(),
				observations: [],
				...begins,
			}),
		async *read(poll: Poll, from) {
			reads.push({ stream, from, left: poll.leftMs() });
			for (const part of streams[stream]!.parts ?? parts ?? []) {
				await time.sleep(takesMs);
				if (part instanceof Error) throw part;
				yield {
					observations: [],
					newestAt: undefined,
					now: time.now(),
					laterClock: time.now(),
					...part,
				};
			}
		},
		async *newestObservations() {
			for (const one of shows) yield await Promise.resolve(one);
		},
		...others,
	});
	const spec: StreamsSpec = {
		fields,
		filters: {},
		simpleFields: ['key'],
		messageIfEmpty: 'No run fits',
		...(addDetails ? { addDetails } : {}),
		sources: (given) => {
			expect(given).toEqual('events' in fields ? { events: parameters.events } : {});
			return Object.fromEntries(
				Object.entries(streams).map(([name, one]) => [name, sourceOf(name, one)]),
			);
		},
	};
	const id = `poll ${++triggers}`;
	const nodeId = node ?? id;
	const nodePoll = watchStreams(spec);
	const context = (mode: WorkflowExecuteMode) =>
		stub<IPollFunctions>({
			getMode: () => mode,
			getWorkflow: () => ({ id }),
			getNode: () => ({
				id: nodeId,
				name: 'Trigger',
				type: 't',
				typeVersion: 1,
				position: [0, 0],
				parameters,
			}),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
			getWorkflowStaticData: (scope: string) => (scope === 'node' ? data : {}),
			getPollBudgetMs: () => budgetMs,
			...(commit ? { __commitCursor: commit } : {}),
			logger: { warn: (text: string) => void warnings.push(text) },
		});
	const poll = async (mode: WorkflowExecuteMode = 'trigger') =>
		(await nodePoll.call(context(mode)))?.[0]?.map(({ json }) => json) ?? null;
	const keys = async (mode?: WorkflowExecuteMode) =>
		(await poll(mode))?.map(({ eventId }) => eventId) ?? null;
	const memory = () =>
		data.memory as {
			scope: string;
			polls: number;
			streams: Record<
				string,
				{ watermark: string; window: string[]; open: Record<string, unknown> }
			>;
		};
	return { data, warnings, parameters, reads, poll, keys, memory, id, streams };
}
