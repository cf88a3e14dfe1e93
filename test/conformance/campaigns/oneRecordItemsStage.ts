/** Performs items that write to one record, on a server that takes one write at a time. */
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
import { parametersOf, sampleOf } from '../../support/samples';
import { everywhereAt } from '../../support/scripted';
import { endpointOf, RecordServer, type Write } from './oneRecordStage';

export const ITEMS = 4;

/** Longest that the server takes before it does something, and before it answers. */
export const SLOWEST_MS = 8;

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

export const cases: Case[] = requests.filter(isAboutOne);

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

export const togetherOf = ({ title, resource, name }: Case): IDataObject => ({
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

export let server: RecordServer;

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
export function seed({ operation }: Case): void {
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

export const record = ({ method, path, body }: Write) => ({ method, path, body });

interface Outcome {
	/** What was done to each record, in its order. */
	writes: ReturnType<typeof record>[];
	left: Array<[string, unknown]>;
	outputs: unknown[];
}

/** What separates the parts of an upload is another text each time. */
const withoutBoundaries = <T>(value: T): T =>
	JSON.parse(JSON.stringify(value).replace(/part-[0-9a-f-]{36}/g, 'part')) as T;

export const outcomeOf = (results: NodeResult[]): Outcome => ({
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

export async function tried(
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

export const items: INodeExecutionData[] = Array.from({ length: ITEMS }, (_, index) => ({
	json: { index },
	binary: {
		data: {
			data: Buffer.from(`file ${index}`).toString('base64'),
			mimeType: 'text/plain',
			fileName: 'file.txt',
		},
	},
}));
