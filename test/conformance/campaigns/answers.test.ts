/** Every operation × odd answers: a success only where the answer says so. */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../../nodes/shared/declare/answers';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import { bodyFields } from '../../../nodes/shared/declare/fieldsOf';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { allOperations, type Named } from '../../support/performing';
import { report } from '../../support/report';
import { sampleOf } from '../../support/samples';
import { goodAnswer, goodPage, type Scripted, type ScriptedServer } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';
import { isTried } from '../../support/share';

const scripted = scriptedForAll();

interface ResponseCase {
	what: string;
	answer: (good: Scripted) => Scripted;
	/** Only for answers of this kind. */
	of?: 'record' | 'nothing';
	/** Whether an operation may take it for a success. */
	passes: (operation: RequestOperation) => boolean;
}

const kindOf = ({ answers }: RequestOperation) => answers.kind;
/** A file whose content may be any text. */
const isAnyFile = ({ answers }: RequestOperation) =>
	answers.kind === 'file' && answers.fileFormat === undefined;
const needsNoContent = (operation: RequestOperation) =>
	kindOf(operation) === 'nothing' || isAnyFile(operation);
/** Only such a file may be empty. */
const mayBeEmpty = (operation: RequestOperation) =>
	kindOf(operation) === 'nothing' || ofKind('file', operation.answers).whenEmpty !== undefined;
const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain' };

/** A deletion whose success is its status. */
const succeedsByStatus = ({ method, endpoint }: RequestOperation) =>
	`${method} ${endpoint}` === 'DELETE /connections/{connectionId}';

/** One request about several records may list them. */
const mayListRecords = ({ answers }: RequestOperation) =>
	ofKind('record', answers).several === true;

/** Whether {@link goodAnswer} makes up a text for what makes it the record. */
const hasMadeUpFields = (operation: RequestOperation) =>
	(ofKind('record', operation.answers).requiredFields ?? []).some((names) =>
		[names]
			.flat()
			.every((name) =>
				[undefined, `${name}-0`].includes(
					(JSON.parse(String(goodAnswer(operation).body)) as Record<string, string>)[name],
				),
			),
	);

/** Whether {@link goodAnswer} makes up an ID that the record needs. */
const hasMadeUpId = (operation: RequestOperation) =>
	/"(id|executable|executionId|definitionId)":"\1-0"/.test(String(goodAnswer(operation).body));

/** Whether the path has the ID that the record has. */
const isNamedInPath = (operation: RequestOperation) =>
	operation.method !== 'POST' &&
	operation.answers.idVariable !== false &&
	(operation.endpoint.endsWith('}') || operation.answers.idVariable !== undefined) &&
	['id', 'executable', 'executionId', 'definitionId', operation.answers.key].some((name) =>
		(ofKind('record', operation.answers).requiredFields ?? []).some((needed) => needed === name),
	);

/** Whether the content of an object without a known field does not matter. */
const acceptsUnrelated = (operation: RequestOperation) =>
	needsNoContent(operation) ||
	succeedsByStatus(operation) ||
	ofKind('file', operation.answers).fileFormat === 'definition';

/** Objects that have nothing of what is expected, and no error either. */
const UNRELATED: ResponseCase[] = [
	{
		what: 'an object with an unknown field',
		answer: () => ({ status: 200, body: '{"surprise":true}' }),
		passes: acceptsUnrelated,
	},
	{
		what: 'an empty object',
		answer: () => ({ status: 200, body: '{}' }),
		passes: (operation) =>
			acceptsUnrelated(operation) || ofKind('record', operation.answers).orEmpty === true,
	},
];

