/**
 * Inputs that are shown depending on others, or on the version of the node.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import {
	boolean,
	choice,
	type Field,
	id,
	jsonOf,
	object,
	rows,
	spread,
	text,
} from '../../../../nodes/shared/declare/fields';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf } from './stage';

describe('a field that others show', () => {
	const fields = {
		of: choice('Of', ['TASK', 'OTHER']),
		task: id('T').shownWhen({ of: ['TASK'] }),
		note: text('N').optional(),
	};

	test('a required field is read only while it is shown', () => {
		for (const make of [
			(value: object) => [object('O', fields), value],
			(value: object) => [rows('R', fields), [value]],
		] as Array<(value: object) => [Field, unknown]>) {
			expect(JSON.stringify(read(...make({ of: 'TASK', task: 'a' })))).toContain('"task":"a"');
			expect(JSON.stringify(read(...make({ of: 'OTHER', task: 'a' })))).not.toContain('task');
			expect(refusal(...make({ of: 'TASK' }))).toMatch(/Task" is required$/);
		}
	});

	test('fields with separate inputs are also read only while they are shown', () => {
		expect(read(spread('S', fields), { of: 'TASK', task: 'a' })).toEqual({ of: 'TASK', task: 'a' });
		expect(read(spread('S', fields), { of: 'OTHER', task: 'a' })).toEqual({ of: 'OTHER' });
		expect(refusal(spread('S', fields), { of: 'TASK' })).toBe(
			'fieldTask: "Field Task" is required',
		);
	});

	test('a field depends on the defaults of its siblings if these are left out', () => {
		const starting = {
			of: choice('Of', ['TASK', 'OTHER'])
				.initial('TASK')
				.shownWhen({ on: [true] }),
			on: boolean('On').initial(true).optional().shownWhen({}),
			task: id('T').shownWhen({ of: ['TASK'] }),
		};
		expect(read(object('O', starting), { task: 'a' })).toEqual({ of: 'TASK', on: true, task: 'a' });
		expect(read(object('O', starting), { of: 'OTHER', task: 'a' })).toEqual({
			of: 'OTHER',
			on: true,
		});
		expect(read(object('O', starting), { on: false, of: 'OTHER' })).toEqual({ on: false });
		// What starts with a value without deciding anything is left out.
		expect(
			read(object('O', { a: choice('A', ['x']).initial('x').optional(), b: text('B') }), {
				b: 'y',
			}),
		).toEqual({ b: 'y' });
	});

	test('a field depends on all siblings that show it, but not on fields elsewhere', () => {
		const both = {
			a: choice('A', ['x', 'y']),
			b: choice('B', ['x', 'y']),
			c: text('C').shownWhen({ a: ['x'], b: ['x', 'y'], elsewhere: ['z'] }),
		};
		expect(read(object('O', both), { a: 'x', b: 'y', c: '1' })).toEqual({ a: 'x', b: 'y', c: '1' });
		expect(read(object('O', both), { a: 'y', b: 'x', c: '1' })).toEqual({ a: 'y', b: 'x' });
	});

	test('a field that is not shown can be missing from what is sent', () => {
		expect(isValid(object('O', fields), { of: 'OTHER' })).toBe(true);
		expect(isValid(jsonOf('J', fields), { of: 'OTHER', task: 'a' })).toBe(true);
	});

	test('a field that decides what is shown cannot be missing from what is sent', () => {
		expect(isValid(object('O', fields), { task: 'a' })).toBe(false);
		expect(isValid(object('O', fields), { of: 'OTHER', more: 1 })).toBe(false);
		expect(isValid(jsonOf('J', fields), { of: 'OTHER' })).toBe(false);
	});
});

test('a field of another version of the node is unknown', () => {
	const versions = object('O', { a: text('A'), old: text('O').until(1), late: text('L').since(2) });
	expect(read(versions, { a: 'x', old: 'y' }, { version: 1 })).toEqual({ a: 'x', old: 'y' });
	expect(read(versions, { a: 'x', late: 'y' }, { version: 2 })).toEqual({ a: 'x', late: 'y' });
	expect(refusal(versions, { a: 'x', late: 'y' }, { version: 1 })).toBe(
		'field.late: "Field" has no field late: remove it, or check its spelling',
	);
	expect(refusal(versions, { a: 'x' }, { version: 2 })).toBe(
		'field.late: "Field: Late" is required',
	);
	// What the node did not get from a user has no version.
	expect(read(versions, { a: 'x', old: 'y', late: 'z' })).toEqual({ a: 'x', old: 'y', late: 'z' });
});

test('an input that another input shows is checked by the node, because n8n cannot', () => {
	expect(inputOf(text(DESCRIPTION).shownWhen({ a: [1] }))).toEqual(
		expectedInput({ type: 'string', default: '', hint: 'Required' }),
	);
	expect(inputOf(text(DESCRIPTION).shownWhen({ a: [1] }), 'someField', true)).toEqual(
		expectedInput({ type: 'string', default: '' }),
	);
	expect(
		inputOf(
			text(DESCRIPTION)
				.shownWhen({ a: [1] })
				.initial('x'),
		),
	).toEqual(expectedInput({ type: 'string', default: 'x' }));
	expect(
		inputOf(
			text(DESCRIPTION)
				.shownWhen({ a: [1] })
				.optional(),
		),
	).toEqual(expectedInput({ type: 'string', default: '' }));
});

test('an input has a different name for each value of the input that defines its meaning', () => {
	const field = id(DESCRIPTION).labeledBy('type', { TASK: 'Task', PLAN: 'Plan' });
	expect(propertiesOf('thing', field)).toEqual([
		{
			displayName: 'Task',
			name: 'thing',
			description: DESCRIPTION,
			required: true,
			type: 'string',
			default: '',
			displayOptions: { show: { type: ['TASK'] } },
		},
		{
			displayName: 'Plan',
			name: 'thing',
			description: DESCRIPTION,
			required: true,
			type: 'string',
			default: '',
			displayOptions: { show: { type: ['PLAN'] } },
		},
	]);
});

test('an input in a form is shown depending on its siblings and its versions', () => {
	const inside = (field: Field) =>
		(
			inputOf(object(DESCRIPTION, { must: field }).optional()) as {
				options: Array<{ values: Array<{ displayOptions?: unknown }> }>;
			}
		).options[0]!.values[0]!.displayOptions;
	expect(inside(text(DESCRIPTION))).toBeUndefined();
	expect(inside(text(DESCRIPTION).shownWhen({ other: ['a'] }))).toEqual({ show: { other: ['a'] } });
	expect(
		inside(
			text(DESCRIPTION)
				.shownWhen({ other: ['a'] })
				.since(2),
		),
	).toEqual({ show: { other: ['a'], '@version': [{ _cnd: { gte: 2 } }] } });
	expect(inside(text(DESCRIPTION).until(1))).toEqual({
		show: { '@version': [{ _cnd: { lte: 1 } }] },
	});
	expect(inside(text(DESCRIPTION).since(1.5).until(2))).toEqual({
		show: { '@version': [{ _cnd: { between: { from: 1.5, to: 2 } } }] },
	});
});
