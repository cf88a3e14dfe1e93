/**
 * What a field for an ID accepts, refuses and shows, also one for a record of a list.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { withIds } from '../../../../nodes/shared/declare/field/reading';
import { type Field, id, text } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, locator, read, refusal, task } from '../../../support/fieldValue';
import {
	DESCRIPTION,
	expectedInput,
	inputOf,
	prefixedWithTask,
	sameWhenSent,
	taskPicker,
	UUID,
} from './stage';

const enginePicker = {
	noun: 'engine',
	method: 'searchEngines',
	byName: false,
	example: 'xyz',
	idName: 'Login',
};

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{ what: 'an ID with blanks around it', field: id('I'), raw: ' abc\n', wanted: 'abc' },
	...['\u200b', '\ufeff', '\u00a0', '\u2060', '\u202a', '\u00ad', '\0'].map((character) => ({
		what: `an ID with ${JSON.stringify(character)} around it`,
		field: task,
		raw: locator(`${character}abc${character} `),
		wanted: 'abc',
	})),
	{ what: 'a number as ID', field: id('I'), raw: 7, wanted: '7' },
	{
		what: 'a version as text',
		field: id('V').noNumber('1.10 would be 1.1'),
		raw: '1.10',
		wanted: '1.10',
	},
	{ what: 'a locator', field: task, raw: locator('abc'), wanted: 'abc' },
	{ what: 'a locator that came to a number', field: task, raw: locator(7), wanted: '7' },
	{ what: 'an ID where a locator would be', field: task, raw: 'abc', wanted: 'abc' },
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

test.each([
	{ what: 'an empty locator', field: task, raw: locator('') },
	{ what: 'a locator without a value', field: task, raw: locator(null) },
	{ what: 'a name that came to nothing', field: task, raw: locator('', 'name') },
	{ what: 'a blank ID', field: id('I'), raw: ' ' },
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
		what: 'not a UUID',
		field: id('I').uuid(),
		raw: '17',
		words: 'field: "Field" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11 (17)',
	},
	{
		what: 'an ID of another form',
		field: id('I').matching(/^x/, 'begin with x'),
		raw: 'ax',
		words: 'field: "Field" must begin with x (ax)',
	},
	{
		what: 'an ID that is not a finite number',
		field: id('I'),
		raw: Infinity,
		words: 'field: "Field" must be text (Infinity)',
	},
	{
		what: 'a fraction as ID',
		field: id('I'),
		raw: 1.5,
		words: 'field: "Field" must be text (1.5)',
	},
	{
		what: 'a switch as ID',
		field: id('I'),
		raw: true,
		words: 'field: "Field" must be text (true)',
	},
	{
		what: 'a locator where there is no list',
		field: id('I'),
		raw: locator('abc'),
		words: 'field: "Field" must be text ({"__rl":true,"mode":"id","value":"abc"})',
	},
	{
		what: 'a name where there is no list',
		field: id('I'),
		raw: locator('abc', 'name'),
		words: 'field: "Field" must be text ({"__rl":true,"mode":"name","value":"abc"})',
	},
	{
		what: 'a name where names are not looked up',
		field: task,
		raw: locator('Load', 'name'),
		words: 'field: "Field" cannot be chosen by name here: choose it from the list or by ID (Load)',
	},
	{
		what: 'an ID that lost its last digits',
		field: id('I'),
		raw: 2 ** 60,
		words:
			'field: "Field" has more digits than a number can keep: give it as text (1152921504606847000)',
	},
	{
		what: 'a version as a number',
		field: id('V').noNumber('1.10 would be 1.1'),
		raw: 1.1,
		words: 'field: "Field" must be given as text: 1.10 would be 1.1 (1.1)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

describe('the check of an ID', () => {
	const field = id('I');
	const valid: unknown[] = ['a'];
	const invalid: unknown[] = ['', 7];

	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test('n8n shows the input of an ID', () => {
	const field = id(DESCRIPTION);
	const input = { required: true, type: 'string', default: '' };

	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test('the reference lists the rules of an ID', () => {
	const field = id(DESCRIPTION).uuid();
	const rules: string[] = [`must be a UUID, such as ${UUID}`];

	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'an ID', field: id(DESCRIPTION), example: sameWhenSent('a-it') },
	{ what: 'an ID that is a UUID', field: id(DESCRIPTION).uuid(), example: sameWhenSent(UUID) },
	{
		what: 'an ID with a sample',
		field: id(DESCRIPTION).uuid().eg('7'),
		example: sameWhenSent('7'),
	},
	{
		what: 'a record',
		field: id(DESCRIPTION).pick(taskPicker),
		example: { given: { __rl: true, mode: 'id', value: 'abc' }, wire: 'abc' },
	},
	{
		what: 'a record that is given otherwise',
		field: id(DESCRIPTION).pick(enginePicker),
		example: { given: { __rl: true, mode: 'byLogin', value: 'xyz' }, wire: 'xyz' },
	},
	{
		what: 'a record with a sample',
		field: id(DESCRIPTION).pick(taskPicker).eg('own'),
		example: { given: { __rl: true, mode: 'id', value: 'own' }, wire: 'own' },
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test('the ID of a record is replaced', async () => {
	const field = id(DESCRIPTION).pick(taskPicker);
	expect(await withIds(field, 'a', prefixedWithTask)).toBe('task a');
});

test.each<{ what: string; field: Field; value: unknown }>([
	{ what: 'a text', field: text(DESCRIPTION), value: 'a' },
	{ what: 'an ID of no list', field: id(DESCRIPTION), value: 'a' },
	{ what: 'a record whose ID is a number', field: id(DESCRIPTION).pick(taskPicker), value: 7 },
	{ what: 'a record that is not given', field: id(DESCRIPTION).pick(taskPicker), value: undefined },
])('$what is left unchanged', async ({ field, value }) => {
	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(value);
});

describe('the input of a record', () => {
	const modes = (noun: string, method: string) => ({
		displayName: 'From List',
		name: 'list',
		type: 'list',
		placeholder: noun,
		typeOptions: { searchListMethod: method, searchable: true },
	});
	const byId = { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. abc' };
	const byName = {
		displayName: 'By Name',
		name: 'name',
		type: 'string',
		placeholder: 'e.g. My task',
	};
	const locator = {
		required: true,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
	};

	test('the input offers the list, the ID and, if the platform can search, the name', () => {
		expect(inputOf(id(DESCRIPTION).pick(taskPicker))).toEqual(
			expectedInput({ ...locator, modes: [modes('Select a task…', 'searchTasks'), byId, byName] }),
		);
		expect(
			inputOf(
				id('The some field')
					.pick({ ...taskPicker, byName: false })
					.optional(),
			),
		).toEqual({
			displayName: 'Some Field',
			name: 'someField',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [modes('Select a task…', 'searchTasks'), byId],
		});
	});

	test('the input in a form offers no name', () => {
		expect(inputOf(id(DESCRIPTION).pick(taskPicker), 'someField', true)).toEqual(
			expectedInput({ ...locator, modes: [modes('Select a task…', 'searchTasks'), byId] }),
		);
		expect(
			inputOf(id(DESCRIPTION).pick({ ...taskPicker, idName: 'ID' }), 'someField', true),
		).toEqual(expectedInput({ ...locator, modes: [modes('Select a task…', 'searchTasks'), byId] }));
	});

	test('the input offers a key other than the ID under its own name', () => {
		expect(inputOf(id(DESCRIPTION).pick(enginePicker))).toEqual(
			expectedInput({
				...locator,
				modes: [
					modes('Select an engine…', 'searchEngines'),
					{ displayName: 'By Login', name: 'byLogin', type: 'string', placeholder: 'e.g. xyz' },
				],
			}),
		);
		expect(inputOf(id(DESCRIPTION).pick({ ...enginePicker, idName: 'Version' }))).toMatchObject({
			modes: [{}, { displayName: 'Version', name: 'byVersion' }],
		});
	});

	test('the input says that it is required if it is not always shown', () => {
		expect(
			inputOf(
				id(DESCRIPTION)
					.pick({ ...taskPicker, byName: false })
					.shownWhen({ a: [1] }),
			),
		).toMatchObject({ hint: 'Required' });
	});
});
