/** What an operation answers. */
import { areas } from '../../../nodes/areas';
import { fileAnswer, nothing, record, records } from '../../../nodes/shared/declare/answers';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';
import { vendorSchema } from '../../../platform/descriptions/vendor';

test('a record with a schema requires its identifying field', () => {
	expect(record('B.Plan')).toEqual({ kind: 'record', schema: 'B.Plan', requiredFields: ['id'] });
	expect(record('B.Permission', { requiredFields: ['permissions'] })).toEqual({
		kind: 'record',
		schema: 'B.Permission',
		requiredFields: ['permissions'],
	});
	expect(record('B.Plan', { requiredFields: ['name'] })).toMatchObject({
		requiredFields: ['name'],
	});
});

test('a record without a schema requires no field', () => {
	expect(record(undefined, { simple: ['a'] })).toEqual({
		kind: 'record',
		schema: undefined,
		simple: ['a'],
	});
});

test('the ID of a record is a field of its schema', () => {
	const declared = Object.values(areas)
		.flat()
		.flatMap(({ operations }) => Object.values(operations))
		.flatMap(({ answers }) =>
			answers.kind === 'record' && answers.schema !== undefined ? [answers] : [],
		);
	const fieldsOf = (schema: string): object => {
		if (schema.startsWith('vendor:')) return vendorSchema(schema)?.properties ?? {};
		const [doc, ...name] = schema.split('.');
		return interfaceSchemas[doc!]?.[name.join('.')]?.fields ?? {};
	};
	const wrong = declared.filter(
		({ schema, requiredFields = [] }) =>
			!requiredFields.every((names) => [names].flat().some((name) => name in fieldsOf(schema!))),
	);
	expect(wrong.map(({ schema, requiredFields }) => `${schema}: ${String(requiredFields)}`)).toEqual(
		[],
	);
	expect(new Set(declared.map(({ schema }) => schema)).size).toBeGreaterThan(60);
});

test('an answer is a list, a file or nothing, with the declared properties', () => {
	expect(records('B.Plan', { key: 'id' })).toEqual({ kind: 'list', schema: 'B.Plan', key: 'id' });
	expect(nothing({ key: 'name' })).toEqual({ kind: 'nothing', key: 'name' });
	expect(fileAnswer({ fileName: 'a' })).toEqual({ kind: 'file', fileName: 'a' });
});

test('an answer without declared properties has only its kind', () => {
	expect(records(undefined)).toEqual({ kind: 'list', schema: undefined });
	expect(nothing()).toEqual({ kind: 'nothing' });
	expect(fileAnswer()).toEqual({ kind: 'file' });
});
