/**
 * What a field for a switch accepts, refuses and shows.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { boolean, type Field } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf, sameWhenSent } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{ what: 'a switch', field: boolean('B'), raw: false, wanted: false },
	{ what: 'a switch in a text', field: boolean('B'), raw: 'True', wanted: true },
	{ what: 'a switch that is off, in a text', field: boolean('B'), raw: ' false', wanted: false },
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'a value that is not a switch',
		field: boolean('B'),
		raw: 'yes',
		words: 'field: "Field" must be true or false (yes)',
	},
	{
		what: 'a number instead of a switch',
		field: boolean('B'),
		raw: 1,
		words: 'field: "Field" must be true or false (1)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

test.each<{ what: string; field: Field; input: object }>([
	{
		what: 'a switch',
		field: boolean(DESCRIPTION),
		input: { required: true, type: 'boolean', default: false },
	},
	{
		what: 'a switch that is on when not sent',
		field: boolean(DESCRIPTION).byDefault(true).optional(),
		input: { type: 'boolean', default: true, description: 'What it is (defaults to true)' },
	},
	{
		what: 'a switch that starts off, and is on when not sent',
		field: boolean(DESCRIPTION).byDefault(true).initial(false).optional(),
		input: { type: 'boolean', default: false },
	},
	{
		what: 'a switch that can be added and is usually on',
		field: boolean(DESCRIPTION).sample(true).optional(),
		input: { type: 'boolean', default: true },
	},
	{
		what: 'a switch that can be added and is usually off',
		field: boolean(DESCRIPTION).sample(false).optional(),
		input: { type: 'boolean', default: false },
	},
	{
		what: 'a switch that can be added',
		field: boolean(DESCRIPTION).optional(),
		input: { type: 'boolean', default: false },
	},
	{
		what: 'a switch that must be set and is usually on',
		field: boolean(DESCRIPTION).sample(true),
		input: { required: true, type: 'boolean', default: false },
	},
])('n8n shows the input of $what', ({ field, input }) => {
	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test.each<{ what: string; field: Field; rules: string[] }>([
	{
		what: 'a field of newer versions',
		field: boolean(DESCRIPTION).since(2),
		rules: ['since version 2 of the node'],
	},
	{
		what: 'a field of older versions',
		field: boolean(DESCRIPTION).until(2),
		rules: ['until version 2 of the node'],
	},
	{
		what: 'a field of some versions',
		field: boolean(DESCRIPTION).byDefault(false).since(2).until(3),
		rules: ['defaults to false', 'versions 2 to 3 of the node'],
	},
])('the reference lists the rules of $what', ({ field, rules }) => {
	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'a switch', field: boolean(DESCRIPTION), example: sameWhenSent(true) },
	{
		what: 'a switch that is on',
		field: boolean(DESCRIPTION).byDefault(true),
		example: sameWhenSent(false),
	},
	{
		what: 'a switch that starts otherwise',
		field: boolean(DESCRIPTION).byDefault(true).initial(false),
		example: sameWhenSent(true),
	},
	{
		what: 'a switch with a sample',
		field: boolean(DESCRIPTION).sample(false),
		example: sameWhenSent(false),
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});
