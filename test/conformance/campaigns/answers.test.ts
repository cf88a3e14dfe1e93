/** Every operation × odd answers: a success only where the answer says so. */
import type { IDataObject } from 'n8n-workflow';

import { bodyFields } from '../../../nodes/shared/declare/derived/operationParts';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { allOperations, type Named } from '../../support/performing';
import { report } from '../../support/report';
import { sampleOf } from '../../support/samples';
import { goodAnswer, goodPage, type Scripted, type ScriptedServer } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';
import { isTried } from '../../support/share';
import { HARMLESS, kindOf, needsNoContent, UNEXPECTED } from './answersStage';

const scripted = scriptedForAll();

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

/** Requests whose success may have no body: what returns nothing, and changes of a record. */
const mayHaveNoBody = requests.filter(
	({ operation }) =>
		kindOf(operation) === 'nothing' ||
		(kindOf(operation) === 'record' && ['PUT', 'PATCH', 'DELETE'].includes(operation.method)),
);

test('there are more than a hundred requests whose success may have no body', () => {
	expect(mayHaveNoBody.length).toBeGreaterThan(100);
});

describe.each([
	{ caller: 'a workflow', asTool: false, called: mayHaveNoBody },
	{
		caller: 'an agent',
		asTool: true,
		called: mayHaveNoBody.filter(({ operation }) => !operation.answers.whySecret),
	},
])('a success without a body, for $caller', ({ asTool, called }) => {
	const outputsOf = async (named: (typeof requests)[number]) => {
		const { readFirst } = named.operation;
		const fits = isOf(named.operation);
		scripted.server.script = (asked) => {
			if (fits(asked)) return { status: 204 };
			return readFirst && isOf(readFirst.get)(asked) ? present(named) : undefined;
		};
		const parameters = { ...PREPARED[named.name], allowAsTool: true, confirmDeletion: true };
		return await scripted.perform(named, parameters, asTool);
	};

	/** Outputs the rows that were sent. */
	const OF_ROWS = 'ssoRoleMapping.replaceAll';

	test.each(called.filter(({ name }) => name !== OF_ROWS))(
		'$name outputs one item that says what was done',
		async (named) => {
			const outputs = await outputsOf(named);
			expect(outputs).toHaveLength(1);
			expect(DONE.filter((word) => outputs[0]!.json[word] === true)).not.toEqual([]);
		},
	);

	test.each(called.filter(({ operation }) => operation.path !== undefined))(
		'$name outputs the record that it is about',
		async (named) => {
			const [output] = await outputsOf(named);
			for (const [name, field] of Object.entries(named.operation.path!))
				expect(JSON.stringify(output?.json)).toContain(String(sampleOf(name, field).wire));
		},
	);
});

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
