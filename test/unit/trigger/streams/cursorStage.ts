/**
 * What a poll has observed, and what becomes of it.
 */
import { Cursor } from '../../../../nodes/shared/trigger/streams/cursor';
import { timeIn } from '../../../../nodes/shared/trigger/streams/position';
import {
	type Observation,
	type StreamMemory,
} from '../../../../nodes/shared/trigger/streams/stream';

export const LIMITS = { lookBackMs: 1_000, windowSize: 100, maxOpenExecutionsBytes: 10_000 };

/** What a poll observes of an execution that started, and ended unless it is open. */
export function observed(
	key: string,
	time: number,
	more: Partial<Observation> & { phases?: number[] } = {},
): Observation {
	const { phases = more.isOpen ? [0] : [0, 1], ...rest } = more;
	const events = phases.map((phase) => ({
		eventId: `${key}:${phase}`,
		event: 'any',
		phase,
		occurredAt: '',
		record: {},
	}));
	return { key, time, isOpen: false, events, ...rest };
}

/** One poll: what it emits, and what it remembers. */
export function poll(
	from: StreamMemory | number,
	observations: Observation[],
	{
		maxEvents = 100,
		newest = undefined as number | undefined,
		reached = undefined as number | undefined,
		limits = {},
	} = {},
) {
	const cursor = new Cursor(from, { ...LIMITS, ...limits }, maxEvents);
	cursor.take(observations);
	const state = cursor.close({ newestAt: newest, reached });
	return { cursor, state, emitted: cursor.events.map(({ eventId }) => eventId) };
}

/** The same after n8n has written it and read it again. */
export const written = (stream: StreamMemory) => JSON.parse(JSON.stringify(stream)) as StreamMemory;

export const watermarkIn = ({ watermark }: StreamMemory) => timeIn(watermark);
