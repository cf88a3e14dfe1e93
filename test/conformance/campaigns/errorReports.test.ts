/**
 * No response that the vendor's files or the interface documents describe as a success is taken for
 * an error report.
 */
import { isObject } from '../../../nodes/shared/support/json';
import { isErrorReport } from '../../../nodes/shared/transport/response/errorReport';
import { applicationOperations } from '../../../platform/descriptions/applications';
import { interfaceOperations } from '../../../platform/descriptions/interfaceDocuments';
import { answerSchema, documentSchemas } from '../../../platform/descriptions/interfaceJsonSchemas';
import { vendorOperations, vendorSchema } from '../../../platform/descriptions/vendor';
import { report } from '../../support/report';

type Schema = Record<string, unknown>;

const documented = new Map(documentSchemas().map((schema) => [schema.$id, schema]));

function resolved(schema: Schema): Schema {
	const ref = schema.$ref;
	if (typeof ref !== 'string') return schema;
	return documented.get(ref) ?? vendorSchema(ref.replace('#/', 'vendor:')) ?? {};
}

/** What a text can be where a schema does not say: states of records are among them. */
const TEXTS = ['a text', 'ERROR', 'Failed', 'In Error', 'FINISHED', 'Not Found in the list'];

/**
 * Values of a schema: each property alone, each value of an enumeration, and all properties
 * together.
 */
function samplesOf(given: Schema, depth = 0): unknown[] {
	const schema = resolved(given);
	const { properties, items, enum: values, oneOf, anyOf, allOf, type } = schema;
	if (Array.isArray(values)) return values;
	const several = [oneOf, anyOf, allOf].find(Array.isArray);
	if (several) return several.flatMap((each: Schema) => samplesOf(each, depth));
	if (depth > 3) return [{}];
	if (isObject(items)) return [[], ...samplesOf(items, depth + 1).map((each) => [each, each])];
	if (isObject(properties)) {
		const made = Object.entries(properties).map(
			([name, of]) => [name, samplesOf(of as Schema, depth + 1)] as const,
		);
		const all = (which: number) =>
			Object.fromEntries(made.map(([name, each]) => [name, each[which % each.length]]));
		return [
			...TEXTS.map((_text, which) => all(which)),
			...made.flatMap(([name, each]) => each.map((value) => ({ ...all(0), [name]: value }))),
		];
	}
	if (type === 'integer' || type === 'number') return [0, 7];
	if (type === 'boolean') return [true, false];
	return type === 'string' ? TEXTS : [{}];
}

const schemas: Array<[operation: string, Schema]> = [
	...[...vendorOperations, ...applicationOperations].flatMap(({ method, path, answers }) =>
		Object.entries(answers ?? {})
			.filter(([status]) => status.startsWith('2'))
			.flatMap(([, { content }]) => Object.values(content ?? {}))
			.map((schema): [string, Schema] => [`${method} ${path}`, schema]),
	),
	...interfaceOperations.flatMap((operation) =>
		operation.success.flatMap(({ status }) => {
			const schema = answerSchema(operation, status ?? 200);
			return schema ? [[`${operation.method} ${operation.path}`, schema] as [string, Schema]] : [];
		}),
	),
];

test('no described success is taken for an error report', () => {
	let count = 0;
	const wrong = schemas.flatMap(([operation, schema]) =>
		samplesOf(schema)
			.filter((sample) => (count++, isErrorReport(sample)))
			.map((sample) => `${operation}: ${JSON.stringify(sample).slice(0, 200)}`),
	);
	report(`${schemas.length} described responses, ${count} samples`);
	expect(count).toBeGreaterThan(10_000);
	expect(wrong).toEqual([]);
});
