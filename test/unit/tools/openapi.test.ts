/** docs/platform/openapi.json: valid OpenAPI 3.1, complete, and served by the emulator. */
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { Emulator } from '../../../emulator';
import { routesOf } from '../../../emulator/server/router';
import { areas } from '../../../nodes/areas';
import { bodyFields, isWholeBody } from '../../../nodes/shared/declare/derived/operationParts';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { permissionWords } from '../../../nodes/shared/declare/permissions';
import { openApiDocument } from '../../../tools/reference';

interface Item {
	parameters?: Array<{
		name: string;
		in: string;
		required?: boolean;
		schema: object;
		example?: unknown;
	}>;
	requestBody?: { content: Record<string, { schema: Record<string, unknown>; example?: unknown }> };
	responses: Record<string, { description: string }>;
	'x-permissions'?: string[];
	'x-rules'?: string[];
}
interface Document {
	openapi: string;
	servers: Array<{ url: string }>;
	paths: Record<string, Record<string, Item>>;
	components: { schemas: Record<string, object> };
}

const document = openApiDocument() as Document;
const shape = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
const items = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, item]): [string, Item] => [
			`${method.toUpperCase()} ${shape(path)}`,
			item,
		]),
	),
);
const routes = routesOf(areas).map((route): [string, Item, readonly RequestOperation[]] => [
	route.key,
	items.get(`${route.method} ${shape(route.path)}`)!,
	route.operations,
]);

/**
 * What a validator that is not ours finds: it is an ES module, which runs in a process of its own.
 */
function judged(text: string): { valid: boolean; specification: string } {
	const program = `
		import { validate } from '@readme/openapi-parser';
		let text = '';
		for await (const part of process.stdin) text += part;
		const { valid, specification } = await validate(JSON.parse(text));
		console.log(JSON.stringify({ valid, specification }));`;
	return JSON.parse(
		execFileSync(process.execPath, ['--input-type=module', '-e', program], {
			input: text,
			cwd: join(__dirname, '../../..'),
			encoding: 'utf8',
		}),
	) as { valid: boolean; specification: string };
}

test('the document is valid OpenAPI 3.1, according to a validator that detects mistakes', () => {
	expect(document.openapi).toBe('3.1.0');
	expect(judged(JSON.stringify(document))).toEqual({ valid: true, specification: 'OpenAPI' });
	expect(
		judged(
			JSON.stringify({
				...document,
				paths: { '/x': { post: { responses: {}, parameters: [{ name: 'a', in: 'nowhere' }] } } },
			}),
		).valid,
	).toBe(false);
});

test('the document has exactly the platform’s requests', () => {
	expect(routes.filter(([, item]) => item === undefined).map(([key]) => key)).toEqual([]);
	expect(items.size).toBe(routes.length);
});

test.each(routes)(
	'%s has all fields, rules, permissions and refusals',
	(_key, item, operations) => {
		const named = operations.flatMap((operation) =>
			[operation.query, isWholeBody(operation.body) ? undefined : bodyFields(operation)].flatMap(
				(fields) => Object.entries(fields ?? {}).map(([name, field]) => nameOnWire(name, field)),
			),
		);
		const contents = Object.values(item.requestBody?.content ?? {}).map(({ schema }) => schema);
		const written = JSON.stringify([item.parameters, contents]);
		expect(named.filter((name) => !written.includes(JSON.stringify(name)))).toEqual([]);
		for (const operation of operations) {
			const own = Object.entries<string>({ ...operation.refusals });
			for (const [status, words] of own)
				expect(item.responses[status]?.description).toContain(words);
			for (const { says, caution } of operation.rules ?? [])
				if (!caution) expect(item['x-rules']).toContain(says);
			if (operation.permissions !== undefined)
				expect(item['x-permissions']).toContain(permissionWords(operation.permissions));
		}
		expect(Object.keys(item.responses).filter((status) => status.startsWith('2'))).not.toEqual([]);
	},
);

describe('the schemas of the document', () => {
	const ajv = addFormats(new Ajv2020({ strict: false, validateFormats: true }));
	ajv
		.addFormat('password', true)
		.addFormat('int32', true)
		.addFormat('int64', true)
		.addFormat('binary', true)
		.addFormat('float', true)
		.addFormat('double', true);
	ajv.addSchema({ $id: 'document', ...document });

	const compile = (path: string[]) =>
		ajv.compile({
			$ref: `document#/${path.map((part) => part.replace(/~/g, '~0').replace(/\//g, '~1').replace(/[{}]/g, encodeURIComponent)).join('/')}`,
		});

	test('the schemas of records can be compiled with all their references', () => {
		for (const name of Object.keys(document.components.schemas))
			expect(compile(['components', 'schemas', name])).toBeInstanceOf(Function);
	});

	const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).flatMap(([method, { requestBody }]) =>
			Object.entries(requestBody?.content ?? {}).map(([type, { example, schema }]) => ({
				title: `${method} ${path}`,
				example,
				schema,
				place: ['paths', path, method, 'requestBody', 'content', type, 'schema'],
			})),
		),
	);

	test('the schemas of bodies accept the examples', () => {
		const refused = bodies
			.filter(({ example }) => example !== undefined)
			.map(({ title, example, place }) => {
				const valid = compile(place);
				return { title, ok: valid(example), errors: valid.errors };
			})
			.filter(({ ok }) => !ok);
		expect(refused).toEqual([]);
	});

	test('the schemas of bodies refuse what is not declared', () => {
		const objects = bodies.filter(({ schema }) => schema.type === 'object');
		expect(objects.length).toBeGreaterThan(50);
		const accepted = objects.filter(({ example, place }) =>
			compile(place)({ ...(example as object), thisIsNoField: 1 }),
		);
		expect(accepted.map(({ title }) => title)).toEqual([]);
	});
});

test('the document is served by the emulator, with its own address', async () => {
	const emulator = new Emulator();
	const address = await emulator.listen();
	try {
		const served = (await (await fetch(`${address}/__emulator/openapi.json`)).json()) as Document;
		expect(served.servers).toEqual([{ url: address, description: 'The emulator' }]);
		expect({ ...served, servers: [] }).toEqual({
			...(JSON.parse(JSON.stringify(document)) as Document),
			servers: [],
		});
	} finally {
		await emulator.close();
	}
});
