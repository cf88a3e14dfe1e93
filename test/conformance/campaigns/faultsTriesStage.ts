/** Runs operations that meet a fault at one of their requests, and counts what was started. */
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type NodeResult, type NodeRun, runNode, TestCredentials } from '../../support/engine';
import { itemWithFile, type Named, parametersFor } from '../../support/performing';
import {
	type Asked,
	everywhereAt,
	type Scripted,
	type ScriptedServer,
	startScripted,
} from '../../support/scripted';
import { type SimulatedTime, simulateTime } from '../../support/time';
import { answerOf, type Done, isStart } from './faultsStage';

/** Decides how often n8n tries a node, and how long it waits between two tries. */
interface PrivateOfEngine {
	getRetryParams: (data: { node: { maxTries?: number } }) => [maxTries: number, waitMs: number];
}

let server: ScriptedServer;

let time: SimulatedTime;

const credentialStore = new TestCredentials();

let credentials: NodeRun['credentials'];

beforeAll(async () => {
	server = await startScripted();
	credentials = {
		talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
			...everywhereAt(server.address),
			token: 'a-personal-token',
		}),
	};
	time = simulateTime();
	// n8n waits for a second between two tries, and by a clock of its own.
	jest
		.spyOn(WorkflowExecute.prototype as unknown as PrivateOfEngine, 'getRetryParams')
		.mockImplementation(({ node }) => [node.maxTries ?? 1, 0]);
});

afterAll(async () => {
	time.restore();
	jest.restoreAllMocks();
	await server.close();
});

export interface Fault {
	what: string;
	answer: (good: Scripted) => Scripted;
	/** Whether what was asked is done all the same. */
	done?: boolean;
}

const brokenOff = (good: Scripted): Scripted => ({
	...good,
	status: good.status === 204 ? 200 : good.status,
	body: good.body ?? '{"done":true}',
	breaksAt: 1,
});

export const FAULTS: Fault[] = [
	{ what: '403', answer: () => ({ status: 403, body: '{"message":"Not now"}' }) },
	{ what: '502, not done', answer: () => ({ status: 502, body: '{"message":"Bad gateway"}' }) },
	// A gateway that gives up says nothing of what stands behind it.
	{
		what: '502, done',
		answer: () => ({ status: 502, body: '{"message":"Bad gateway"}' }),
		done: true,
	},
	{ what: 'an answer that breaks off', answer: brokenOff, done: true },
];

export const RETRY = { what: 'Retry On Fail', more: { maxTries: 2 } };

export const CHOICES: Array<{ what: string; more: Partial<NodeRun> }> = [
	{ what: 'Stop', more: {} },
	RETRY,
	{ what: 'Continue, Retry On Fail', more: { maxTries: 2, onError: 'continueRegularOutput' } },
	{
		what: 'the error output, Retry On Fail',
		more: { maxTries: 2, onError: 'continueErrorOutput' },
	},
];

interface Ran {
	/** All requests, in order. */
	sent: Asked[];
	/** Each request that starts or creates something and was done. */
	done: Done[];
	result: NodeResult;
}

/** Where the samples of the fields alone are refused. */
const PREPARED: Record<string, IDataObject> = {
	'campaign.createWithDataModel': {
		preview: false,
		takeFrom: 'json',
		records: [{ number: 'INV-17' }],
	},
	'crawler.create': { selectedDatasets: ['SALES.CUSTOMERS'] },
	'pipelineEngineRunProfile.createAdvanced': { definition: '{"numberOfThreads": 4}' },
	'runProfile.create': { additionalFields: { runtimeId: '5f3e2d1ca1b2c3d4e5f60718' } },
};

/** What cannot be done on this platform, or with these samples. */
export const CANNOT: Record<string, string> = {
	'definition.apply':
		'"Definitions" refers to the artifact load_customers, but there is none: create it first, or correct the name',
	'semanticType.update': '"Update Fields" needs at least one field to change',
};

/** What an error says of what was started, instead of its ID. */
export const NAMED_OTHERWISE: Record<string, RegExp> = {
	// The ID of the start is only a receipt, by which nothing can be read.
	'service.deployAndWait': /^Deploying task \S+ was started/,
	'service.redeployAndWait': /^Deploying task \S+ was started/,
	'campaign.createWithDataModel': /The data model rejected_invoices had already been created/,
	// The values are part of the type, which is named.
	'semanticType.create': /^Semantic type \S+ is not published: .*\bvalues added\b/,
};

/** What an error says of what has no ID. */
export const WAS_DONE = /\b(was|been) (created|started)\b/;

let ids = 0;

/** Runs an operation for one item; the `at`th request meets the fault, or each of them. */
export async function ran(
	named: Named,
	more: Partial<NodeRun>,
	at?: number,
	fault?: Fault,
): Promise<Ran> {
	const [resource, operation] = named.name.split('.') as [string, string];
	const done: Done[] = [];
	let number = 0;
	server.asked = [];
	server.script = (asked) => {
		// No ID is given twice: what this process has started it does not take for something else.
		const id = `id-${ids++}`;
		const good = answerOf(asked, done, id);
		const meets = fault !== undefined && (at === undefined || number++ === at);
		if (isStart(asked) && (!meets || fault.done))
			done.push({ asked, id, at: new Date(time.now()).toISOString() });
		const answer = meets ? fault.answer(good) : good;
		// The server states the simulated time, too.
		return { ...answer, headers: { ...answer.headers, date: new Date(time.now()).toUTCString() } };
	};
	const parameters: IDataObject = {
		authentication: 'token',
		resource,
		operation,
		...parametersFor(named.operation),
		...PREPARED[named.name],
	};
	const items: INodeExecutionData[] = [itemWithFile()];
	const result = await runNode({
		node: named.area,
		parameters,
		items,
		credentials,
		credentialStore,
		...more,
	});
	return { sent: server.asked, done, result };
}

export const begins = ({ operation }: Named) =>
	(operation.kind === 'flow' ? operation.uses : [operation]).some(
		({ effect }) => effect === 'start',
	);

/** What differs between two requests for the same: IDs, boundaries of parts, callback addresses. */
const OF_ONE_REQUEST = /\bid-\d+\b|\bpart-[\da-f-]{36}|"http:[^"]*"/g;

/** How often the same was started. */
export function counted(done: readonly Done[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { asked } of done) {
		const key = `${asked.method} ${asked.path} ${asked.body}`.replace(OF_ONE_REQUEST, '…');
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}
