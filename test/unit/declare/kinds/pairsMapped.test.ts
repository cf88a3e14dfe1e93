/**
 * What fields for pairs accept, refuse and show if their names are loaded from the platform.
 */
import { type Field, mapped } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { read, refusal } from '../../../support/fieldValue';
import { columns, DESCRIPTION, expectedInput, inputOf, mapping } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'names that are loaded',
		field: mapped('M', columns),
		raw: mapping({ a: 'x', b: '', c: null, d: 7 }),
		wanted: { a: 'x', d: '7' },
	},
	{
		what: 'numbers by names that are loaded',
		field: mapped('M', columns).withNumbers(),
		raw: mapping({ a: 1.5 }),
		wanted: { a: 1.5 },
	},
	{
		what: 'JSON with names that are loaded',
		field: mapped('M', columns),
		raw: '{"a":"x","b":""}',
		wanted: { a: 'x', b: '' },
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toStrictEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown }>([
	{ what: 'a mapper without a value', field: mapped('M', columns), raw: mapping(null) },
	{
		what: 'a mapper whose inputs are empty',
		field: mapped('M', columns),
		raw: mapping({ a: '', b: null }),
	},
])('$what counts as not given', ({ field, raw }) => {
	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
});

test('the reference gives an example of names that are loaded', () => {
	const field = mapped(DESCRIPTION, columns);
	const example = {
		given: { mappingMode: 'defineBelow', value: { 'it-key': 'a value' } },
		wire: { 'it-key': 'a value' },
	};

	expect(exampleOf('it', field)).toEqual(example);
});

test('the input of names that are loaded is n8n’s resource mapper', () => {
	for (const field of [
		mapped(DESCRIPTION, columns),
		mapped(DESCRIPTION, columns).withNumbers(),
		mapped(DESCRIPTION, { ...columns, method: 'other' }).columnsOf(columns),
	])
		expect(inputOf(field)).toEqual(
			expectedInput({
				required: true,
				type: 'resourceMapper',
				noDataExpression: true,
				default: { mappingMode: 'defineBelow', value: null },
				typeOptions: {
					loadOptionsDependsOn: ['taskId.value'],
					resourceMapper: {
						resourceMapperMethod: 'loadNames',
						mode: 'add',
						fieldWords: columns.words,
						valuesLabel: 'Some Field',
						addAllFields: true,
						multiKeyMatch: false,
						supportAutoMap: false,
						hideNoDataError: true,
					},
				},
			}),
		);
});
