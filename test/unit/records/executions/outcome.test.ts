import {
	countsAsSuccess,
	everRan,
	isFinishedWithoutOutcome,
	misfireReason,
	outcomeOf,
	PLAN_STATUSES,
	TASK_STATUSES,
} from '../../../../nodes/records/executions/outcome';
import { suggestion } from '../../../../nodes/shared/declare/fields';
import { vendorOperation, vendorSchema } from '../../../../platform/descriptions/vendor';
import { fact } from '../../../support/fact';
import { read } from '../../../support/fieldValue';

test.each([
	{ status: 'execution_successful', executionStatus: 'EXECUTION_SUCCESS', outcome: 'succeeded' },
	{ status: 'execution_rejected', executionStatus: 'EXECUTION_REJECTED', outcome: 'rejected' },
	{ status: 'execution_failed', executionStatus: 'EXECUTION_FAILED', outcome: 'failed' },
	{ status: 'deploy_failed', executionStatus: 'DEPLOY_FAILED', outcome: 'deployFailed' },
	{ status: 'terminated', executionStatus: 'EXECUTION_TERMINATED', outcome: 'terminated' },
	{
		status: 'terminated_timeout',
		executionStatus: 'EXECUTION_TERMINATED_TIMEOUT',
		outcome: 'terminated',
	},
	{
		status: 'terminated_shutdown',
		executionStatus: 'EXECUTION_TERMINATED_SHUTDOWN',
		outcome: 'terminated',
	},
	{ status: 'execution_misfired', executionStatus: 'EXECUTION_MISFIRED', outcome: 'misfired' },
])(
	'the status $status, or $executionStatus alone, is the outcome $outcome',
	({ status, executionStatus, outcome }) => {
		fact('B.82', 'B.148');
		const started = { startTimestamp: '2026-03-31T08:00:00Z' };
		expect(outcomeOf({ status, ...started })).toBe(outcome);
		expect(outcomeOf({ executionStatus, ...started })).toBe(outcome);
		expect(outcomeOf({ status, executionStatus, ...started })).toBe(outcome);
	},
);

test.each([
	'execution_successful',
	'execution_failed',
	'deploy_failed',
	'terminated_timeout',
	'execution_terminated',
	'executing',
	'stopping_flow_execution',
])('%s is the same in any letter case', (status) => {
	for (const name of ['status', 'executionStatus'])
		for (const written of [
			status.toUpperCase(),
			status.replace(/^./, (first) => first.toUpperCase()),
			` ${status} `,
		]) {
			const times = {
				startTimestamp: '2026-03-31T08:00:00Z',
				finishTimestamp: '2026-03-31T08:01:00Z',
			};
			expect(outcomeOf({ [name]: written, ...times })).toBe(
				outcomeOf({ [name]: status, ...times }),
			);
			expect(outcomeOf({ [name]: written, ...times })).not.toBe('unknown');
		}
});

test('an end can be reported in milliseconds', () => {
	expect(outcomeOf({ status: 'something_new', finishTimestamp: 1_774_944_000_000 })).toBe(
		'unknown',
	);
});

test.each(['dispatching', 'executing', 'something_new', '', undefined])(
	'status %s is not final',
	(status) => {
		fact('B.148');
		expect(outcomeOf({ status })).toBeUndefined();
	},
);

test.each([
	'EXECUTION_EVENT_RECEIVED',
	'DISPATCHING_FLOW',
	'STARTING_FLOW_EXECUTION',
	'STOPPING_FLOW_EXECUTION',
	'STARTED',
	'UNDEFINED',
	'FINISHED',
	'constructor',
])('execution status %s is not final', (executionStatus) => {
	fact('B.148');
	expect(outcomeOf({ executionStatus })).toBeUndefined();
});

test.each(['dispatching', 'executing'])(
	'status %s is not final, even with an end time',
	(status) => {
		expect(outcomeOf({ status, finishTimestamp: '2026-03-31T08:00:00Z' })).toBeUndefined();
	},
);

test.each([
	'EXECUTION_EVENT_RECEIVED',
	'DISPATCHING_FLOW',
	'STARTING_FLOW_EXECUTION',
	'STOPPING_FLOW_EXECUTION',
	'STARTED',
	'UNDEFINED',
	'FINISHED',
])('execution status %s is not final, even with an end time', (executionStatus) => {
	expect(outcomeOf({ executionStatus, finishTimestamp: '2026-03-31T08:00:00Z' })).toBeUndefined();
});

test.each(['FINISHED', 'Finished', ' finished '])(
	'an execution whose execution status is "%s" has finished without an outcome',
	(executionStatus) => {
		expect(isFinishedWithoutOutcome({ executionStatus })).toBe(true);
	},
);

test.each([
	{},
	{ executionStatus: 'STARTED' },
	{ executionStatus: 'FINISHED', status: 'execution_failed' },
])('%j has not finished without an outcome', (execution) => {
	expect(isFinishedWithoutOutcome(execution)).toBe(false);
});

test('an unknown status is final if there is an end time', () => {
	const finishTimestamp = '2026-03-31T08:00:00Z';
	expect(outcomeOf({ status: 'something_new', finishTimestamp })).toBe('unknown');
	expect(outcomeOf({ executionStatus: 'SOMETHING_NEW', finishTimestamp })).toBe('unknown');
	expect(outcomeOf({ finishTimestamp })).toBe('unknown');
	for (const none of [undefined, null, '', ' '])
		expect(outcomeOf({ status: 'something_new', finishTimestamp: none })).toBeUndefined();
	expect(
		outcomeOf({ status: 'something_new', executionStatus: 'EXECUTION_SUCCESS', finishTimestamp }),
	).toBe('succeeded');
});

