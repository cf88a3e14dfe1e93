/**
 * What a field for an object accepts, refuses and shows if each part has its own input.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { withIds } from '../../../../nodes/shared/declare/field/reading';
import {
	choice,
	type Field,
	id,
	integer,
	spread,
	text,
} from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf, prefixedWithTask, taskPicker } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'an object whose parts are entered separately',
		field: spread('S', { a: text('A').wireName('A_NAME'), b: text('B').optional() }),
		raw: { a: 'x', b: '' },
		wanted: { A_NAME: 'x' },
	},
	{
		what: 'the same by the names on the platform',
		field: spread('S', { a: text('A').wireName('A_NAME') }),
		raw: { A_NAME: 'x' },
		wanted: { A_NAME: 'x' },
	},
	{
		what: 'nothing of what is required, where each part may be left out',
		field: spread('S', { a: text('A').optional() }),
		raw: undefined,
		wanted: {},
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toStrictEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'an unknown part',
		field: spread('S', { a: text('A') }),
		raw: { a: 'x', c: 1 },
		words: 'field: "Field" has no field c: remove it, or check its spelling',
	},
	{
		what: 'a value that is not an object',
		field: spread('S', { a: text('A') }),
		raw: 7,
		words: 'field: "Field" must be an object (7)',
	},
	{
		what: 'a part',
		field: spread('S', { some: integer('N') }),
		raw: { some: 'x' },
		words: 'fieldSome: "Field Some" must be a whole number (x)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

test('a refusal does not repeat a secret in a part', () => {
	const field = spread('S', { key: text('K').secret().maxLength(3) });
	const raw = { key: 's3cr3t' };

	expect(refusal(field, raw)).toMatch(/^field/);
	expect(refusal(field, raw)).not.toContain('s3cr3t');
});

describe('the check of parts', () => {
	const field = spread('S', { a: text('A') });
	const valid: unknown[] = [{ a: 'x' }];
	const invalid: unknown[] = [{}, { a: 'x', c: 1 }];

	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test('the reference gives an example of an object whose parts are entered separately', () => {
	const field = spread(DESCRIPTION, {
		a: choice(DESCRIPTION, ['x']),
		b: text(DESCRIPTION)
			.shownWhen({ a: ['x'] })
			.wireName('c'),
		d: text(DESCRIPTION).shownWhen({ a: ['y'] }),
		e: text(DESCRIPTION).derived(),
	});
	const example = { given: { a: 'x', b: 'a-b' }, wire: { a: 'x', c: 'a-b' } };

	expect(exampleOf('it', field)).toEqual(example);
});

test('the IDs of records in an object whose parts are entered separately are replaced', async () => {
	const field = spread(DESCRIPTION, { task: id(DESCRIPTION).pick(taskPicker) });
	const value = { task: 'a' };
	const changed = { task: 'task a' };

	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(changed);
});

test('an object with separate inputs has one for each field that can be given', () => {
	const fields = {
		id: id(DESCRIPTION),
		version: text(DESCRIPTION).shownWhen({ id: ['x', 'y'] }),
		made: text(DESCRIPTION).derived(),
	};
	expect(propertiesOf('artifact', spread(DESCRIPTION, fields))).toEqual([
		{
			displayName: 'Artifact ID',
			name: 'artifactId',
			description: DESCRIPTION,
			required: true,
			type: 'string',
			default: '',
		},
		{
			displayName: 'Artifact Version',
			name: 'artifactVersion',
			description: DESCRIPTION,
			type: 'string',
			default: '',
			hint: 'Required',
			displayOptions: { show: { artifactId: ['x', 'y'] } },
		},
	]);
	expect(propertiesOf('artifact', spread(DESCRIPTION, { id: id(DESCRIPTION) }).optional())).toEqual(
		[
			{
				displayName: 'Artifact ID',
				name: 'artifactId',
				description: DESCRIPTION,
				type: 'string',
				default: '',
			},
		],
	);
	expect(spread(DESCRIPTION, fields).parts('artifact')).toEqual({
		artifactId: 'id',
		artifactVersion: 'version',
	});
	expect(inputOf(spread(DESCRIPTION, fields))).toEqual(
		expectedInput({ required: true, type: 'json', default: '{}' }),
	);
	expect(text(DESCRIPTION).parts?.('x')).toBeUndefined();
});
