/**
 * What holds for every operation of a node, whatever it does: the request is exactly the one that
 * the interface describes, each declared field changes it, and what is not given is not sent.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Logged } from '../../emulator';
import { areas } from '../../nodes/areas';
import {
	bodyFields,
	inputFields,
	isWholeBody,
} from '../../nodes/shared/declare/derived/operationParts';
import { type Field, nameOnWire } from '../../nodes/shared/declare/fields';
import { type RequestOperation } from '../../nodes/shared/declare/operation';
import {
	interfaceOperation,
	type InterfaceOperation,
} from '../../platform/descriptions/interfaceDocuments';
import type { NodeRun } from './engine';
import { fact } from './fact';
import type { Platform } from './platform';
import { parametersOf, sampleOf } from './samples';
import { isOf } from './usedRequests';

/** Additional values for operations with rules about several fields, by "resource.operation". */
export interface Together {
	/** Values (as given) that even the smallest request needs. */
	base?: IDataObject;
	/** Values of the base that are known only once the platform is running. */
	late?: () => IDataObject;
	/** For a field: other fields that must be given, or values that must replace the base. */
	with?: Record<string, IDataObject>;
	/** The operation reads the record first, and also sends what it keeps of it. */
	keeps?: boolean;
}

interface Case {
	resource: string;
	name: string;
	operation: RequestOperation;
	together: Together;
}

export function casesOf(node: string, together: Record<string, Together> = {}): Case[] {
	return areas[node]!.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) =>
			operation.kind === 'request'
				? [{ resource: value, name, operation, together: together[`${value}.${name}`] ?? {} }]
				: [],
		),
	);
}

/** An item with the file that the samples refer to. */
const WITH_FILE = {
	json: {},
	binary: {
		upload: {
			data: Buffer.from('content of the upload').toString('base64'),
			mimeType: 'text/plain',
			fileName: 'upload.txt',
		},
	},
};

/** The body of a request as an object: that of JSON, or the parts of an upload. */
function bodyOf(logged: Logged, operation: RequestOperation): IDataObject {
	if (!operation.multipart) return JSON.parse(logged.body) as IDataObject;
	const boundary = /boundary=(.+)$/.exec(logged.headers['content-type'] ?? '')![1]!;
	const body: IDataObject = {};
	for (const part of logged.body.split(`--${boundary}`).slice(1, -1)) {
		const [head, content] = part.split('\r\n\r\n') as [string, string];
		const name = /name="([^"]+)"/.exec(head)![1]!;
		if (name === operation.multipart.jsonPart)
			Object.assign(body, JSON.parse(content), { file: body.file });
		else body[name] = content.replace(/\r\n$/, '');
	}
	return body;
}

/** A received request, in parts that can be compared. */
function partsOf(logged: Logged) {
	// The boundary of an upload differs each time.
	const type = logged.headers['content-type'];
	const boundary = /boundary=(.+)$/.exec(type ?? '')?.[1] ?? '';
	const body = boundary === '' ? logged.body : logged.body.split(boundary).join('');
	return {
		method: logged.method,
		path: logged.path,
		query: logged.query,
		body,
		type: type?.split(';')[0],
	};
}

