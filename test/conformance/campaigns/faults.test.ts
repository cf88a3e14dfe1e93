/**
 * Operations that start or create something meet four faults at each of their requests, with each
 * choice for failures where it matters. What was started or created is counted at the server:
 * never two where one was meant, whatever n8n repeats. All other operations meet one fault, with
 * one of the choices.
 */
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	type NodeResult,
	type NodeRun,
	nodeTypes,
	runNode,
	TestCredentials,
} from '../../support/engine';
import { allOperations, itemWithFile, type Named, parametersFor } from '../../support/performing';
import { report } from '../../support/report';
import {
	type Asked,
	everywhereAt,
	type Scripted,
	type ScriptedServer,
	startScripted,
} from '../../support/scripted';
import { ALL, isTried } from '../../support/share';
import { type SimulatedTime, simulateTime } from '../../support/time';
import { answerOf, type Done, isOnce } from './faultsStage';

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

interface Fault {
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

const FAULTS: Fault[] = [
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

const RETRY = { what: 'Retry On Fail', more: { maxTries: 2 } };
const CHOICES: Array<{ what: string; more: Partial<NodeRun> }> = [
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
const CANNOT: Record<string, string> = {
	'definition.apply':
		'"Definitions" refers to the artifact load_customers, but there is none: create it first, or correct the name',
	'semanticType.update': '"Update Fields" needs at least one field to change',
};

/** What an error says of what was started, instead of its ID. */
const NAMED_OTHERWISE: Record<string, RegExp> = {
	// The ID of the start is only a receipt, by which nothing can be read.
	'service.deployAndWait': /^Deploying task \S+ was started/,
	'service.redeployAndWait': /^Deploying task \S+ was started/,
	'campaign.createWithDataModel': /The data model rejected_invoices had already been created/,
	// The values are part of the type, which is named.
	'semanticType.create': /^Semantic type \S+ is not published: .*\bthe values were added\b/,
};

/** What an error says of what has no ID. */
const WAS_DONE = /\b(was|been) (created|started)\b/;

let ids = 0;

/** Runs an operation for one item; the `at`th request meets the fault, or each of them. */
async function ran(named: Named, more: Partial<NodeRun>, at?: number, fault?: Fault): Promise<Ran> {
	const [resource, operation] = named.name.split('.') as [string, string];
	const done: Done[] = [];
	let number = 0;
	server.asked = [];
	server.script = (asked) => {
		// No ID is given twice: what this process has started it does not take for something else.
		const id = `id-${ids++}`;
		const good = answerOf(asked, done, id);
		const meets = fault !== undefined && (at === undefined || number++ === at);
		if (isOnce(asked) && (!meets || fault.done))
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

const begins = ({ operation }: Named) =>
	(operation.kind === 'flow' ? operation.uses : [operation]).some(
		({ effect }) => effect === 'once',
	);

/** What differs between two requests for the same: IDs, boundaries of parts, callback addresses. */
const OF_ONE_REQUEST = /\bid-\d+\b|\bpart-[\da-f-]{36}|"http:[^"]*"/g;

/** How often the same was started. */
function counted(done: readonly Done[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { asked } of done) {
		const key = `${asked.method} ${asked.path} ${asked.body}`.replace(OF_ONE_REQUEST, '…');
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

describe('nothing is started or created twice', () => {
	const beginning = allOperations.filter(begins);
	const never: string[] = [];
	let cases = 0;
	let starts = 0;

	test.each(beginning.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'%s starts and creates nothing twice, whichever of its requests meets a fault',
		async (_name, named) => {
			const plain = await ran(named, {});
			expect(plain.result.error?.message).toBe(CANNOT[named.name]);
			// What an operation begins of one kind when all goes well: batches, several members.
			const meant = counted(plain.done);
			if (meant.size === 0) never.push(named.name);
			const wrong: string[] = [];
			for (const [at, request] of plain.sent.entries())
				for (const fault of FAULTS)
					// Where what fails begins nothing, how the run continues differs only by whether n8n
					// tries again.
					for (const { what: choice, more } of isOnce(request) ? CHOICES : [RETRY]) {
						if (!isTried()) continue;
						const { done } = await ran(named, more, at, fault);
						cases++;
						starts += done.length;
						for (const [key, count] of counted(done))
							if (count > (meant.get(key) ?? 0))
								wrong.push(
									`${fault.what} at request ${at + 1}, ${choice}: ${count} × ${key.slice(0, 120)}`,
								);
					}
			expect(wrong).toEqual([]);
		},
	);

	test('every operation that starts or creates something did so, with faults at many of its requests', () => {
		report(
			`${beginning.length} operations, ${cases} runs with a fault, ${starts} starts and creations`,
		);
		expect(never).toEqual(Object.keys(CANNOT));
		expect(cases).toBeGreaterThan(ALL ? 500 : 200);
	});
});

test('the error of an item names what was started or created for it earlier', async () => {
	const wrong: string[] = [];
	let cases = 0;
	const faults: Fault[] = [FAULTS[0]!, { what: 'nothing', answer: () => ({ status: 200 }) }];
	for (const named of allOperations.filter(begins)) {
		const plain = await ran(named, {});
		for (const at of plain.sent.keys())
			for (const fault of faults) {
				const { done, result } = await ran(named, {}, at, fault);
				const known = done.filter(({ asked }) => asked.operation?.method === 'POST');
				if (!result.error || known.length === 0) continue;
				cases++;
				const words = `${result.error.message} ${result.error.description}`;
				const unnamed = known.filter(
					({ id, asked }) =>
						!(asked.operation?.answers.kind === 'record'
							? words.includes(id)
							: WAS_DONE.test(words)) && !NAMED_OTHERWISE[named.name]?.test(words),
				);
				if (unnamed.length > 0)
					wrong.push(
						`${named.name}, request ${at + 1}, ${fault.what}: ${unnamed.map(({ asked }) => `${asked.method} ${asked.path}`).join(', ')}: ${words}`,
					);
			}
	}
	report(`${cases} errors after something was started or created`);
	expect(cases).toBeGreaterThan(10);
	expect(wrong).toEqual([]);
});

test('failures go where the user chose, for operations that start and create nothing', async () => {
	const places: Array<{ more: Partial<NodeRun>; holds: (result: NodeResult) => boolean }> = [
		{ more: {}, holds: ({ error }) => error?.httpCode === '403' },
		{
			more: { onError: 'continueRegularOutput' },
			holds: ({ error, items }) =>
				!error && items.length === 1 && items[0]!.json.error !== undefined,
		},
		{
			more: { onError: 'continueErrorOutput' },
			holds: ({ error, items, errorItems }) =>
				!error &&
				items.length === 0 &&
				errorItems.length === 1 &&
				errorItems[0]!.json.error !== undefined,
		},
	];
	const wrong: string[] = [];
	const others = allOperations.filter((named) => !begins(named));
	let cases = 0;
	for (const [index, named] of others.entries()) {
		const { more, holds } = places[index % places.length]!;
		const { result, sent } = await ran(named, more, undefined, FAULTS[0]);
		// What asks nothing where nothing was given is no case.
		if (sent.length === 0) continue;
		cases++;
		if (!holds(result))
			wrong.push(
				`${named.name}, ${JSON.stringify(more)}: ${result.error?.message ?? 'no error'}, ${result.items.length} items, ${result.errorItems.length} beside`,
			);
	}
	report(`${others.length} operations that begin nothing, ${cases} runs with a fault`);
	expect(cases).toBeGreaterThan(others.length * 0.9);
	expect(wrong).toEqual([]);
});

test('all nodes are tried', () => {
	expect(new Set(allOperations.map(({ area }) => area))).toEqual(new Set(Object.keys(nodeTypes)));
});