describe.each(['status', 'executionStatus'])('a rejected %s', (name) => {
	const began = { startTimestamp: '2026-03-31T08:00:00Z' };
	const ended = { finishTimestamp: '2026-03-31T08:01:00Z' };
	const outcomes = (times: object) =>
		['execution_rejected', 'EXECUTION_REJECTED'].map((status) =>
			outcomeOf({ [name]: status, ...times }),
		);

	test.each<[string, object]>([
		['a start and an end', { ...began, ...ended }],
		['a start', began],
		['an end', ended],
		['an empty reason', { ...began, ...ended, misfiredExecutionReason: '' }],
	])('a rejected execution with %s has rejected rows', (_what, execution) => {
		expect(outcomes(execution)).toEqual(['rejected', 'rejected']);
	});

	test.each<[string, object]>([
		['a reason', { ...began, ...ended, misfiredExecutionReason: 'TASK_IS_PAUSED' }],
		['no times', {}],
		['empty times', { startTimestamp: null, finishTimestamp: null }],
	])('a rejected execution with %s never started', (_what, execution) => {
		expect(outcomes(execution)).toEqual(['misfired', 'misfired']);
	});
});

const OUTCOMES = [
	'succeeded',
	'rejected',
	'failed',
	'deployFailed',
	'terminated',
	'misfired',
	'unknown',
] as const;

test('only a success, with or without rejected rows, counts as a success', () => {
	expect(OUTCOMES.filter(countsAsSuccess)).toEqual(['succeeded', 'rejected']);
});

test('an execution that misfired or could not be deployed never started', () => {
	expect(OUTCOMES.filter((outcome) => !everRan(outcome))).toEqual(['deployFailed', 'misfired']);
});

test('each reason of the vendor has its own text', () => {
	const known = ['JobExecutionStatus', 'PlanExecutionStatus'].flatMap(
		(name) =>
			(vendorSchema(`vendor:processing/${name}`)!.properties as Record<string, { enum: string[] }>)
				.misfiredExecutionReason!.enum,
	);
	expect(known).toHaveLength(19);
	const words = known.map((reason) => misfireReason({ misfiredExecutionReason: reason })!);
	for (const [index, text] of words.entries()) {
		expect(text).not.toBe(known[index]);
		expect(text).toMatch(/^(?:[a-z]|Talend Cloud )/);
	}
	expect(new Set(words).size).toBe(words.length);
	expect(misfireReason({ misfiredExecutionReason: 'SOMETHING_NEW' })).toBe('SOMETHING_NEW');
	expect([
		misfireReason({}),
		misfireReason({ misfiredExecutionReason: '' }),
		misfireReason({ misfiredExecutionReason: null }),
	]).toEqual([undefined, undefined, undefined]);
});

test.each([
	['tasks', TASK_STATUSES],
	['plans', PLAN_STATUSES],
])('the filters of %s offer each status that the platform takes, in words', (kind, statuses) => {
	const { schema } = vendorOperation(
		'GET',
		`/processing/executables/${kind}/executions`,
	)!.parameters.find(({ name }) => name === 'status')!;
	expect(statuses.map(({ value }) => value).sort()).toEqual([...(schema.enum as string[])].sort());
	const names = statuses.map(({ name }) => name);
	for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+( [A-Z][a-z]+| by [A-Z][a-z]+)*$/);
	expect(new Set(names).size).toBe(names.length);
});

test.each([
	{ executionStatus: 'EXECUTION_SUCCESS', status: 'execution_successful' },
	{ executionStatus: 'EXECUTION_REJECTED', status: 'execution_rejected' },
	{ executionStatus: 'EXECUTION_FAILED', status: 'execution_failed' },
	{ executionStatus: 'DEPLOY_FAILED', status: 'deploy_failed' },
	{ executionStatus: 'EXECUTION_TERMINATED', status: 'terminated' },
	{ executionStatus: 'EXECUTION_TERMINATED_TIMEOUT', status: 'terminated_timeout' },
	{ executionStatus: 'EXECUTION_TERMINATED_SHUTDOWN', status: 'terminated_shutdown' },
	{ executionStatus: 'EXECUTION_MISFIRED', status: 'execution_misfired' },
])('the filters read $executionStatus of an output as $status', ({ executionStatus, status }) => {
	const filters = [TASK_STATUSES, PLAN_STATUSES].filter((statuses) =>
		statuses.some(({ value }) => value === status),
	);
	for (const statuses of filters)
		expect(read(suggestion('Status', statuses), executionStatus, { purpose: 'selects' })).toBe(
			status,
		);
	expect(filters).not.toEqual([]);
});

test('executions that were ended have a description of what ended them', () => {
	const described = TASK_STATUSES.filter(({ description }) => description !== undefined);
	expect(described.map(({ value }) => value)).toEqual([
		'terminated',
		'terminated_timeout',
		'terminated_shutdown',
	]);
	for (const { value, description } of described)
		expect([value, /timeout/.test(description!), /shutdown/.test(description!)]).toEqual([
			value,
			value !== 'terminated_shutdown',
			value !== 'terminated_timeout',
		]);
});

test.each(['constructor', 'toString', '__proto__'])(
	'a reason with the name of a JavaScript property (%s) is reported unchanged',
	(reason) => {
		expect(misfireReason({ misfiredExecutionReason: reason })).toBe(reason);
	},
);