/** Registers the tests for all operations of a node. */
export function describeRequests(
	node: string,
	platform: () => Platform,
	together: Record<string, Together> = {},
	entryPoint: NodeRun['entryPoint'] = 'workflow',
): void {
	// Operations with secret output are refused as tools.
	const cases = casesOf(node, together).filter(
		({ operation }) => entryPoint === 'workflow' || !operation.answers.whySecret,
	);
	describe.each(cases.map((each) => [`${each.resource}.${each.name}`, each] as const))(
		'%s',
		(_title, each) => {
			const { operation, resource, name } = each;
			const fields = inputFields(operation);
			const required = Object.entries({ ...fields, ...operation.settings }).filter(
				([, { spec }]) => spec.required && spec.initial === undefined,
			);
			// An update must change something: its first field is given.
			const changes =
				['PUT', 'PATCH'].includes(operation.method) &&
				operation.body !== undefined &&
				!isWholeBody(operation.body)
					? Object.entries(operation.body)
					: [];
			const change = changes.some(([, { spec }]) => spec.required) ? [] : changes.slice(0, 1);
			const base: IDataObject = {
				...Object.fromEntries(
					change.map(([field, declared]) => [
						field,
						sampleOf(field, declared).given as IDataObject,
					]),
				),
				...Object.fromEntries(
					required.map(([field, declared]) => [
						field,
						sampleOf(field, declared).given as IDataObject,
					]),
				),
				...each.together.base,
			};

			/** The request that the operation sends with these values. */
			async function sent(values: IDataObject): Promise<Logged> {
				const { emulator, run, clearLog } = platform();
				clearLog();
				const { error } = await run(
					node,
					resource,
					name,
					{
						...(operation.whyPersonOnly ? { authentication: 'token' } : {}),
						...parametersOf(operation, { ...values, ...each.together.late?.() }),
					},
					{ items: [WITH_FILE] },
				);
				const request = emulator.log.find((logged) => isOf(operation, logged));
				if (!request)
					throw new Error(
						`Nothing was sent: ${error?.message ?? 'no error'} ${error?.description ?? ''}`,
					);
				return request;
			}

			test('the request is on the method and path of the interface', async () => {
				fact('A.6', 'A.72', 'A.73', 'A.79', 'A.80', 'B.162', 'B.203', 'B.214', 'B.224', 'C.128');
				const request = await sent(base);
				expect(request.method).toBe(operation.method);
				const wanted = operation.endpoint.replace(/\{([^}]+)\}/g, (_all, variable: string) => {
					const field = operation.path![variable]!;
					const wire = variable in base ? wireOf(base[variable]) : sampleOf(variable, field).wire;
					return field.spec.rawPath ? String(wire) : encodeURIComponent(String(wire));
				});
				expect(request.path).toBe(wanted);
				if (!operation.origin && !interfaceOperation(operation.method, operation.endpoint))
					throw new Error(
						`No interface document has ${operation.method} ${operation.endpoint}: state its source in \`origin\` of the operation, or correct its path`,
					);
			});

			test('the request sends only the values that are given', async () => {
				fact(
					'A.1',
					'A.44',
					'A.54',
					'B.73',
					'B.84',
					'B.101',
					'B.124',
					'B.208',
					'C.62',
					'C.63',
					'C.64',
					'C.65',
					'C.69',
					'C.77',
				);
				const request = await sent(base);
				expectQuery(operation, request, base);
				expectBody(operation, request, each.together, base);
			});

			const { pages } = operation;
			const sizeName = pages?.size ?? pages?.sizedBy;
			if (pages && sizeName)
				test('Limit sets the page size, up to the largest, which Return All uses', async () => {
					fact('B.11', 'B.93', 'B.104', 'B.207', 'B.209', 'B.241');
					const place = (request: Logged): unknown =>
						pages.where === 'body'
							? (JSON.parse(request.body) as IDataObject)[sizeName]
							: Number(new Map(request.query).get(sizeName));
					expect(place(await sent({ ...base, limit: 7 }))).toBe(7);
					expect(place(await sent({ ...base, limit: pages.largest + 1 }))).toBe(pages.largest);
					expect(place(await sent({ ...base, returnAll: true }))).toBe(pages.largest);
				});

			const optional = Object.entries(fields).filter(([field]) => !(field in base));
			if (optional.length > 0)
				test.each(optional.map(([field]) => field))('%s changes the request', async (field) => {
					fact(
						'A.46',
						'A.47',
						'A.50',
						'A.51',
						'A.52',
						'A.53',
						'A.94',
						'A.116',
						'A.117',
						'A.123',
						'B.58',
						'B.73',
						'B.84',
						'B.88',
						'B.92',
						'B.101',
						'B.103',
						'B.105',
						'B.114',
						'B.115',
						'B.116',
						'B.124',
						'B.149',
						'B.152',
						'B.181',
						'B.184',
						'B.189',
						'B.205',
						'C.59',
						'C.62',
						'C.63',
						'C.64',
						'C.65',
						'C.70',
						'C.77',
						'C.79',
						'C.95',
					);
					const declared = fields[field]!;
					const sample = sampleOf(field, declared);
					const others = each.together.with?.[field] ?? {};
					const withoutField = await sent({ ...base, ...others }).then(
						partsOf,
						({ message }: Error) => message,
					);
					// The others alone are not sent only if they depend on this field.
					if (typeof withoutField === 'string')
						expect(withoutField).toMatch(
							/can only be used together with|is required (when|together)/,
						);
					const request = await sent({ ...base, ...others, [field]: sample.given as IDataObject });
					expect(partsOf(request)).not.toEqual(withoutField);
					expectInItsPlace(operation, request, field, sample.wire);
				});
		},
	);
}

