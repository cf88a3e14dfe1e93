/**
 * What a field for a file accepts, refuses and shows.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { file, type GivenFile, isGivenFile } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { stub } from '../../../support/stub';
import { DESCRIPTION, expectedInput, inputOf } from './stage';

test('a field accepts the name of a binary field', () => {
	const field = file('F');
	const raw = ' data ';
	const wanted = 'data';

	expect(read(field, raw)).toEqual(wanted);
});

test('a blank name of a binary field counts as not given', () => {
	const field = file('F');
	const raw = ' ';

	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
	// As the node reads what somebody added and left empty.
	expect(refusal(field.optional(), raw, { isGiven: true })).toBe(
		'field: "Field" was given, but is empty: give a value, or leave the field out',
	);
});

test('the refusal of a binary field by its number names the field and the rule', () => {
	const field = file('F');
	const raw = 7;
	const words = 'field: "Field" must be the name of a binary field (7)';

	expect(refusal(field, raw)).toBe(words);
});

describe('the check of a file', () => {
	const field = file('F');
	const valid: unknown[] = ['data', { chunks: () => [] }];
	const invalid: unknown[] = [
		'',
		7,
		null,
		{ chunks: 'x' },
		Object.assign(() => 1, { chunks: () => [] }),
	];

	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test('n8n shows the input of a file', () => {
	const field = file(DESCRIPTION);
	const input = { required: true, type: 'string', default: 'data' };

	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test('the reference gives an example of a file', () => {
	const field = file(DESCRIPTION);
	const example = { given: 'upload', wire: 'content of the upload' };

	expect(exampleOf('it', field)).toEqual(example);
});

test('a file is recognized by its content', () => {
	expect(file('F').schema.safeParse(7).error!.issues[0]!.message).toBe('must be a file');
	expect(isGivenFile(stub<GivenFile>({ chunks: async function* () {} }))).toBe(true);
	expect([{ chunks: 1 }, {}, null, undefined, 'data'].filter(isGivenFile)).toEqual([]);
});