/** Error reports in the forms of the platform, of proxies and of other servers: never a success. */
const ERROR_REPORTS = [
	'{"status":500,"message":"Internal error"}',
	'{"statusCode":500,"error":"Internal error","id":"id-0"}',
	'{"error":{"code":"500","message":"Internal error"}}',
	'{"code":500,"error":true,"message":"Internal error"}',
	'{"errors":[{"message":"Internal error"}]}',
	'{"fault":{"faultstring":"Internal error"}}',
	'{"exception":"java.lang.IllegalStateException","message":"Internal error"}',
	'{"success":false,"reason":"Internal error"}',
	'{"ok":false,"reason":"Internal error"}',
	'{"httpStatus":500,"id":"id-0"}',
	'{"status_code":500,"id":"id-0"}',
	'{"message":"Internal server error"}',
	'{"schemas":["urn:ietf:params:scim:api:messages:2.0:Error"],"status":"404","detail":"Not found"}',
].map((body): ResponseCase => ({
	what: `the error report ${body}`,
	answer: () => ({ status: 200, body }),
	passes: () => false,
}));

/** A word that is an error in most responses, but a state if the state is what was asked for. */
const STATES: ResponseCase[] = [
	{
		what: 'the state ERROR',
		answer: () => ({ status: 200, body: '{"status":"ERROR"}' }),
		passes: ({ answers }) => ofKind('record', answers).requiredFields?.[0] === 'status',
	},
];

const UNEXPECTED: ResponseCase[] = [
	{ what: 'an empty body', answer: () => ({ status: 200, body: '' }), passes: mayBeEmpty },
	{ what: 'blanks', answer: () => ({ status: 200, body: ' \r\n' }), passes: mayBeEmpty },
	{
		what: 'no content',
		answer: () => ({ status: 204 }),
		passes: (operation) =>
			mayBeEmpty(operation) ||
			(kindOf(operation) === 'record' && ['PUT', 'PATCH', 'DELETE'].includes(operation.method)),
	},
	{ what: 'null', answer: () => ({ status: 200, body: 'null' }), passes: needsNoContent },
	{
		what: 'a text',
		answer: () => ({ status: 200, body: 'OK', headers: text }),
		passes: needsNoContent,
	},
	{
		what: 'a text called JSON',
		answer: () => ({ status: 200, body: 'OK' }),
		passes: needsNoContent,
	},
	{ what: 'a number', answer: () => ({ status: 200, body: '7' }), passes: needsNoContent },
	{ what: 'a JSON text', answer: () => ({ status: 200, body: '"OK"' }), passes: needsNoContent },
	{
		what: 'JSON that ends early',
		answer: () => ({ status: 200, body: '{"exec' }),
		passes: isAnyFile,
	},
	{
		what: 'JSON that ends early, called a text',
		answer: () => ({ status: 200, body: '[{"id":"a"},', headers: text }),
		passes: isAnyFile,
	},
	...UNRELATED,
	...ERROR_REPORTS,
	...STATES,
	{
		what: 'a list of error reports',
		answer: () => ({ status: 200, body: '[{"status":500,"message":"Internal error"}]' }),
		of: 'nothing',
		passes: () => false,
	},
	{
		what: 'a text that is an error',
		answer: () => ({ status: 200, body: 'Internal Server Error', headers: text }),
		passes: isAnyFile,
	},
	{
		what: 'a list without records',
		answer: () => ({ status: 200, body: '[]' }),
		of: 'record',
		passes: mayListRecords,
	},
	{
		what: 'the record in a list',
		answer: (good) => ({ ...good, status: 200, body: `[${String(good.body ?? '{}')}]` }),
		of: 'record',
		passes: mayListRecords,
	},
	{
		what: 'the record in an envelope',
		answer: (good) => ({ ...good, status: 200, body: `{"data":${String(good.body ?? '{}')}}` }),
		of: 'record',
		passes: succeedsByStatus,
	},
	{
		what: 'the record without what makes it one',
		answer: (good) => ({
			...good,
			status: 200,
			body: JSON.stringify(
				Object.fromEntries(
					Object.entries(JSON.parse(String(good.body ?? '{}')) as IDataObject).map(
						([name, value]) => [name, /-0$/.test(String(value)) ? null : value],
					),
				),
			),
		}),
		of: 'record',
		passes: (operation) => succeedsByStatus(operation) || !hasMadeUpFields(operation),
	},
	...[{}, [], true, '  '].map((id): ResponseCase => ({
		what: `the record with the ID ${JSON.stringify(id)}`,
		answer: (good) => ({
			...good,
			status: 200,
			body: String(good.body ?? '').replace(
				/"(id|executable|executionId|definitionId)":"\1-0"/g,
				`"$1":${JSON.stringify(id)}`,
			),
		}),
		of: 'record',
		passes: (operation) => !hasMadeUpId(operation),
	})),
	{
		what: 'another record',
		answer: (good) => ({
			...good,
			status: 200,
			body: String(good.body ?? '').replace(
				/"(id|executable|executionId|definitionId|name)":"\1-0"/g,
				'"$1":"of-another"',
			),
		}),
		of: 'record',
		passes: (operation) => !isNamedInPath(operation),
	},
	{
		what: 'a list of numbers',
		answer: () => ({ status: 200, body: '[7]' }),
		passes: (operation) =>
			needsNoContent(operation) ||
			(kindOf(operation) === 'list' &&
				!operation.answers.schema &&
				!operation.answers.key &&
				!ofKind('list', operation.answers).listPath),
	},
	...[
		'<!doctype html><p>Sign in',
		'<html><body>Sign in',
		'<body>Sign in',
		'\uFEFF<!DOCTYPE html><p>Sign in',
	].map((body): ResponseCase => ({
		what: `the page ${body}`,
		answer: () => ({ status: 200, body, headers: json }),
		passes: () => false,
	})),
	...['<!-- proxy --><p>Sign in', '<?xml version="1.0"?><html>Sign in'].map(
		(body): ResponseCase => ({
			what: `the page ${body}`,
			answer: () => ({ status: 200, body, headers: text }),
			passes: (operation) => isAnyFile(operation),
		}),
	),
	{
		what: 'a good answer called a web page',
		answer: (good) => ({
			...good,
			status: 200,
			body: good.body ?? 'x',
			headers: { 'content-type': 'text/html; charset=utf-8' },
		}),
		passes: () => false,
	},
	{
		what: 'a redirect to a sign-in page',
		answer: () => ({ status: 302, headers: { location: 'http://sign-in.invalid/' } }),
		passes: () => false,
	},
];

