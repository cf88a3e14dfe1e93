/**
 * What a field for a text accepts, refuses and shows.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { type Field, text } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf, sameWhenSent, UUID } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{ what: 'a number as text', field: text('T'), raw: 42, wanted: '42' },
	{ what: 'a text as it is', field: text('T'), raw: ' a ', wanted: ' a ' },
	{ what: 'a blank text that nobody gave', field: text('T'), raw: ' ', wanted: ' ' },
	{
		what: 'a number where the text may be empty',
		field: text('T').mayBeEmpty(),
		raw: 7,
		wanted: '7',
	},
	{
		what: 'an identifier without what surrounds it in a table',
		field: text('T').identifier(),
		raw: '\ufeff ana.demo@example.com\u00a0\u200b\n',
		wanted: 'ana.demo@example.com',
	},
	{
		what: 'a time zone',
		field: text('T').timeZone(),
		raw: 'Europe/Paris',
		wanted: 'Europe/Paris',
	},
	{
		what: 'a time zone that is in no list',
		field: text('T').timeZone(),
		raw: 'US/Eastern',
		wanted: 'US/Eastern',
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'an object as text',
		field: text('T'),
		raw: { a: 1 },
		words: 'field: "Field" must be text ({"a":1})',
	},
	{
		what: 'too long',
		field: text('T').maxLength(3),
		raw: 'abcd',
		words: 'field: "Field" must have at most 3 characters (abcd)',
	},
	{
		what: 'another form',
		field: text('T').matching(/^x/, 'begin with x'),
		raw: 'ax',
		words: 'field: "Field" must begin with x (ax)',
	},
	{
		what: 'a switch as text',
		field: text('T'),
		raw: true,
		words: 'field: "Field" must be text (true)',
	},
	{
		what: 'a number that is not finite',
		field: text('T'),
		raw: NaN,
		words: 'field: "Field" must be text (NaN)',
	},
	{
		what: 'half a character',
		field: text('T'),
		raw: 'a\ud83d',
		words:
			'field: "Field" contains half a character, probably because the text was cut inside an emoji: give the whole text',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

test.each<{ what: string; field: Field; raw: unknown }>([
	{ what: 'a secret', field: text('T').secret().maxLength(3), raw: 's3cr3t' },
	{ what: 'a secret that is not a text', field: text('T').secret(), raw: { a: 's3cr3t' } },
])('a refusal does not repeat $what', ({ field, raw }) => {
	expect(refusal(field, raw)).toMatch(/^field: "Field" must /);
	expect(refusal(field, raw)).not.toContain('s3cr3t');
});

describe.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{ what: 'a text', field: text('T'), valid: ['a'], invalid: ['', 7] },
	{
		what: 'a text that may be empty',
		field: text('T').mayBeEmpty(),
		valid: ['a', ''],
		invalid: [7],
	},
	{
		what: 'what may be left out',
		field: text('T').optional(),
		valid: ['a', undefined],
		invalid: [''],
	},
	{ what: 'what is new', field: text('T').since(2), valid: ['a', undefined], invalid: [''] },
	{ what: 'what is old', field: text('T').until(2), valid: ['a', undefined], invalid: [''] },
	{ what: 'what is required', field: text('T'), valid: ['a'], invalid: [undefined] },
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
		what: 'a text',
		field: text(DESCRIPTION),
		input: { required: true, type: 'string', default: '' },
	},
	{
		what: 'a text that starts with something',
		field: text(DESCRIPTION).initial('x'),
		input: { required: true, type: 'string', default: 'x' },
	},
	{
		what: 'a text of lines',
		field: text(DESCRIPTION).multiline(),
		input: { required: true, type: 'string', default: '', typeOptions: { rows: 4 } },
	},
	{
		what: 'a secret',
		field: text(DESCRIPTION).secret(),
		input: { required: true, type: 'string', default: '', typeOptions: { password: true } },
	},
	{
		what: 'an optional text',
		field: text(DESCRIPTION).optional(),
		input: { type: 'string', default: '' },
	},
	{
		what: 'a text with an example',
		field: text(DESCRIPTION).eg('here'),
		input: { required: true, type: 'string', default: '', placeholder: 'e.g. here' },
	},
	{
		what: 'a text with a sample',
		field: text(DESCRIPTION).sample('here'),
		input: { required: true, type: 'string', default: '' },
	},
])('n8n shows the input of $what', ({ field, input }) => {
	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test.each<{ what: string; field: Field; rules: string[] }>([
	{ what: 'a text', field: text(DESCRIPTION), rules: [] },
	{
		what: 'a text of a length',
		field: text(DESCRIPTION).maxLength(3).matching(/x/, 'have an x'),
		rules: ['at most 3 characters', 'must have an x'],
	},
	{
		what: 'a secret that the platform knows',
		field: text(DESCRIPTION).byDefault('x').secret(),
		rules: ['defaults to x', 'secret'],
	},
])('the reference lists the rules of $what', ({ field, rules }) => {
	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'a text', field: text(DESCRIPTION), example: sameWhenSent('a-it') },
	{ what: 'a UUID', field: text(DESCRIPTION).uuid(), example: sameWhenSent(UUID) },
	{
		what: 'a text with a sample',
		field: text(DESCRIPTION).eg('here'),
		example: sameWhenSent('here'),
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test.each(['europe/paris', 'EUROPE/PARIS', ' Europe/Paris'])(
	'the time zone %j is refused with its spelling',
	(zone) => {
		expect(refusal(text('T').timeZone(), zone)).toBe(
			`field: "Field" must be spelled Europe/Paris (${zone})`,
		);
	},
);

test.each([
	['Etc/Utc', 'Etc/UTC'],
	['gmt', 'GMT'],
])('the time zone %j, which is in no list, is refused with its spelling', (zone, spelling) => {
	expect(refusal(text('T').timeZone(), zone)).toBe(
		`field: "Field" must be spelled ${spelling} (${zone})`,
	);
});
