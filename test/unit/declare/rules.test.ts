import type { IDataObject } from 'n8n-workflow';

import { boolean, choice, object, text } from '../../../nodes/shared/declare/fields';
import {
	inLabels,
	knownValues,
	neededUnless,
	neededWhen,
	noRowTwice,
	notBoth,
	notInFuture,
	onlyWith,
	period,
	type Rule,
} from '../../../nodes/shared/declare/rules';
import { DAY } from '../../support/time';

const fields = {
	startDate: text('Start'),
	scheduleType: choice('When', [{ value: 'ONCE', name: 'Just Once' }]).label('Schedule'),
	isPaused: boolean('Whether it is paused'),
	address: object('Where', { zipCode: text('Code') }),
};

test.each([
	['must not be before {startDate}', 'must not be before "Start Date"'],
	[
		'is required when {scheduleType} is {scheduleType=ONCE}',
		'is required when "Schedule" is Just Once',
	],
	[
		'is required when {isPaused} is {isPaused=true} or {isPaused=false}',
		`is required when "Is Paused" is on or off`,
	],
	['must not have the same {address.zipCode} twice', 'must not have the same "Zip Code" twice'],
	['{unknown} is {scheduleType=NEVER}', 'unknown is NEVER'],
	['startDate is a word here', 'startDate is a word here'],
	['must be JSON: {"a": 1}', 'must be JSON: {"a": 1}'],
	['{} and {{ $json.x }} stay', '{} and {{ $json.x }} stay'],
])('the rule "%s" is shown with the labels of its fields', (finding, shown) => {
	expect(inLabels(finding, fields)).toBe(shown);
});

test('a rule without fields uses the names of the interface', () => {
	expect(inLabels('is required when {scheduleType} is {scheduleType=ONCE}', {})).toBe(
		'is required when scheduleType is ONCE',
	);
});