/** What a body has in the way, and still is what it should be. */
const HARMLESS: ResponseCase[] = [
	{
		what: 'a byte order mark',
		answer: (good) => ({ ...good, body: `\uFEFF${String(good.body ?? '')}` }),
		passes: () => true,
	},
	{
		what: 'another media type',
		answer: (good) => ({ ...good, headers: { ...good.headers, ...text } }),
		passes: () => true,
	},
	{
		what: 'no media type that is known',
		answer: (good) => ({
			...good,
			headers: { ...good.headers, 'content-type': 'binary/octet-stream' },
		}),
		passes: () => true,
	},
];

const requests = allOperations.filter(
	(named): named is Named & { operation: RequestOperation } =>
		named.operation.kind === 'request' &&
		named.operation.endpoint !== '{path}' &&
		!named.operation.basicAuth,
);

/** Where the sample of a field does not fit the plain answers. */
const PREPARED: Record<string, IDataObject> = {
	'runConfiguration.setPlanRunConfig': { scheduleType: 'MANUAL' },
	'runConfiguration.setDynamicEngineRunConfig': { scheduleType: 'JSON' },
	'role.update': { updateFields: { name: 'Night Shift', permissions: ['TMC_OPERATOR'] } },
	'group.replace': { keepOthers: false, displayName: 'Finance' },
	'role.replace': { keepOthers: false, name: 'Night Shift' },
	'ipAllowlist.update': {
		updateFields: {
			ips: { rows: [{ ip: '203.0.113.7', description: 'Office' }] },
			enabled: false,
			description: 'Offices',
		},
	},
	// Its pages do not say how many tasks there are: only the limit ends it after one.
	'task.getManyInState': { returnAll: false, limit: 1 },
};

/** Whether the request is the one that the operation is about, not one that it needs before. */
const isOf =
	(operation: RequestOperation) => (asked: { operation?: RequestOperation; method: string }) =>
		asked.operation?.endpoint === operation.endpoint && asked.method === operation.method;

