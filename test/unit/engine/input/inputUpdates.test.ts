/**
 * The input of an update, and the words of rules and warnings about several fields.
 */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { flow, operation, wholeBody } from '../../../../nodes/shared/declare/define';
import { choice, id, list, text } from '../../../../nodes/shared/declare/fields';
import type { Field, Fields } from '../../../../nodes/shared/declare/fields';
import { onlyWith, type Rule } from '../../../../nodes/shared/declare/rules';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { inputFrom, warningsOf } from '../../../../nodes/shared/engine/input/assemble';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';
import { read } from './inputStage';

describe('an update', () => {
	const MISSING = {
		field: 'updateFields',
		label: 'Update Fields',
		rule: 'needs at least one field to change',
	};
	const path = { xId: id('X') };
	const given =
		(body: Fields, more: object = {}, parameters: IDataObject = {}) =>
		() =>
			read(
				operation('PATCH /x/{xId}', {
					...ANY_TEXTS,
					path,
					body,
					answers: record(undefined),
					...more,
				}),
				{ xId: 'a', ...parameters },
			);
	test('an update must change something', () => {
		expect(given({ name: text('N').optional() })).toThrow(
			expect.objectContaining(MISSING) as Error,
		);
		expect(() =>
			read(
				operation('PUT /x', {
					...ANY_TEXTS,
					body: { name: text('N').optional() },
					answers: record(undefined),
				}),
				{},
			),
		).toThrow(expect.objectContaining(MISSING) as Error);
		expect(given({ name: text('N').optional().onTop(), other: text('O').optional() })).toThrow(
			expect.objectContaining(MISSING) as Error,
		);
	});

	test('an update with something to change passes', () => {
		expect(
			given({ name: text('N').optional() }, {}, { updateFields: { name: 'n' } }),
		).not.toThrow();
		expect(given({ name: text('N') }, {}, { name: 'n' })).not.toThrow();
		expect(
			given({ name: text('N'), other: text('O').optional() }, {}, { name: 'n' }),
		).not.toThrow();
	});

	test('an update without a body, or with a field that is always shown, needs no change', () => {
		expect(given({})).not.toThrow();
		expect(() =>
			read(operation('PUT /x', { ...ANY_TEXTS, answers: record(undefined) }), {}),
		).not.toThrow();
		expect(given({ name: text('N').optional().onTop() })).not.toThrow();
	});

	test('an update can consist of fields that a setting hides', () => {
		const settings = { how: choice('H', ['A', 'B']).initial('A') };
		const body = {
			name: text('N')
				.optional()
				.shownWhen({ how: ['A'] }),
		};
		expect(given(body, { settings }, { how: 'A' })).toThrow(
			expect.objectContaining(MISSING) as Error,
		);
		expect(given(body, { settings }, { how: 'B' })).not.toThrow();
		// A required one is built from others while it is hidden, whatever else there is.
		const required = { name: text('N').shownWhen({ how: ['A'] }), other: text('O').optional() };
		expect(
			given(required, { settings: { how: choice('H', ['B', 'A']).initial('B') } }, { how: 'B' }),
		).not.toThrow();
		// With values by their API names nobody chose anything.
		expect(() =>
			inputFrom(
				operation('PATCH /x', { ...ANY_TEXTS, settings, body, answers: record(undefined) }),
				{},
			),
		).toThrow(expect.objectContaining(MISSING) as Error);
	});

	test('a creation, or an update whose body is one field, may be empty', () => {
		expect(() =>
			read(
				operation('POST /x', {
					...ANY_TEXTS,
					body: { name: text('N').optional() },
					answers: record(undefined),
				}),
				{},
			),
		).not.toThrow();
		expect(() =>
			read(
				operation('PUT /x', {
					...ANY_TEXTS,
					body: wholeBody('all', list('A').optional()),
					answers: record(undefined),
				}),
				{},
			),
		).not.toThrow();
	});
});

describe('the words of rules and warnings', () => {
	const rule = onlyWith('zone', 'cron');
	const fields = { zone: text('Z').label('Time Zone').optional(), cron: text('C').optional() };
	const declared = operation('GET /x', {
		...ANY_TEXTS,
		query: fields,
		rules: [rule],
		answers: record(undefined),
	});

	test('a rule uses the labels of its fields', () => {
		expect(() => read(declared, { options: { zone: 'x' } })).toThrow(
			expect.objectContaining({
				field: 'zone',
				message: '"Time Zone" can only be used together with "Cron"',
			}) as Error,
		);
		expect(read(declared, { options: { zone: 'x', cron: '*' } }).query).toEqual({
			zone: 'x',
			cron: '*',
		});
	});

	test('a rule says where a missing field can be added', () => {
		const missing: Rule = {
			...rule,
			requires: true,
			finding: () => 'is required together with {cron}',
		};
		const refusing = (zone: Field) => () =>
			read(
				operation('GET /x', {
					...ANY_TEXTS,
					query: { ...fields, zone },
					rules: [missing],
					answers: record(undefined),
				}),
				{ zone: 'x' },
			);
		expect(refusing(fields.zone)).toThrow(
			expect.objectContaining({
				message: '"Time Zone" is required together with "Cron"',
				step: 'Add a time zone under Options',
			}) as Error,
		);
		expect(refusing(text('Z').label('Time Zone'))).toThrow(
			expect.objectContaining({
				message: '"Time Zone" is required together with "Cron"',
				step: 'Enter a time zone',
			}) as Error,
		);
	});

	test('a warning uses the labels of its fields', () => {
		const warned = operation('GET /x', {
			...ANY_TEXTS,
			query: fields,
			warnings: [rule, { ...rule, finding: () => undefined }],
			answers: record(undefined),
		});
		expect(warningsOf(warned, stub<Input>({ values: { zone: 'x' } }))).toEqual([
			'"Time Zone" can only be used together with "Cron"',
		]);
		expect(warningsOf(declared, stub<Input>({ values: { zone: 'x' } }))).toEqual([]);
	});

	test('a rule and a warning of a flow can concern what has no input', () => {
		// In a flow, one may be about what has no input.
		const wrong = { ...rule, field: 'nothing', finding: () => 'is wrong' };
		const flowWith = (more: object) =>
			flow({
				...ANY_TEXTS,
				fields,
				uses: [],
				answers: record(undefined),
				run: () => Promise.resolve([]),
				...more,
			});
		expect(() => read(flowWith({ rules: [wrong] }), {})).toThrow(
			expect.objectContaining({ field: 'nothing', message: '"nothing" is wrong' }) as Error,
		);
		expect(warningsOf(flowWith({ warnings: [wrong] }), stub<Input>({ values: {} }))).toEqual([
			'"nothing" is wrong',
		]);
	});
});
