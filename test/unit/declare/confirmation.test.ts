/** The switch that confirms a deletion, and its rule. */
import { confirmation, confirmationRules } from '../../../nodes/shared/declare/confirmation';
import { propertyOf } from '../../../nodes/shared/declare/field/property';
import { boolean, text } from '../../../nodes/shared/declare/fields';

const a = text('A');

test('a confirmation is a switch that is off, with a rule', () => {
	const settings = confirmation('the project and all in it');
	expect(propertyOf('confirmDeletion', settings.confirmDeletion!)).toMatchObject({
		displayName: 'Delete with All Contents',
		description: 'Whether to delete the project and all in it; this cannot be undone',
		default: false,
	});
	const [rule, ...others] = confirmationRules({ other: a, ...settings });
	expect(others).toEqual([]);
	expect(rule).toMatchObject({
		field: 'confirmDeletion',
		says: 'confirmDeletion must be turned on: all contents are deleted as well, and this cannot be undone',
		caution: true,
	});
});

test.each([
	['is not given', {}],
	['is off', { confirmDeletion: false }],
	['is a text', { confirmDeletion: 'true' }],
])('a deletion is refused if its confirmation %s', (_what, values) => {
	const [rule] = confirmationRules(confirmation('all'));
	expect(rule!.finding(values, 0)).toBe(
		'must be turned on: all contents are deleted as well, and this cannot be undone',
	);
});

test('a deletion is allowed if its confirmation is on', () => {
	const [rule] = confirmationRules(confirmation('all'));
	expect(rule!.finding({ confirmDeletion: true }, 0)).toBeUndefined();
});

test('a confirmation can depend on other parameters', () => {
	const [rule] = confirmationRules({
		sure: boolean('S')
			.confirms('it is so', ({ all }) => all === true)
			.initial(false),
	});
	expect(rule!.finding({}, 0)).toBeUndefined();
	expect(rule!.finding({ all: true }, 0)).toBe('must be turned on: it is so');
	expect(rule!.finding({ all: true, sure: true }, 0)).toBeUndefined();
});

test('a confirmation that only models need has no rule', () => {
	expect(confirmationRules({ sure: boolean('S').confirms().initial(false) })).toEqual([]);
});