describe('a rule over several values', () => {
	const NOW = Date.UTC(2026, 0, 31);
	const [january, later] = ['2026-01-01T00:00:00Z', '2026-01-08T00:00:00Z'];
	const nothing = [undefined, null, ''];

	test.each<{
		what: string;
		field: string;
		rule: Rule;
		says: string;
		cases: Array<[IDataObject, string | undefined]>;
	}>([
		{
			what: 'a field needs another one',
			field: 'zone',
			rule: onlyWith('zone', 'cron'),
			says: 'zone can only be used together with cron',
			cases: [
				[{ zone: 'x' }, 'can only be used together with {cron}'],
				...nothing.map((cron): [IDataObject, string] => [
					{ zone: 0, cron },
					'can only be used together with {cron}',
				]),
				[{ zone: 'x', cron: false }, undefined],
				...nothing.map((zone): [IDataObject, undefined] => [{ zone }, undefined]),
			],
		},
		{
			what: 'two fields exclude each other',
			field: 'zone',
			rule: notBoth('zone', 'cron'),
			says: 'zone and cron must not be used together',
			cases: [
				[{ zone: 'x', cron: 0 }, 'cannot be used together with {cron}: give only one of them'],
				...nothing.map((cron): [IDataObject, undefined] => [{ zone: 'x', cron }, undefined]),
				...nothing.map((zone): [IDataObject, undefined] => [{ zone, cron: 'x' }, undefined]),
				[{}, undefined],
			],
		},
		{
			what: 'some values of another field require a field',
			field: 'cron',
			rule: neededWhen('cron', 'type', ['CRON', 'BOTH']),
			says: 'cron is required when type is CRON or BOTH',
			cases: [
				[{ type: 'BOTH' }, 'is required when {type} is {type=CRON} or {type=BOTH}'],
				[{ type: 'CRON', cron: '' }, 'is required when {type} is {type=CRON} or {type=BOTH}'],
				[{ type: 'CRON', cron: '* *' }, undefined],
				[{ type: 'ONCE' }, undefined],
				[{}, undefined],
			],
		},
		{
			what: 'all but some values of another field require a field',
			field: 'cron',
			rule: neededUnless('cron', 'type', ['ONCE', 'NONE']),
			says: 'cron is required unless type is ONCE or NONE',
			cases: [
				[{ type: 'CRON' }, 'is required unless {type} is {type=ONCE} or {type=NONE}'],
				[{ type: 'CRON', cron: '* *' }, undefined],
				[{ type: 'NONE' }, undefined],
				[{}, undefined],
				[{ type: '' }, undefined],
			],
		},
		{
			what: 'a time is not in the future',
			field: 'from',
			rule: notInFuture('from'),
			says: 'from must not be in the future',
			cases: [
				[{ from: NOW + 1 }, 'must not be in the future'],
				[{ from: NOW }, undefined],
				[{ from: '2026-02-01T00:00:00Z' }, 'must not be in the future'],
				[{ from: january }, undefined],
				[{ from: 'tomorrow' }, undefined],
				[{}, undefined],
			],
		},
		{
			what: 'unknown values cause a warning',
			field: 'status',
			rule: knownValues('status', ['A', 'B']),
			says: 'unknown values of status are sent unchanged',
			cases: [
				[{ status: ['A', 'C', 'D'] }, 'has unknown values, which are sent unchanged: C, D'],
				[{ status: 'C' }, 'has unknown values, which are sent unchanged: C'],
				[{ status: ['A', 'B'] }, undefined],
				[{ status: 'B' }, undefined],
				[{}, undefined],
				[{ status: null }, undefined],
			],
		},
		{
			what: 'a period does not end before it begins',
			field: 'to',
			rule: period('from', 'to'),
			says: 'to must not be before from',
			cases: [
				[{ from: later, to: january }, 'must not be before {from}'],
				[{ from: later, to: later }, undefined],
				[{ from: january }, undefined],
				[{ to: january }, undefined],
				[{ from: 0, to: NOW }, undefined],
				[{ from: NOW, to: NOW - 1 }, 'must not be before {from}'],
				[{ from: '', to: january }, undefined],
				[{ from: true, to: january }, undefined],
			],
		},
		{
			what: 'a period has at most so many days',
			field: 'to',
			rule: period('from', 'to', 7),
			says: 'to must not be before from, and must be at most 7 days after it',
			cases: [
				[{ from: january, to: later }, undefined],
				[{ from: january, to: '2026-01-08T00:00:01Z' }, 'must be at most 7 days after {from}'],
				[{ from: NOW - 7 * DAY }, undefined],
				[
					{ from: NOW - 7 * DAY - 1 },
					'must be at most 7 days after {from} ({to} is now if left out)',
				],
				[{ from: later, to: january }, 'must not be before {from}'],
				[{ to: january }, undefined],
			],
		},
	])('the rule that $what is described and checked', ({ field, rule, says, cases }) => {
		expect(rule.says).toBe(says);
		expect(rule.field).toBe(field);
		for (const [values, finding] of cases)
			expect([values, rule.finding(values, NOW)]).toEqual([values, finding]);
	});
});

test('a value without a name is shown unchanged', () => {
	expect(inLabels('{startDate=x}', fields)).toBe('x');
	expect(inLabels('{address.zipCode=x}', fields)).toBe('x');
	expect(inLabels('{startDate.inner}', fields)).toBe('inner');
	expect(inLabels('{unknown.inner}', fields)).toBe('inner');
	expect(inLabels(`{${'a'.repeat(80)}} {${'a'.repeat(81)}}`, {})).toBe(
		`${'a'.repeat(80)} {${'a'.repeat(81)}}`,
	);
	expect(inLabels('{a b} {a=b c}', {})).toBe('{a b} b c');
});

test('two rows for the same record are detected before anything is sent', () => {
	const rule = noRowTwice('permissions', ['user', 'place']);
	expect(rule).toMatchObject({
		field: 'permissions',
		says: 'no two rows may have the same user and place',
		caution: true,
	});
	const row = (number: number) => ({ user: `u${number}`, place: 'p' });
	const check = (given: unknown) => rule.finding({ permissions: given } as IDataObject, 0);
	expect(check([row(1), row(2), row(3), row(2)])).toBe(
		'must not have the same {permissions.user} and {permissions.place} twice: row 2 and row 4 have u2, p',
	);
	expect(
		check([
			{ user: 'a', place: 'b' },
			{ user: 'a', place: 'c' },
		]),
	).toBeUndefined();
	expect(
		check([
			{ user: 'a,b', place: '' },
			{ user: 'a', place: 'b,' },
		]),
	).toBeUndefined();
	expect(check(undefined)).toBeUndefined();
});