/** What a record tells otherwise than its update takes it. */
const AS_READ: Record<string, IDataObject> = {
	'task.update': { workspace: { id: 'w' } },
	'crawler.changeSelection': { crawledDatasets: ['SALES.CUSTOMERS', 'SALES.ORDERS'] },
};

/** The record that an update reads first: the one that the samples are about, whole. */
function present({ name: of, operation }: Named & { operation: RequestOperation }): Scripted {
	const { path = {}, readFirst } = operation;
	const [last, field] = Object.entries(path).at(-1)!;
	const kept = Object.entries(bodyFields(operation)).map(([name, each]) => [
		nameOnWire(name, each),
		sampleOf(name, each).wire as IDataObject,
	]);
	const record: IDataObject = {
		...Object.fromEntries(kept),
		id: sampleOf(last, field).wire as string,
		...AS_READ[of],
	};
	const { get } = readFirst!;
	return get.answers.kind === 'list'
		? goodPage(get, [record], { at: get.pages?.first ?? 0, total: 1 })
		: { status: 200, body: JSON.stringify(record) };
}

async function tried(
	named: Named & { operation: RequestOperation },
	script: ScriptedServer['script'],
): Promise<{ error?: Error & { description?: string }; sent: number }> {
	scripted.server.asked = [];
	const { readFirst } = named.operation;
	scripted.server.script = (asked) =>
		script(asked) ?? (readFirst && isOf(readFirst.get)(asked) ? present(named) : undefined);
	const error = await scripted.perform(named, PREPARED[named.name]).then(
		() => undefined,
		(reason: unknown) => reason as Error,
	);
	return { error, sent: scripted.server.asked.filter(isOf(named.operation)).length };
}

test('each request succeeds with a good response', async () => {
	const wrong: string[] = [];
	for (const named of requests) {
		const { error, sent } = await tried(named, () => undefined);
		if (error || sent !== 1)
			wrong.push(
				`${named.name}: sent ${sent} times, ${error?.message ?? 'done'} ${error?.description ?? ''}`,
			);
	}
	expect(wrong).toEqual([]);
});

describe('unexpected responses are not a success', () => {
	let cases = 0;

	test.each(requests.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'%s does not take an unexpected response for a success',
		async (_name, named) => {
			const wrong: string[] = [];
			for (const { what, answer, passes, of } of [...UNEXPECTED, ...HARMLESS]) {
				if (!isTried()) continue;
				if (of && kindOf(named.operation) !== of) continue;
				const fits = isOf(named.operation);
				const { error, sent } = await tried(named, (asked) =>
					fits(asked) ? answer(goodAnswer(named.operation)) : undefined,
				);
				cases++;
				if (sent !== 1) wrong.push(`${what}: sent ${sent} times`);
				else if ((error === undefined) !== passes(named.operation))
					wrong.push(
						`${what}: ${error ? `${error.message} ${error.description}` : 'counts as success'}`,
					);
			}
			expect(wrong).toEqual([]);
		},
	);

	test('more than five unexpected responses were sent for each operation, on average', () => {
		report(`${requests.length} operations, ${cases} odd answers`);
		expect(cases).toBeGreaterThan(requests.length * 5);
	});
});

/** What an operation without a body in its answer may say that it has done. */
const DONE = [
	'success',
	'deleted',
	'added',
	'removed',
	'started',
	'ended',
	'terminated',
	'unpaired',
];

