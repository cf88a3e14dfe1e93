/**
 * Every operation that writes, with several items about one record, in answers that come after a
 * time of their own: what the platform does must be what it does when the items are sent one after
 * the other. The server takes no two writes to a record at a time.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import {
	bodyFields,
	inputFields,
	isWholeBody,
} from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, nameOnWire } from '../../../nodes/shared/declare/fields';
import type { Operation, RequestOperation } from '../../../nodes/shared/declare/operation';
import { clock } from '../../../nodes/shared/support/time/clock';
import { byId } from '../../support/demo';
import { type NodeResult, type NodeRun, runNode, TestCredentials } from '../../support/engine';
import { random } from '../../support/random';
import { report } from '../../support/report';
import { parametersOf, sampleOf } from '../../support/samples';
import { everywhereAt } from '../../support/scripted';
import { endpointOf, RecordServer, type Write } from './oneRecordStage';

const ITEMS = 4;
/** Longest that the server takes before it does something, and before it answers. */
const SLOWEST_MS = 8;

interface Case {
	title: string;
	node: string;
	resource: string;
	name: string;
	operation: RequestOperation;
}

const requests = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries<Operation>(operations).flatMap(([name, operation]) =>
			operation.kind === 'request'
				? [{ title: `${node} ${resource}.${name}`, node, resource, name, operation }]
				: [],
		),
	),
);

/** A creation has no record yet; a batch is about many. */
const isAboutOne = ({ operation }: Case) =>
	operation.effect !== 'read' &&
	!('takeFrom' in (operation.settings ?? {})) &&
	(operation.readFirst !== undefined ||
		(operation.path !== undefined && Object.keys(operation.path).length > 0));
const cases: Case[] = requests.filter(isAboutOne);

const daily = {
	scheduleType: 'JSON',
	trigger:
		'={{ JSON.stringify({ type: "DAILY", interval: $json.index + 1, startDate: "2026-04-01", timeZone: "Europe/Paris", atTimes: { type: "AT_TIME", time: "02:30" } }) }}',
};

/**
 * What rules over several fields ask for, by resource and operation, with the node where several
 * have those.
 */
const TOGETHER: Record<string, IDataObject> = {
	'runConfiguration.setTaskRunConfig': daily,
	'runConfiguration.setPlanRunConfig': daily,
	'schedule.appendTrigger': { triggerName: 'Nightly', ...daily },
	'schedule.changeTrigger': { triggerName: byId('Nightly'), ...daily },
	'resource.replaceFile': { file: 'data' },
	'SCIM user.update': { keepOthers: true },
	'user.patch': {
		operations: {
			rows: [{ op: 'replace', path: 'title', value: '={{ "Title " + $json.index }}' }],
		},
	},
	'group.patch': {
		operations: {
			rows: [{ op: 'replace', path: 'displayName', value: '={{ "Group " + $json.index }}' }],
		},
	},
	'crawler.changeSelection': { keepSelected: true },
	'apiDefinition.update': {
		definitionText:
			'={{ JSON.stringify({ openapi: "3.0.3", info: { title: `API ${$json.index}`, version: "1.0.0" }, paths: {} }) }}',
	},
};

const togetherOf = ({ title, resource, name }: Case): IDataObject => ({
	...TOGETHER[`${resource}.${name}`],
	...TOGETHER[title],
});

/** The endpoints with the fewest variables first: a literal segment is more than any ID. */
const endpoints = requests
	.map(({ operation: { method, endpoint, effect } }) => ({
		variables: endpoint.split('{').length,
		endpoint: endpointOf(method, endpoint, effect === 'read'),
	}))
	.sort((a, b) => a.variables - b.variables)
	.map(({ endpoint }) => endpoint)
	.sort(
		(a, b) => Number(a.pattern.source.includes('.+)')) - Number(b.pattern.source.includes('.+)')),
	);

const credentialStore = new TestCredentials();
const sleep = clock.sleep;
let server: RecordServer;
let credentials: NodeRun['credentials'];
beforeAll(() => {
	// What is repeated is repeated soon.
	clock.sleep = async (ms, signal) => await sleep(Math.min(ms, 3), signal);
});
afterAll(() => {
	clock.sleep = sleep;
});
beforeEach(async () => {
	server = new RecordServer(endpoints);
	credentials = {
		talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
			...everywhereAt(await server.listen()),
			token: 'a-token-of-the-test',
			apiVersion: '',
		}),
	};
});
afterEach(async () => await server.close());

