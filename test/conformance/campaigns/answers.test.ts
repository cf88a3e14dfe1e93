/** Every operation × odd answers: a success only where the answer says so. */
import { allOperations } from '../../support/performing';
import { report } from '../../support/report';
import { sampleOf } from '../../support/samples';
import { goodAnswer } from '../../support/scripted';
import { isTried } from '../../support/share';
import { isOf, PREPARED, present, requests, scripted, tried } from './answersOddStage';
import { HARMLESS, kindOf, needsNoContent, UNEXPECTED } from './answersStage';

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
				const once = named.operation.effect === 'start';
				const isReported = once
					? sent === 1 &&
						error !== undefined &&
						/request probably succeeded: .* (Check|again, check) /.test(error.description ?? '')
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
				({ operation }) => operation?.effect === 'start',
			).length;
			if (starts > 1) wrong.push(`${named.name}, ${what}: started ${starts} times`);
		}
	}
	report(`${flows.length} flows, ${cases} odd answers`);
	expect(cases).toBeGreaterThan(flows.length);
	expect(wrong).toEqual([]);
});
