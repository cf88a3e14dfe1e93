/**
 * What a field for a list of texts accepts, refuses and shows.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { readValue, withIds } from '../../../../nodes/shared/declare/field/reading';
import { choices, type Field, list, suggestions } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, read, refusal, task } from '../../../support/fieldValue';
import {
	DESCRIPTION,
	expectedInput,
	inputOf,
	prefixedWithTask,
	sameWhenSent,
	taskPicker,
} from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'texts in JSON as they are written',
		field: list('L'),
		raw: '["a", 1.10, 9007199254740993]',
		wanted: ['a', '1.10', '9007199254740993'],
	},
	{ what: 'a list with commas', field: list('L'), raw: 'a, b,c', wanted: ['a', 'b', 'c'] },
	{
		what: 'a list with blanks around its entries',
		field: list('L'),
		raw: [' a', 'b\n'],
		wanted: ['a', 'b'],
	},
	{
		what: 'one entry whose commas belong to it',
		field: list('L').withCommas(),
		raw: 'a=1,b=2',
		wanted: ['a=1,b=2'],
	},
	{
		what: 'lines, where commas belong to the entries',
		field: list('L').withCommas(),
		raw: 'a,b\n c\n',
		wanted: ['a,b', 'c'],
	},
	{ what: 'a list in lines', field: list('L'), raw: 'a\nb\n', wanted: ['a', 'b'] },
	{ what: 'a list as JSON', field: list('L'), raw: '["a", 1]', wanted: ['a', '1'] },
	{
		what: 'a list as JSON with blanks around it',
		field: list('L'),
		raw: '\n["a"] ',
		wanted: ['a'],
	},
	{
		what: 'a list whose last entry ends like JSON',
		field: list('L'),
		raw: 'a,b[]',
		wanted: ['a', 'b[]'],
	},
	{ what: 'a whole list in one input', field: list('L'), raw: [['a', 'b']], wanted: ['a', 'b'] },
	{ what: 'one number as a list', field: list('L'), raw: 7, wanted: ['7'] },
	{
		what: 'as many entries as there may be',
		field: list('L').min(1).max(2),
		raw: ['a', 'b'],
		wanted: ['a', 'b'],
	},
	{
		what: 'entries as long as they may be',
		field: list('L').maxLength(2),
		raw: ['ab'],
		wanted: ['ab'],
	},
	{
		what: 'texts in braces, which are not JSON',
		field: list('L'),
		raw: '{a}, {b}',
		wanted: ['{a}', '{b}'],
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

test.each([
	{ what: 'an empty list', field: list('L'), raw: [] },
	{ what: 'a blank list', field: list('L'), raw: ' \n' },
])('$what counts as not given', ({ field, raw }) => {
	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
	// As the node reads what somebody added and left empty.
	expect(refusal(field.optional(), raw, { isGiven: true })).toBe(
		'field: "Field" was given, but is empty: give a value, or leave the field out',
	);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'a list of objects',
		field: list('L'),
		raw: [{ a: 1 }],
		words: 'field[0]: "Field" must be text ({"a":1})',
	},
	{
		what: 'a value that is not a list',
		field: list('L'),
		raw: { a: 1 },
		words: 'field: "Field" must be a list ({"a":1})',
	},
	{
		what: 'an object as JSON, which would be divided at its commas',
		field: list('L'),
		raw: ' {"a":["b","c"]}',
		words: 'field: "Field" must be a list ( {"a":["b","c"]})',
	},
	{
		what: 'a block of code of a model',
		field: list('L').withCommas(),
		raw: '```json\n["a"]\n```',
		words: 'field: "Field" must be a list (```json\n["a"]\n```)',
	},
	{
		what: 'a switch as a list',
		field: list('L'),
		raw: true,
		words: 'field: "Field" must be a list (true)',
	},
	{
		what: 'broken JSON as a list',
		field: list('L'),
		raw: '["a"',
		words: 'field: "Field" must be a list in valid JSON (["a")',
	},
	{
		what: 'too few',
		field: list('L').min(2),
		raw: ['a'],
		words: 'field: "Field" needs at least 2 entries (["a"])',
	},
	{
		what: 'too many',
		field: list('L').max(1),
		raw: ['a', 'b'],
		words: 'field: "Field" must have at most one entry (["a","b"])',
	},
	{
		what: 'an entry that is too long',
		field: list('L').maxLength(3),
		raw: ['abc', 'abcd'],
		words: 'field[1]: "Field" must have at most 3 characters (abcd)',
	},
	{
		what: 'an entry of another form',
		field: list('L').matching(/^x/, 'begin with x'),
		raw: ['xa', 'ax'],
		words: 'field[1]: "Field" must begin with x (ax)',
	},
	{
		what: 'an entry that lost its last digits',
		field: list('L'),
		raw: [2 ** 60],
		words:
			'field[0]: "Field" has more digits than a number can keep: give it as text (1152921504606847000)',
	},
	{
		what: 'an entry that is blank',
		field: list('L'),
		raw: ['a', ' '],
		words: 'field[1]: "Field" has an empty entry: give each entry a value',
	},
	{
		what: 'an entry that is not there',
		field: list('L').optional(),
		raw: [undefined],
		words: 'field[0]: "Field" has an empty entry: give each entry a value',
	},
	{
		what: 'an entry that is null',
		field: list('L').optional(),
		raw: ['a', null],
		words: 'field[1]: "Field" has an empty entry: give each entry a value',
	},
	{
		what: 'a comma too many',
		field: list('L').optional(),
		raw: 'a,,b',
		words: 'field[1]: "Field" has an empty entry: give each entry a value',
	},
	{
		what: 'nothing but a comma',
		field: list('L').optional(),
		raw: ',',
		words: 'field[0]: "Field" has an empty entry: give each entry a value',
	},
	{
		what: 'half a character in a list',
		field: list('L'),
		raw: ['a', '\ude00'],
		words:
			'field: "Field" contains half a character, probably because the text was cut inside an emoji: give the whole text',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

describe.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{ what: 'a list', field: list('L'), valid: [['a'], []], invalid: [[''], [7], 'a'] },
	{
		what: 'a list with bounds',
		field: list('L').min(1).max(2),
		valid: [['a'], ['a', 'b']],
		invalid: [[], ['a', 'b', 'c']],
	},
])('the check of $what', ({ field, valid, invalid }) => {
	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test.each<{ what: string; field: Field; input: object }>([
	{
		what: 'a list',
		field: list(DESCRIPTION),
		input: {
			required: true,
			type: 'string',
			default: [],
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Some Field' },
		},
	},
	{
		what: 'a list with an example',
		field: list(DESCRIPTION).sample(['ana.demo', 'bao.nguyen']),
		input: {
			required: true,
			type: 'string',
			default: [],
			placeholder: 'e.g. ana.demo',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Some Field' },
		},
	},
	{
		what: 'a list that is chosen',
		field: list(DESCRIPTION).from({ method: 'load', dependsOn: ['a.value'] }),
		input: {
			required: true,
			type: 'multiOptions',
			default: [],
			typeOptions: { loadOptionsMethod: 'load', loadOptionsDependsOn: ['a.value'] },
		},
	},
	{
		what: 'a list that is chosen and completed',
		field: list(DESCRIPTION).from({ method: 'load', dependsOn: ['a.value'], alsoNeeds: ['b'] }),
		input: {
			required: true,
			type: 'multiOptions',
			default: [],
			typeOptions: { loadOptionsMethod: 'load', loadOptionsDependsOn: ['a.value', 'b'] },
		},
	},
])('n8n shows the input of $what', ({ field, input }) => {
	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test.each<{ what: string; field: Field; rules: string[] }>([
	{ what: 'a list', field: list(DESCRIPTION), rules: [] },
	{ what: 'a list with a minimum', field: list(DESCRIPTION).min(1), rules: ['at least 1'] },
	{
		what: 'a list with a maximum',
		field: list(DESCRIPTION).max(9).maxLength(4).matching(/x/, 'have an x'),
		rules: ['at most 9', 'at most 4 characters', 'must have an x'],
	},
	{ what: 'a list with a range', field: list(DESCRIPTION).min(1).max(9), rules: ['1 to 9'] },
])('the reference lists the rules of $what', ({ field, rules }) => {
	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'a list', field: list(DESCRIPTION), example: sameWhenSent(['it-1', 'it-2']) },
	{
		what: 'a list with a sample',
		field: list(DESCRIPTION).sample(['x']),
		example: sameWhenSent(['x']),
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test('the IDs of a list of records are replaced', async () => {
	const field = list(DESCRIPTION).from({ method: 'load', dependsOn: [], picker: taskPicker });
	expect(await withIds(field, ['a', 'b'], prefixedWithTask)).toStrictEqual(['task a', 'task b']);
});

test.each<{ what: string; field: Field; value: unknown }>([
	{ what: 'a list of texts', field: list(DESCRIPTION), value: ['a'] },
	{
		what: 'a list of choices',
		field: list(DESCRIPTION).from({ method: 'load', dependsOn: [] }),
		value: ['a'],
	},
	{
		what: 'a list that is not given',
		field: list(DESCRIPTION).from({ method: 'load', dependsOn: [], picker: taskPicker }),
		value: undefined,
	},
])('$what is left unchanged', async ({ field, value }) => {
	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(value);
});

test('an empty list among the entries of a list is refused like an empty entry', () => {
	expect(read(list('L'), [['a', 'b']])).toEqual(['a', 'b']);
	for (const purpose of ['selects', 'changes'] as const)
		expect(refusal(list('L'), ['a', []], { purpose })).toBe(
			refusal(list('L'), ['a', ''], { purpose }),
		);
});

describe('a text that was divided into entries', () => {
	/** The label of the field and the entries, for each time that a text was divided. */
	const toldOf = (field: Field, raw: unknown) => {
		const told: Array<{ label: string; entries: readonly string[] }> = [];
		const divided = (label: string, entries: readonly string[]) => told.push({ label, entries });
		readValue(field, { path: 'f', label: 'F', timezone: 'UTC', divided }, raw);
		return told;
	};
	const entries = ['a', 'b'];
	const records = { method: 'load', dependsOn: [], picker: task.spec.picker };

	test.each<{ what: string; field: Field; raw: string }>([
		{ what: 'a list', field: list('L'), raw: 'a, b' },
		{ what: 'a list whose entries may have commas', field: list('L').withCommas(), raw: 'a\nb' },
		{ what: 'suggestions', field: suggestions('S', ['a']), raw: 'a,b' },
		{
			what: 'values that are loaded',
			field: list('L').from({ ...records, picker: undefined }),
			raw: 'a,b',
		},
	])(
		'the division of $what is reported, because one entry may have been meant',
		({ field, raw }) => {
			expect(toldOf(field, raw)).toEqual([{ label: 'F', entries }]);
		},
	);

	test.each<{ what: string; field: Field; raw: unknown }>([
		{ what: 'one entry', field: list('L'), raw: 'a' },
		{ what: 'a list', field: list('L'), raw: entries },
		{ what: 'a list in JSON', field: list('L'), raw: '["a","b"]' },
		{ what: 'a list in a list', field: list('L'), raw: [entries] },
		{ what: 'choices', field: choices('C', entries), raw: 'a,b' },
		{
			what: 'entries of a form without commas',
			field: list('L').matching(/^.$/, 'be short'),
			raw: 'a,b',
		},
		{ what: 'records', field: list('L').from(records), raw: 'a,b' },
	])(
		'the division of $what, which cannot have been meant otherwise, is not reported',
		({ field, raw }) => {
			expect(toldOf(field, raw)).toEqual([]);
		},
	);
});