test.each([false, true])(
	'a response without a body becomes an item that says what was done to which record (as a tool: %s)',
	async (asTool) => {
		const wrong: string[] = [];
		let cases = 0;
		for (const named of requests) {
			const { operation } = named;
			if (
				kindOf(operation) !== 'nothing' &&
				!(kindOf(operation) === 'record' && ['PUT', 'PATCH', 'DELETE'].includes(operation.method))
			)
				continue;
			if (asTool && operation.answers.whySecret) continue;
			const fits = isOf(operation);
			const { readFirst } = operation;
			scripted.server.script = (asked) =>
				fits(asked)
					? { status: 204 }
					: readFirst && isOf(readFirst.get)(asked)
						? present(named)
						: undefined;
			const [output, ...others] = await scripted.perform(
				named,
				{ ...PREPARED[named.name], allowAsTool: true, confirmDeletion: true },
				asTool,
			);
			cases++;
			const json = output?.json ?? {};
			// These are the rows that were sent.
			const lists = named.name === 'ssoRoleMapping.replaceAll';
			if (others.length > 0 && !lists) wrong.push(`${named.name}: ${others.length + 1} items`);
			if (!lists && !DONE.some((word) => json[word] === true))
				wrong.push(`${named.name}: ${JSON.stringify(json)} says nothing that was done`);
			for (const [name, field] of Object.entries(operation.path ?? {}))
				if (!JSON.stringify(json).includes(String(sampleOf(name, field).wire)))
					wrong.push(`${named.name}: ${JSON.stringify(json)} does not say ${name}`);
		}
		report(`${cases} answers without a body`);
		expect(cases).toBeGreaterThan(100);
		expect(wrong).toEqual([]);
	},
);

describe('a request whose response breaks off is repeated, unless it starts or creates something', () => {
	let cases = 0;

	test.each(requests.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'%s repeats a request whose response breaks off, unless it starts or creates something',
		async (_name, named) => {
			const wrong: string[] = [];
			const good = goodAnswer(named.operation);
			const whole = good.body === undefined ? '{"done":true}' : String(good.body);
			for (const third of [0, 1, 2]) {
				if (!isTried()) continue;
				const fits = isOf(named.operation);
				let first = true;
				const { error, sent } = await tried(named, (asked) => {
					if (!fits(asked) || !first) return undefined;
					first = false;
					return {
						...good,
						status: good.status === 204 ? 200 : good.status,
						body: whole,
						breaksAt: Math.floor((whole.length * third) / 3),
					};
				});
				cases++;
				const once = named.operation.effect === 'once';
				const isReported = once
					? sent === 1 &&
						error !== undefined &&
						/request probably succeeded: .* Check /.test(error.description ?? '')
					: sent === 2 && error === undefined;
				if (!isReported)
					wrong.push(
						`after ${third} thirds: sent ${sent} times, ${error ? `${error.message} ${error.description}` : 'success'}`,
					);
			}
			expect(wrong).toEqual([]);
		},
	);

	test('broken responses were sent for most operations', () => {
		report(`${requests.length} operations, ${cases} broken answers`);
		expect(cases).toBeGreaterThan(requests.length * 0.7);
	});
});

test('flows do not take an unexpected response for the end of an execution', async () => {
	const flows = allOperations.filter(({ operation }) => operation.kind === 'flow');
	const wrong: string[] = [];
	let cases = 0;
	for (const named of flows) {
		if (named.operation.kind !== 'flow') continue;
		const { uses } = named.operation;
		if (uses.every((operation) => needsNoContent(operation))) continue;
		for (const { what, answer, passes, of } of UNEXPECTED) {
			if (!isTried()) continue;
			if (of) continue;
			scripted.server.asked = [];
			scripted.server.script = (asked) =>
				asked.operation ? answer(goodAnswer(asked.operation)) : undefined;
			const error = await scripted.perform(named).then(
				() => undefined,
				(reason: unknown) => reason as Error,
			);
			cases++;
			const judged = scripted.server.asked.flatMap(({ operation }) => operation ?? []);
			if (!error && (judged.length === 0 || !judged.every(passes)))
				wrong.push(`${named.name}, ${what}: counts as success`);
			const starts = scripted.server.asked.filter(
				({ operation }) => operation?.effect === 'once',
			).length;
			if (starts > 1) wrong.push(`${named.name}, ${what}: started ${starts} times`);
		}
	}
	report(`${flows.length} flows, ${cases} odd answers`);
	expect(cases).toBeGreaterThan(flows.length);
	expect(wrong).toEqual([]);
});
