/**
 * What a field for a file accepts, refuses and shows.
 */
import {
	type Field,
	file,
	type GivenFile,
	isGivenFile,
} from '../../../../nodes/shared/declare/fields';
import { propertiesOf } from '../../../../nodes/shared/declare/kinds/common/property';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { stub } from '../../../support/stub';
import { DESCRIPTION, expectedInput, inputOf } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{ what: 'the name of a binary field', field: file('F'), raw: ' data ', wanted: 'data' },
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

test.each([{ what: 'a blank name of a binary field', field: file('F'), raw: ' ' }])(
	'$what counts as not given',
	({ field, raw }) => {
		expect(refusal(field, raw)).toBe('field: Field is required');
		expect(read(field.optional(), raw)).toBeUndefined();
		// As the node reads what somebody added and left empty.
		expect(refusal(field.optional(), raw, { isGiven: true })).toBe(
			'field: Field was given, but is empty: give a value, or leave the field out',
		);
	},
);

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'a binary field by its number',
		field: file('F'),
		raw: 7,
		words: 'field: Field must be the name of a binary field (7)',
	},
])('a field refuses a value, naming the field and the rule: $what', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

test.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{
		what: 'a file',
		field: file('F'),
		valid: ['data', { chunks: () => [] }],
		invalid: ['', 7, null, { chunks: 'x' }, Object.assign(() => 1, { chunks: () => [] })],
	},
])('a valid value passes and an invalid one does not: $what', ({ field, valid, invalid }) => {
	expect([
		valid.filter((value) => isValid(field, value)),
		invalid.filter((value) => isValid(field, value)),
	]).toEqual([valid, []]);
});

test.each<{ what: string; field: Field; input: object }>([
	{
		what: 'a file',
		field: file(DESCRIPTION),
		input: { required: true, type: 'string', default: 'data' },
	},
])('the input fits the field: $what', ({ field, input }) => {
	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test.each<{ what: string; field: Field; example: object }>([
	{
		what: 'a file',
		field: file(DESCRIPTION),
		example: { given: 'upload', wire: 'content of the upload' },
	},
])('the example fits the field: $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test('a file is recognized by its content', () => {
	expect(file('F').schema.safeParse(7).error!.issues[0]!.message).toBe('must be a file');
	expect(isGivenFile(stub<GivenFile>({ chunks: async function* () {} }))).toBe(true);
	expect([{ chunks: 1 }, {}, null, undefined, 'data'].filter(isGivenFile)).toEqual([]);
});
