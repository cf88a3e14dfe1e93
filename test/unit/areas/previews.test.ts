/** Output previews: each operation has one, and it shows what the operation outputs. */
import type { IDataObject } from 'n8n-workflow';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { areas } from '../../../nodes/areas';
import { namesInReadingOrder } from '../../../nodes/shared/engine/output/readingOrder';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';
import { recordable, recordedOutput } from '../../../tools/reference/outputs';
import { merged, richerOf, shapeOf } from '../../support/previews';

const nodes = join(__dirname, '../../../nodes');
const folderOf = (area: string) =>
	join(
		nodes,
		readdirSync(nodes).find((name) => name.toLowerCase() === `talendcloud${area.toLowerCase()}`)!,
		'__schema__/v1.0.0',
	);

const all = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap((resource) =>
		Object.entries(resource.operations).map(([name, operation]) => ({
			area,
			file: join(folderOf(area), resource.value, `${name}.json`),
			title: `${area} ${resource.value}.${name}`,
			operation,
			placed: { area, resource, value: name, operation },
		})),
	),
);

test('every operation has a preview with fields', () => {
	const withoutPreview = all.filter(
		({ file }) =>
			!existsSync(file) ||
			Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { properties: object }).properties)
				.length === 0,
	);
	expect(
		withoutPreview.map(
			({ title }) =>
				`${title}: record its output with "npm run previews -- NAME" (the name of its test file, such as projects)`,
		),
	).toEqual([]);
});

test('no preview of a removed operation is left', () => {
	const known = new Set(all.map(({ file }) => file));
	const folders = [...new Set(Object.keys(areas).map(folderOf))];
	const files = folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.json'))
			.map((name) => join(folder, name)),
	);
	expect(files.filter((file) => !known.has(file)).map((file) => `${file}: delete it`)).toEqual([]);
});

/** The fields of a record as the platform has it. */
function platformNames(schema = ''): string[] {
	const [document, ...rest] = schema.split('.');
	return Object.keys(interfaceSchemas[document!]?.[rest.join('.')]?.fields ?? {});
}

test('a preview shows no field that Simplify removes', () => {
	for (const { file, operation, title } of all) {
		const { answers } = operation;
		if (
			!answers.simple ||
			answers.output ||
			(operation.kind === 'request' &&
				operation.perform &&
				!('outputAs' in (operation.settings ?? {})))
		)
			continue;
		const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		// What a flow adds has names of its own: of the platform's only those that stay may be there.
		const own = (name: string) =>
			operation.kind === 'flow' && !platformNames(answers.schema).includes(name);
		expect({
			title,
			more: Object.keys(properties).filter((name) => !answers.simple!.includes(name) && !own(name)),
		}).toEqual({ title, more: [] });
	}
});

test('previews and examples have their fields in the order in which the node outputs them', () => {
	const wrong = all.flatMap(({ title, file, operation, placed }) => {
		const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		const orders = [Object.keys(properties), Object.keys(recordedOutput(placed)?.output ?? {})];
		return orders
			.filter(
				(names) => namesInReadingOrder(names, operation.answers.leads).join() !== names.join(),
			)
			.map((names) => `${title}: ${names.join(', ')}`);
	});
	expect(wrong).toEqual([]);
});

test('a recorded output contains nothing that its operation declares as secret', () => {
	for (const { title, operation, recorded } of all.map((each) => ({
		...each,
		recorded: recordedOutput(each.placed),
	})))
		if (recorded)
			expect({ title, output: recorded.output }).toEqual({
				title,
				output: recordable(operation.answers, recorded.output),
			});
});

test('a recorded output contains no address of this machine, which differs each time', () => {
	expect(
		recordable({}, { meta: [{ location: 'http://127.0.0.1:40313/scim/v2/Users/1' }] }),
	).toEqual({ meta: [{ location: 'https://api.eu.cloud.talend.com/scim/v2/Users/1' }] });
	expect(
		all
			.filter(({ placed }) =>
				JSON.stringify(recordedOutput(placed) ?? '').includes('http://127.0.0.1'),
			)
			.map(({ title }) => title),
	).toEqual([]);
});

/**
 * Times that are numbers, as far as their names say so: all of operations with Simplify are text.
 */
const NUMBERS_OF_TIMES = /(Date|Timestamp|_time|_time_seconds|[a-z]At|[a-z]Time)$/;

test('no time in an output with Simplify is a number', () => {
	const numbers = all
		.filter(({ operation }) => operation.answers.simple ?? operation.answers.times)
		.flatMap(({ title, placed }) => {
			const found: string[] = [];
			JSON.stringify(recordedOutput(placed)?.output ?? {}, (name, value: unknown) => {
				if (typeof value === 'number' && NUMBERS_OF_TIMES.test(name)) found.push(name);
				return value;
			});
			return found.map((name) => `${title}: ${name}`);
		});
	expect(numbers).toEqual([]);
});

test('an example shows a success rather than a rejection', () => {
	const done: { output: IDataObject } = { output: { success: true, rows: 1 } };
	const rejected: { output: IDataObject } = {
		output: { success: false, status: 400, message: 'Rejected', result: { status: 400 } },
	};
	expect(richerOf(rejected, done)).toBe(done);
	expect(richerOf(done, rejected)).toBe(done);
	const updated = { output: { result: 'updated' } };
	const refused = { output: { result: 'notUpdated', reason: 'No permission' } };
	expect(richerOf(refused, updated)).toBe(updated);
	const rejections = all.filter(({ placed }) => recordedOutput(placed)?.output.success === false);
	expect(rejections.map(({ title }) => title)).toEqual([]);
	const injected = all.filter(({ placed }) =>
		JSON.stringify(recordedOutput(placed) ?? {}).includes('Injected fault'),
	);
	expect(injected.map(({ title }) => title)).toEqual([]);
});

test('the shape of a record has the types of its fields', () => {
	expect(shapeOf({ a: 1, b: [{ c: 'x' }, { d: true }], e: null, f: 1.5 })).toEqual({
		type: 'object',
		properties: {
			a: { type: 'integer' },
			b: {
				type: 'array',
				items: { type: 'object', properties: { c: { type: 'string' }, d: { type: 'boolean' } } },
			},
			f: { type: 'number' },
		},
	});
});

test.each([
	{
		what: 'an integer and a number',
		one: { type: 'integer' },
		other: { type: 'number' },
		both: { type: 'number' },
	},
	{
		what: 'different types',
		one: { type: 'integer' },
		other: { type: 'string' },
		both: { type: 'string' },
	},
	{
		what: 'an empty list and another one',
		one: { type: 'array' },
		other: { type: 'array', items: { type: 'string' } },
		both: { type: 'array', items: { type: 'string' } },
	},
] as const)('the shapes of $what become one', ({ one, other, both }) => {
	expect(merged(one, other)).toEqual(both);
});
