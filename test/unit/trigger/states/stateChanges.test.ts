/**
 * What has happened to an engine, from two of its states.
 */
import {
	compareStates,
	type ObservedState,
	type States,
} from '../../../../nodes/shared/trigger/states/stateChanges';
import { engine } from './statesStage';

describe('what happened to an engine', () => {
	const kept = { kind: 'engine', id: 'a', name: 'Engine a' };
	const record = { ...kept, more: 1 };
	const initial = { since: 1, phase: 'initial' } as const;
	const reported = { since: 1, phase: 'reported', record: kept } as const;

	/**
	 * What the states were, what the list shows at the time 100, what is then remembered, and which
	 * changes are found.
	 */
	interface Case {
		name: string;
		outcome: string;
		before: States;
		listed: ObservedState[];
		after: States;
		changes?: object[];
	}

	test.each<Case>([
		{
			name: 'an engine that is available when it is first seen',
			outcome: 'is remembered as available',
			before: {},
			listed: [engine('a', true)],
			after: { a: 0 },
		},
		{
			name: 'an engine that is unavailable when it is first seen',
			outcome: 'is remembered without an event',
			before: {},
			listed: [engine('a', false)],
			after: { a: { since: 100, phase: 'initial' } },
		},
		{
			name: 'an engine whose first state says nothing',
			outcome: 'counts as available',
			before: {},
			listed: [engine('a', undefined)],
			after: { a: 0 },
		},
		{
			name: 'an unavailable engine whose state says nothing now',
			outcome: 'stays unavailable',
			before: { a: { since: 1, phase: 'pending' } },
			listed: [engine('a', undefined)],
			after: { a: { since: 1, phase: 'pending' } },
		},
		{
			name: 'an engine whose outage began while a clock was ahead',
			outcome: 'is unavailable from now on',
			before: { a: { since: 1_000, phase: 'pending' } },
			listed: [engine('a', false)],
			after: { a: { since: 100, phase: 'pending' } },
		},
		{
			name: 'an available engine whose state says nothing now',
			outcome: 'stays available',
			before: { a: 0 },
			listed: [engine('a', undefined)],
			after: { a: 0 },
		},
		{
			name: 'an engine that becomes unavailable',
			outcome: 'is watched without an event',
			before: { a: 0 },
			listed: [engine('a', false)],
			after: { a: { since: 100, phase: 'pending' } },
		},
		{
			name: 'an engine that is unavailable for less than the minimum time',
			outcome: 'is not reported',
			before: { a: { since: 91, phase: 'pending' } },
			listed: [engine('a', false)],
			after: { a: { since: 91, phase: 'pending' } },
		},
		{
			name: 'an engine that is unavailable for the minimum time',
			outcome: 'is reported',
			before: { a: { since: 90, phase: 'pending' } },
			listed: [engine('a', false)],
			after: { a: { since: 90, phase: 'reported', record: kept } },
			changes: [{ event: 'unavailable', key: 'a', since: 90, record }],
		},
		{
			name: 'an engine that has been unavailable since it was first seen',
			outcome: 'is not reported',
			before: { a: initial },
			listed: [engine('a', false)],
			after: { a: initial },
		},
		{
			name: 'a reported engine that is still unavailable',
			outcome: 'is not reported again',
			before: { a: reported },
			listed: [engine('a', false)],
			after: { a: reported },
		},
		{
			name: 'a reported engine that is available again',
			outcome: 'causes an event',
			before: { a: reported },
			listed: [engine('a', true)],
			after: { a: 0 },
			changes: [{ event: 'available', key: 'a', since: 1, record }],
		},
		{
			name: 'an engine that is available again before it was reported',
			outcome: 'causes no event',
			before: { a: { since: 99, phase: 'pending' } },
			listed: [engine('a', true)],
			after: { a: 0 },
		},
		{
			name: 'an engine that is available for the first time',
			outcome: 'causes no event',
			before: { a: initial },
			listed: [engine('a', true)],
			after: { a: 0 },
		},
		{
			name: 'engines that one list lacks',
			outcome: 'are marked as missing, with what was remembered of them',
			before: { a: 0, b: { since: 1, phase: 'pending' }, c: initial, d: reported },
			listed: [],
			after: {
				a: 1,
				b: { since: 1, phase: 'pending', isMissing: true },
				c: { ...initial, isMissing: true },
				d: { ...reported, isMissing: true },
			},
		},
		{
			name: 'engines that the next list shows again',
			outcome: 'are no longer missing',
			before: {
				a: 1,
				b: { since: 1, phase: 'pending', isMissing: true },
				c: { ...initial, isMissing: true },
				d: { ...reported, isMissing: true },
			},
			listed: [
				...[engine('a', false), engine('b', undefined), engine('c', false)],
				engine('d', undefined),
			],
			after: {
				a: { since: 100, phase: 'pending' },
				b: { since: 1, phase: 'pending' },
				c: initial,
				d: reported,
			},
		},
		{
			name: 'a reported engine that only one list lacked, and that is available',
			outcome: 'causes an event',
			before: { a: { ...reported, isMissing: true } },
			listed: [engine('a', true)],
			after: { a: 0 },
			changes: [{ event: 'available', key: 'a', since: 1, record }],
		},
		{
			name: 'a reported engine that two lists lack',
			outcome: 'is gone',
			before: { a: { ...reported, isMissing: true } },
			listed: [],
			after: {},
			changes: [{ event: 'gone', key: 'a', since: 1, record: kept }],
		},
		{
			name: 'an engine that was reported without a record and that two lists lack',
			outcome: 'is gone',
			before: { a: { since: 1, phase: 'reported', isMissing: true } },
			listed: [],
			after: {},
			changes: [{ event: 'gone', key: 'a', since: 1, record: {} }],
		},
		{
			name: 'a reported engine whose state says nothing now',
			outcome: 'stays reported',
			before: { a: { since: 1, phase: 'reported' } },
			listed: [engine('a', undefined)],
			after: { a: { since: 1, phase: 'reported' } },
		},
		{
			name: 'engines that two lists lack and that were not reported',
			outcome: 'are forgotten without an event',
			before: {
				a: 1,
				b: { since: 1, phase: 'pending', isMissing: true },
				c: { ...initial, isMissing: true },
			},
			listed: [],
			after: {},
		},
		{
			name: 'an engine whose key is the name of a property that all objects have',
			outcome: 'is remembered like any other',
			before: {},
			listed: [engine('constructor', true)],
			after: JSON.parse('{"constructor":0}') as States,
		},
	])('$name $outcome', ({ before, listed, after, changes = [] }) => {
		expect(compareStates(before, listed, 100, 10)).toStrictEqual({ states: after, changes });
	});

	test('the name of a reported engine is kept and cut to 80 characters', () => {
		const { states } = compareStates(
			{ a: { since: 0, phase: 'pending' }, b: { since: 0, phase: 'pending' } },
			[engine('a', false, { id: 'a', name: 'x'.repeat(99) }), engine('b', false, { id: 'b' })],
			100,
			0,
		);
		expect(states).toMatchObject({
			a: { record: { id: 'a', name: 'x'.repeat(80) } },
			b: { record: { id: 'b', name: '' } },
		});
	});
});