/** The query has the values that are given, and nothing else. */
function expectQuery(operation: RequestOperation, request: Logged, base: IDataObject): void {
	const query = new Map(request.query);
	const declared = Object.entries(operation.query ?? {}).map(([name, field]) =>
		nameOnWire(name, field),
	);
	expect([...query.keys()].filter((name) => !declared.includes(name))).toEqual([]);
	for (const [parameter, field] of Object.entries(operation.query ?? {})) {
		const wire = nameOnWire(parameter, field);
		const owned =
			operation.pages?.owns.includes(parameter) || operation.pages?.sizedBy === parameter;
		if (!(parameter in base) && !owned && field.spec.initial === undefined)
			expect([...query.keys()]).not.toContain(wire);
		if (parameter in base && !owned)
			expect(query.get(wire)).toBe(String(sampleOf(parameter, field).wire));
	}
}

/** The body has the values that are given, and nothing else. */
function expectBody(
	operation: RequestOperation,
	request: Logged,
	together: Together,
	base: IDataObject,
): void {
	if (operation.body === undefined) expect(request.body).toBe('');
	else if (isWholeBody(operation.body)) {
		const { wire } = sampleOf(operation.body.whole, operation.body.field);
		if (operation.body.whole in (together.base ?? {}) || operation.body.field.spec.notAsked)
			expect(request.body).not.toBe('');
		else expect(request.body).toBe(operation.body.contentType ? wire : JSON.stringify(wire));
		expect(request.headers['content-type']).toBe(
			operation.body.contentType ?? operation.body.contentTypes?.[0] ?? 'application/json',
		);
	} else {
		const given = { ...base, ...together.late?.() };
		const wanted: IDataObject = { ...operation.constants };
		for (const [parameter, field] of Object.entries(operation.body)) {
			const wire = nameOnWire(parameter, field);
			if (operation.pages?.size === parameter) wanted[wire] = 50;
			else if (parameter in given)
				wanted[wire] = givenWire(field, parameter, given[parameter]) as IDataObject;
			else if (field.spec.initial !== undefined) wanted[wire] = field.spec.initial;
		}
		// Values that the operation derives have their own tests.
		const sentBody = bodyOf(request, operation);
		for (const [parameter, field] of Object.entries(operation.body))
			if (field.spec.notAsked) delete sentBody[nameOnWire(parameter, field)];
		if (together.keeps) expect(sentBody).toMatchObject(wanted);
		else expect(sentBody).toEqual(wanted);
		expect(request.headers['content-type']).toMatch(
			operation.multipart ? /^multipart\/form-data; boundary=/ : /^application\/json$/,
		);
	}
}

/** A field is sent where the interface puts it. */
function expectInItsPlace(
	operation: RequestOperation,
	request: Logged,
	field: string,
	value: unknown,
): void {
	const spec = operation.origin
		? undefined
		: interfaceOperation(operation.method, operation.endpoint);
	const wire = nameOnWire(field, inputFields(operation)[field]!);
	const place = placeOf(operation, spec, field);
	if (place === 'query') {
		const all = request.query.filter(([key]) => key === wire).map(([, sent]) => sent);
		expect(all).toEqual((Array.isArray(value) ? value : [value]).map(String));
	} else if (place === 'body') {
		expect(bodyOf(request, operation)[wire]).toEqual(value);
	} else {
		expect(decodeURIComponent(request.path)).toContain(String(value));
	}
}

/** Where the interface puts a field; for the vendor's operations, where it is declared. */
function placeOf(
	operation: RequestOperation,
	spec: InterfaceOperation | undefined,
	field: string,
): 'path' | 'query' | 'body' {
	const declared =
		field in (operation.query ?? {}) ? 'query' : field in (operation.path ?? {}) ? 'path' : 'body';
	const wire = nameOnWire(
		field,
		{ ...operation.query, ...operation.path, ...bodyFields(operation) }[field]!,
	);
	if (!spec) return declared;
	if (wire in spec.query) return 'query';
	const bodies = spec.body?.variants ?? (spec.body ? [spec.body] : []);
	if (bodies.some(({ fields }) => fields && wire in fields)) return 'body';
	return declared;
}

/**
 * What a given value must be on the wire: that of the sample, or the value itself if a test
 * supplied it.
 */
function givenWire(field: Field, name: string, given: unknown): unknown {
	const sample = sampleOf(name, field);
	return JSON.stringify(sample.given) === JSON.stringify(given) ? sample.wire : wireOf(given);
}

const wireOf = (given: unknown): unknown =>
	typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