/** A value that differs from item to item, where the kind of field has such values at hand. */
function different(field: Field, name: string): unknown {
	const { given } = sampleOf(name, field);
	const { spec } = field;
	if (spec.kind === 'text' && !('pattern' in spec && spec.pattern) && typeof given === 'string')
		return `={{ ${JSON.stringify(given)} + " " + $json.index }}`;
	if (spec.kind === 'boolean') return '={{ $json.index % 2 === 0 }}';
	if (spec.kind === 'list' && Array.isArray(given))
		return `={{ $json.index % 2 === 0 ? ${JSON.stringify(given)} : ${JSON.stringify(given.slice(0, 1))} }}`;
	return given;
}

/** What items give to an operation. */
function parametersFor(each: Case): IDataObject {
	const { operation } = each;
	const fields = inputFields(operation);
	const settings = Object.fromEntries(
		Object.entries(operation.settings ?? {}).flatMap(([setting, { spec }]) =>
			setting.startsWith('confirm')
				? [[setting, true]]
				: spec.initial === undefined
					? []
					: [[setting, spec.initial]],
		),
	);
	const inBody = new Set(Object.keys(bodyFields(operation)));
	const taken = isWholeBody(operation.body)
		? []
		: Object.entries(bodyFields(operation)).filter(
				([, { spec }]) => !spec.required && !spec.notAsked && spec.kind === 'text',
			);
	const values: IDataObject = { ...settings };
	for (const [field, declared] of Object.entries(fields)) {
		const { spec } = declared;
		if (inBody.has(field) && !spec.required) continue;
		if (spec.required)
			values[field] = (
				inBody.has(field) ? different(declared, field) : sampleOf(field, declared).given
			) as IDataObject;
	}
	for (const [field, declared] of taken) values[field] = different(declared, field) as IDataObject;
	if (taken.length === 0 && !isWholeBody(operation.body))
		for (const [field, declared] of Object.entries(bodyFields(operation))
			.filter(([, { spec }]) => !spec.required && !spec.notAsked)
			.slice(0, 2))
			values[field] = different(declared, field) as IDataObject;
	return parametersOf(operation, { ...values, ...togetherOf(each) });
}

const TABLES = ['SALES.CUSTOMERS', 'SALES.ORDERS'];

/** The record that the items are about, as the platform has it before. */
function seed({ operation }: Case): void {
	const fill = (endpoint: string) =>
		endpoint.replace(/\{([^}]+)\}/g, (_all, variable: string) => {
			const { wire } = sampleOf(variable, operation.path![variable]!);
			return operation.path![variable]!.spec.kind === 'text' && endpoint === '{path}'
				? String(wire)
				: encodeURIComponent(String(wire));
		});
	const path = fill(operation.endpoint);
	const record: IDataObject = { id: decodeURIComponent(path.split('/').at(-1)!) };
	for (const [name, field] of isWholeBody(operation.body)
		? []
		: Object.entries(bodyFields(operation)))
		if (name !== 'bodyId' && name !== 'meta')
			record[nameOnWire(name, field)] ??= sampleOf(name, field).wire as IDataObject;
	server.written = (at, body) => {
		if (at.includes('/executables/tasks/')) return { ...body, workspace: { id: body.workspaceId } };
		return at.startsWith('/connections/crawlers/')
			? { ...body, connectionId: 'c', crawledDatasets: body.selectedDatasets }
			: body;
	};
	server.records.set(path, server.written(path, record));
	server.records.set('/connections/scan/c', {
		id: 'the-scan',
		results: TABLES.map((technicalName) => ({ technicalName })),
	});
}

const record = ({ method, path, body }: Write) => ({ method, path, body });

interface Outcome {
	/** What was done to each record, in its order. */
	writes: ReturnType<typeof record>[];
	left: Array<[string, unknown]>;
	outputs: unknown[];
}

/** What separates the parts of an upload is another text each time. */
const withoutBoundaries = <T>(value: T): T =>
	JSON.parse(JSON.stringify(value).replace(/part-[0-9a-f-]{36}/g, 'part')) as T;

const outcomeOf = (results: NodeResult[]): Outcome => ({
	writes: withoutBoundaries(server.done.map(record)),
	left: withoutBoundaries([...server.records].sort(([a], [b]) => (a < b ? -1 : 1))),
	// Which attempt it was is no matter.
	outputs: results.flatMap(({ items }) =>
		items.map(({ json }) => ({
			...json,
			number: undefined,
			error: json.error === undefined ? undefined : 'refused',
			details: undefined,
		})),
	),
});

