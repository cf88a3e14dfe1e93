/**
 * How the settings of a trigger are read, and when they are another choice.
 */
import type { IDataObject, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { boolean, integer, text } from '../../../../nodes/shared/declare/fields';
import { onlyWith } from '../../../../nodes/shared/declare/rules';
import { type TriggerNodeFields } from '../../../../nodes/shared/trigger/declare/triggerNodeFields';
import {
	checkSettings,
	fingerprint,
	readSettings,
} from '../../../../nodes/shared/trigger/poll/settings';
import { stub } from '../../../support/stub';
import { spec } from './settingsStage';

describe('what was chosen', () => {
	/** What n8n says of these parameters, and what a person wrote. */
	const read = (
		parameters: IDataObject,
		{
			of = spec,
			written = parameters,
			zone = 'UTC',
			version,
		}: { of?: TriggerNodeFields; written?: IDataObject; zone?: string; version?: number } = {},
	) => {
		const context = stub<IPollFunctions>({
			getTimezone: () => zone,
			getNode: () => ({ name: 'Trigger', parameters: written, typeVersion: version }),
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		});
		const settings = readSettings(context, of);
		checkSettings(context, of, settings.values);
		return settings;
	};
	const events = { events: ['failed'] };

	test('the settings are read, with their defaults where nothing was chosen', () => {
		expect(read({ runsOf: 'tasks', ...events })).toStrictEqual({
			values: { runsOf: 'tasks', events: ['failed'] },
			lookBackMs: 300_000,
			maxEvents: 3_000,
			simplifies: true,
		});
		expect(
			read({
				runsOf: 'tasks',
				...events,
				simplify: false,
				filters: { taskId: { mode: 'id', value: 't' }, name: 'n' },
				options: { lookBack: 7, maxEvents: 9 },
			}),
		).toStrictEqual({
			values: { runsOf: 'tasks', events: ['failed'], taskId: 't', name: 'n' },
			lookBackMs: 420_000,
			maxEvents: 9,
			simplifies: false,
		});
		expect(read({ runsOf: 'tasks', ...events, simplify: 'false' }).simplifies).toBe(false);
	});

	test('settings need no rules', () => {
		expect(read({ runsOf: 'plans' }, { of: { fields: spec.fields, filters: {} } }).values).toEqual({
			runsOf: 'plans',
		});
	});

	test('a hidden setting does not count', () => {
		expect(read({ runsOf: 'plans', events: ['bad'] }).values).toEqual({ runsOf: 'plans' });
	});

	test('a setting counts only in the versions of the trigger that have it', () => {
		const later = text('L').since(1.1).onTop().optional();
		const of = { fields: { later }, filters: { late: later } };
		const inVersion = (version: number) =>
			read({ later: 'a', filters: { late: 'b' } }, { of, version }).values;
		expect(inVersion(1)).toEqual({});
		expect(inVersion(1.1)).toEqual({ later: 'a', late: 'b' });
	});

	test('a setting is shown by a switch that an expression turns on with a text', () => {
		const detail = text('D')
			.shownWhen({ more: [true] })
			.onTop()
			.optional();
		const of = { fields: { more: boolean('Whether').initial(false), detail }, filters: {} };
		expect(read({ more: 'true', detail: 'd' }, { of }).values).toEqual({ more: true, detail: 'd' });
	});

	test('a date is in the time zone of the workflow', () => {
		expect(
			read({ runsOf: 'plans', filters: { from: '2026-03-31T08:00:00' } }, { zone: 'Asia/Tokyo' })
				.values.from,
		).toBe('2026-03-30T23:00:00Z');
	});

	test.each<[string, IDataObject, IDataObject | undefined, string]>([
		['is missing', { runsOf: 'tasks' }, undefined, 'events'],
		[
			'is an expression without a value',
			{ runsOf: 'plans', filters: {}, late: null },
			{ runsOf: 'plans', late: '={{ $json.x }}' },
			'late',
		],
		[
			'was put into the filters and is empty',
			{ runsOf: 'plans', filters: { name: '' } },
			undefined,
			'name',
		],
		[
			'breaks a rule of a filter',
			{ runsOf: 'plans', filters: { name: 'n' } },
			undefined,
			'"Name Contains" can only be used together with "Task"',
		],
		[
			'breaks a rule of a field',
			{ runsOf: 'tasks', events: ['bad'] },
			undefined,
			'"Events" cannot be bad',
		],
		[
			'is too much',
			{ runsOf: 'plans', options: { maxEvents: 10_001 } },
			undefined,
			'Max Events per Poll',
		],
		['is too little', { runsOf: 'plans', options: { lookBack: 0 } }, undefined, 'Look-Back'],
	])('a setting that %s is refused in words', (_what, parameters, written, message) => {
		const late = { ...spec, fields: { ...spec.fields, late: text('L').onTop().optional() } };
		const error = (() => {
			try {
				read(parameters, { of: late, written });
			} catch (thrown) {
				return thrown as Error & { description?: string; node?: object };
			}
			return undefined;
		})();
		expect(`${error?.message} ${error?.description}`).toContain(message);
		expect(error!.node).toMatchObject({ name: 'Trigger' });
	});

	test('a value that n8n has filled into a field on top does not count as given', () => {
		const late = {
			...spec,
			fields: { late: text('L').onTop().optional(), many: integer('M').onTop().optional() },
			rules: [],
		};
		expect(read({ late: '' }, { of: late }).values).toEqual({});
		expect(read({ late: '' }, { of: late, written: {} }).values).toEqual({});
		expect(() => read({ late: ' ' }, { of: late })).toThrow('"Late" was given, but is empty');
	});

	test('the refusal of a missing setting says the next step', () => {
		const step = (field: string) => {
			try {
				read(
					{ runsOf: 'plans' },
					{
						of: {
							...spec,
							rules: [
								{ ...onlyWith(field, 'x'), requires: true, finding: () => 'is required here' },
							],
						},
					},
				);
			} catch (error) {
				return (error as Error).message;
			}
			return undefined;
		};
		expect([step('name'), step('runsOf')]).toEqual([
			expect.stringContaining('under Filters'),
			expect.not.stringContaining('under'),
		]);
	});

	test('an error that is not a refusal stays what it is', () => {
		const broken = new TypeError('broken');
		expect(() =>
			read(
				{ runsOf: 'plans' },
				{
					of: {
						...spec,
						rules: [
							{
								...onlyWith('name', 'x'),
								finding: () => {
									throw broken;
								},
							},
						],
					},
				},
			),
		).toThrow(broken);
	});
});

describe('what is remembered is of what was chosen', () => {
	const print = (given: IDataObject, written: IDataObject = {}) =>
		fingerprint(spec, given, written as INodeParameters);
	const usual = print({ runsOf: 'tasks', events: ['a', 'b'] });

	test('the state belongs to the same choice whatever the order of its events', () => {
		expect(print({ events: ['b', 'a'], runsOf: 'tasks' })).toBe(usual);
		expect(usual).toMatch(/^[\w-]{43}$/);
		for (const other of [
			{ runsOf: 'plans', events: ['a', 'b'] },
			{ runsOf: 'tasks', events: ['a'] },
			{ runsOf: 'tasks', events: ['a', 'c'] },
			{ runsOf: 'tasks', events: ['a', 'b'], name: 'n' },
			{ runsOf: ['a', 'b'], events: 'tasks' },
		])
			expect(print(other)).not.toBe(usual);
		expect(print({ events: [{ x: 1 }, 2] })).toBe(print({ events: [2, { x: 1 }] }));
	});

	describe('a time from an expression', () => {
		const at = (from: string, written: string) => print({ from }, { filters: { from: written } });

		test('a time from an expression may change, as long as the expression stays', () => {
			expect(at('2026-01-01', '={{ $now }}')).toBe(at('2026-01-02', '={{ $now }}'));
		});

		test('another expression is another choice, even of the same time', () => {
			expect(at('2026-01-01', '={{ $now }}')).not.toBe(at('2026-01-01', '={{ $today }}'));
		});

		test('a time that is not an expression counts by its value', () => {
			expect(at('2026-01-01', '2026-01-01')).not.toBe(at('2026-01-02', '2026-01-02'));
			expect(at('2026-01-01', 'the same')).not.toBe(at('2026-01-02', 'the same'));
			expect(print({ from: 'a' }, {})).not.toBe(print({ from: 'b' }, { filters: { from: 7 } }));
		});

		test('a field that is not a time counts by its value, also from an expression', () => {
			const named = (name: string) => print({ name }, { filters: { name: '={{ $now }}' } });
			expect(named('a')).not.toBe(named('b'));
		});

		test('a time that is always shown may come from an expression', () => {
			const onTop = (from: string) => print({ from, undeclared: 'u' }, { from: '={{ $now }}' });
			expect(onTop('a')).toBe(onTop('b'));
		});
	});
});