async function tried(
	each: Case,
	entryPoint: 'workflow' | 'tool',
	items: INodeExecutionData[],
	parameters = parametersFor(each),
): Promise<NodeResult> {
	const { node, resource, name } = each;
	return await runNode({
		node,
		parameters: { authentication: 'token', resource, operation: name, ...parameters },
		items,
		credentials,
		credentialStore,
		entryPoint,
		onError: 'continueRegularOutput',
	});
}

const items: INodeExecutionData[] = Array.from({ length: ITEMS }, (_, index) => ({
	json: { index },
	binary: {
		data: {
			data: Buffer.from(`file ${index}`).toString('base64'),
			mimeType: 'text/plain',
			fileName: 'file.txt',
		},
	},
}));
let count = 0;
let sent = 0;
let kept = 0;
afterAll(() =>
	report(
		`Writes about one record: ${count} operations at both entry points, ${ITEMS} items each, ${sent} writes were done in order; ${kept} fields given by runs at the same time were all kept`,
	),
);

test.each(cases)('$title writes to one record in the order of the items', async (each) => {
	seed(each);
	const alone: NodeResult[] = [];
	for (const item of items) alone.push(await tried(each, 'workflow', [item]));
	const wanted = outcomeOf(alone);
	expect(wanted.writes.length).toBeGreaterThan(0);
	for (const entryPoint of ['workflow', 'tool'] as const) {
		server.records.clear();
		server.done.length = 0;
		seed(each);
		server.delay = () => random() * SLOWEST_MS;
		let first = each.operation.effect === 'write';
		server.refuses = () => first && !(first = false);
		const result = outcomeOf([await tried(each, entryPoint, items)]);
		server.refuses = () => false;
		// Operations that output a secret are not for a model: nothing is sent, and each item says so.
		if (entryPoint === 'tool' && each.operation.answers.whySecret) {
			expect(result.writes).toEqual([]);
			expect(result.outputs).toEqual(
				items.map(() => expect.objectContaining({ error: 'refused' }) as unknown),
			);
			continue;
		}
		expect({ entryPoint, overlapping: server.overlapping.map(record), ...result }).toEqual({
			entryPoint,
			overlapping: [],
			...wanted,
		});
		sent += server.done.length;
	}
	count++;
});

/**
 * Updates that keep what is not given: runs at the same time, each of which gives another field.
 */
const keeping = cases.filter(
	({ operation }) =>
		operation.readFirst && Object.values(bodyFields(operation)).some(({ spec }) => !spec.required),
);

test.each(keeping)(
	'$title: workflows that change different fields do not overwrite each other',
	async (each) => {
		seed(each);
		const { operation } = each;
		const fields = Object.entries(bodyFields(operation)).filter(
			([, { spec }]) => !spec.required && !spec.notAsked,
		);
		const required = Object.entries({ ...inputFields(operation), ...operation.settings }).filter(
			([, { spec }]) => spec.required && spec.initial === undefined,
		);
		const base = Object.fromEntries(
			required.map(([name, field]) => [name, sampleOf(name, field).given as IDataObject]),
		);
		const more = togetherOf(each);
		server.delay = () => random() * SLOWEST_MS;
		const changed = (name: string, field: Field) => {
			const { given } = sampleOf(name, field);
			return field.spec.kind === 'text' &&
				typeof given === 'string' &&
				!('pattern' in field.spec && field.spec.pattern)
				? `${given} again`
				: given;
		};
		await Promise.all(
			fields.map(
				async ([name, field]) =>
					await tried(
						each,
						'workflow',
						items.slice(0, 1),
						parametersOf(operation, {
							...base,
							[name]: changed(name, field) as IDataObject,
							...more,
						}),
					),
			),
		);
		expect(server.overlapping).toEqual([]);
		expect(server.done.length).toBeGreaterThan(0);
		const [{ path }] = server.done as [Write];
		const texts = fields.filter(
			([name, field]) =>
				typeof changed(name, field) === 'string' &&
				changed(name, field) !== sampleOf(name, field).given,
		);
		expect(server.records.get(path)).toMatchObject(
			Object.fromEntries(
				texts.map(([name, field]) => [nameOnWire(name, field), changed(name, field)]),
			),
		);
		kept += texts.length;
	},
);
