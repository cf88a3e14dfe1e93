/**
 * *Get Health*: whether tasks and plans run as usual, from their executions, schedules and engines.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyClusters,
	getManyRemoteEngines,
	SENSITIVE_ENGINE_FIELDS,
} from '../../../records/engines/engines';
import { getManyOfPlan, getPlanExecution } from '../../../records/executions/planExecutions';
import { searchEvents } from '../../../records/executions/plannedExecutions';
import { failedTaskIn } from '../../../records/executions/readable';
import { getManyOfTask } from '../../../records/executions/taskExecutions';
import { environmentField } from '../../../records/places/environments';
import { workspaceField } from '../../../records/places/workspaces';
import {
	type Executable,
	EXECUTABLE_LISTS,
	executablesIn,
} from '../../../records/tasks/executables';
import { getPlan } from '../../../records/tasks/plans';
import { getTask } from '../../../records/tasks/tasks';
import { type Output, records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { choice, integer, number } from '../../../shared/declare/fields';
import { hint } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import { mapConcurrently } from '../../../shared/flows/mapConcurrently';
import { listIfAllowed, missingHint } from '../../../shared/flows/mayBeMissing';
import { unlessRefused } from '../../../shared/support/http/refused';
import { isObject, isText, objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { clock } from '../../../shared/support/time/clock';
import { DAY, MINUTE, platformTime } from '../../../shared/support/time/time';
import {
	executionOfHistory,
	executionOfList,
	type Health,
	type HealthInputs,
	healthInWords,
	healthOf,
	type RecordedExecution,
} from './executionStatistics';
import {
	ALL_SERVICES,
	ALL_TASKS,
	HISTORY_MESSAGES,
	type HistoryScope,
	PLANS_AND_OTHER_TASKS,
	readHistory,
	UNFINISHED,
} from './historyReader';
import { search } from './requests';

/**
 * How far back scheduled starts count. A task or plan that was due earlier does not count as late.
 */
const DUE_MS = DAY;
/** How many executions one search reads at most; more would take too long, and too much memory. */
const MAX_EXECUTIONS = 10_000;

const OF_TASKS = [ALL_TASKS, ALL_SERVICES];
const OF_PLANS = [PLANS_AND_OTHER_TASKS];

const INCLUDED: Readonly<
	Record<string, { types: ReadonlyArray<Executable['type']>; scopes: readonly HistoryScope[] }>
> = {
	tasksAndPlans: { types: ['TASK', 'PLAN'], scopes: [...OF_TASKS, ...OF_PLANS] },
	tasks: { types: ['TASK'], scopes: OF_TASKS },
	plans: { types: ['PLAN'], scopes: OF_PLANS },
};

const executableKey = (type: Executable['type'], id: unknown) => `${type} ${String(id)}`;

/** Which executions are read. */
interface ExecutionFilters {
	environmentId: string;
	workspaceId?: string;
	scopes: readonly HistoryScope[];
	since: number;
	now: number;
}

/**
 * Reads the executions of each task and plan since a time (the newest {@link MAX_EXECUTIONS} of
 * each scope), and those in progress, even older ones: an account runs at most 200 at once.
 */
async function readExecutions(
	op: ContextShowing<typeof HISTORY_MESSAGES>,
	{ environmentId, workspaceId, scopes, since, now }: ExecutionFilters,
) {
	const executions = new Map<string, Map<string, RecordedExecution>>();
	let isComplete = true;
	const chosen = workspaceId === undefined ? {} : { workspaceId };
	const common = { environmentId, now };
	for (const scope of scopes) {
		const recent = await readHistory(op, search, scope, {
			...common,
			chosen,
			from: new Date(since).toISOString(),
			limit: MAX_EXECUTIONS,
		});
		const open = await readHistory(op, search, scope, {
			...common,
			chosen: { ...chosen, statuses: UNFINISHED },
			limit: MAX_EXECUTIONS,
		});
		isComplete &&= recent.length < MAX_EXECUTIONS;
		for (const record of [...recent, ...open]) {
			const key =
				record.type === 'PLAN'
					? executableKey('PLAN', record.planId)
					: executableKey('TASK', record.taskId);
			if (!executions.has(key)) executions.set(key, new Map());
			executions.get(key)!.set(String(record.id), executionOfHistory(record));
		}
	}
	return { executions, isComplete };
}

/**
 * Reads when each task and plan should last have started according to its schedule, by their IDs.
 */
async function readDue(
	op: OperationContext,
	environmentId: string,
	until: number,
): Promise<Map<string, number>> {
	const due = new Map<string, number>();
	for (const { id, date } of await op.list(searchEvents, {
		environmentId,
		from: until - DUE_MS,
		to: until,
	})) {
		const dueAt = platformTime(date);
		if (dueAt <= until) due.set(String(id), Math.max(dueAt, due.get(String(id)) ?? 0));
	}
	return due;
}

interface Engine {
	name: string;
	available: boolean;
}

const NEWEST_ONLY = hint(
	'Only the newest {count} executions of each kind were read. To include all of them, choose a workspace or fewer History Days.',
);

const WITHOUT_ENGINES = missingHint('The availability of engines is missing');

/**
 * Reads the engines and clusters, by each of their IDs. If the account may not see them, there is a
 * hint instead.
 */
async function readEngines(
	op: OperationContext<typeof WITHOUT_ENGINES>,
): Promise<Map<string, Engine>> {
	const engines = new Map<string, Engine>();
	for (const list of [getManyRemoteEngines, getManyClusters]) {
		for (const { id, runtimeId, name, availability } of await listIfAllowed(
			op,
			list,
			{},
			WITHOUT_ENGINES,
		))
			for (const eitherId of [id, runtimeId])
				if (typeof eitherId === 'string' && availability !== undefined)
					engines.set(eitherId, { name: String(name), available: availability === 'AVAILABLE' });
	}
	return engines;
}

/** Whether a task or plan is paused; undefined if it cannot be read. */
async function readPaused(
	op: OperationContext,
	{ type, id }: Executable,
): Promise<boolean | undefined> {
	const reading =
		type === 'TASK'
			? op.sendValues(getTask, { taskId: id })
			: op.sendValues(getPlan, { planId: id });
	const { body } = await unlessRefused(reading, [403, 404], { body: undefined });
	const { taskPauseDetails, planPauseDetails } = objectIn(body);
	const paused = objectIn(taskPauseDetails ?? planPauseDetails).pause;
	return typeof paused === 'boolean' ? paused : undefined;
}

const lastExecution = async (
	op: OperationContext,
	{ type, id }: Executable,
): Promise<RecordedExecution[]> =>
	(type === 'TASK'
		? await op.list(getManyOfTask, { taskId: id }, 1)
		: await op.list(getManyOfPlan, { planId: id }, 1)
	).map(executionOfList);

/**
 * Reads why a plan failed, because lists and the history do not say it: "Load orders: Table ORDERS
 * does not exist". Null if it did not fail, or if nothing says why.
 * @param names the names of tasks, by their IDs
 */
async function planErrorMessage(
	op: OperationContext,
	{ type }: Executable,
	{ findings, lastExecutionId: planExecutionId }: Health,
	names: ReadonlyMap<string, string>,
): Promise<string | null> {
	if (type !== 'PLAN' || !findings.includes('failed')) return null;
	const reading = op.sendValues(getPlanExecution, { planExecutionId });
	const { body } = await unlessRefused(reading, [403, 404], { body: undefined });
	const failed = failedTaskIn(objectIn(body));
	if (failed === undefined) return null;
	const name = names.get(String(failed.jobId ?? failed.taskId));
	return [name, String(failed.errorMessage)].filter(isText).join(': ');
}

export const getHealth = flow({
	name: 'Get Health',
	action: 'Get the health of the tasks and plans of an environment',
	description:
		'Return one item for each task and plan: its last execution compared with its usual duration, its schedule and its engine',
	fields: {
		environmentId: environmentField(),
		include: choice('What to check', [
			{ value: 'tasksAndPlans', name: 'Tasks and Plans' },
			{ value: 'tasks', name: 'Tasks Only' },
			{ value: 'plans', name: 'Plans Only' },
		]).initial('tasksAndPlans'),
		workspaceId: workspaceField('Only tasks and plans of this workspace').optional(),
	},
	settings: {
		historyDays: integer('How many days of executions the usual duration is taken from')
			.min(1)
			.max(60)
			.byDefault(14)
			.optional(),
		slowFactor: number(
			'An execution counts as slow if it takes this many times the median duration',
		)
			.min(1)
			.byDefault(2)
			.sample(3)
			.optional(),
		graceMinutes: integer('How many minutes after its scheduled time an execution counts as late')
			.label('Grace (Minutes)')
			.min(0)
			.byDefault(15)
			.optional(),
	},
	uses: [
		search,
		searchEvents,
		...EXECUTABLE_LISTS,
		getManyRemoteEngines,
		getManyClusters,
		getTask,
		getPlan,
		getManyOfTask,
		getManyOfPlan,
		getPlanExecution,
	],
	messages: [NEWEST_ONLY, WITHOUT_ENGINES, ...HISTORY_MESSAGES],
	answers: records(undefined, { sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: async (op, input) => {
		const { historyDays = 14, slowFactor = 2, graceMinutes = 15 } = input;
		const { types, scopes } = INCLUDED[input.include]!;
		const scope = withoutEmptyValues({
			environmentId: input.environmentId,
			workspaceId: input.workspaceId,
		});
		const executables = await executablesIn(op, scope, types);
		if (executables.length === 0) return [];
		const now = clock.now();
		const { executions, isComplete } = await readExecutions(op, {
			environmentId: input.environmentId,
			workspaceId: input.workspaceId,
			scopes,
			since: now - historyDays * DAY,
			now,
		});
		if (!isComplete) op.hint(NEWEST_ONLY, { count: MAX_EXECUTIONS.toLocaleString('en') });
		const due = await readDue(op, input.environmentId, now - graceMinutes * MINUTE);
		const engines = await readEngines(op);
		const names = new Map(executables.map(({ id, name }) => [id, name]));
		return await mapConcurrently(executables, async (executable): Promise<Output> => {
			const readBefore = [
				...(executions.get(executableKey(executable.type, executable.id))?.values() ?? []),
			];
			const itsExecutions =
				readBefore.length > 0 || isComplete ? readBefore : await lastExecution(op, executable);
			const engineId = engineOf(executable, itsExecutions);
			const engine = engines.get(String(engineId));
			const health = await healthUnlessPaused(op, executable, itsExecutions, {
				now,
				slowFactor,
				due: due.get(executable.id),
				engineAvailable: engine?.available,
			});
			health.errorMessage ??= await planErrorMessage(op, executable, health, names);
			return { json: healthItem(executable, health, { op, engineId, engine }) };
		});
	},
});

/**
 * The ID of the engine that a task is configured to run on; if there is none, that of the engine on
 * which it last ran.
 */
function engineOf(
	{ listed }: Executable,
	executions: readonly RecordedExecution[],
): IDataObject[string] {
	const { id } = isObject(listed.runtime) ? listed.runtime : {};
	const newest = executions.reduce<RecordedExecution | undefined>(
		(last, each) => ((each.triggered ?? 0) > (last?.triggered ?? -1) ? each : last),
		undefined,
	);
	return id ?? newest?.engineId;
}

/**
 * The health of a task or plan. A paused one is not late, so if it seems late, this reads whether
 * it is paused.
 */
async function healthUnlessPaused(
	op: OperationContext,
	executable: Executable,
	executions: readonly RecordedExecution[],
	inputs: HealthInputs,
): Promise<Health> {
	const health = healthOf(executions, inputs);
	if (health.minutesLate <= 0) return health;
	return healthOf(executions, { ...inputs, paused: await readPaused(op, executable) });
}

function healthItem(
	{ type, id, name, workspaceId, workspaceName, environmentName }: Executable,
	health: Health,
	{
		op,
		engineId,
		engine,
	}: { op: OperationContext; engineId: IDataObject[string]; engine?: Engine },
): IDataObject {
	const noun = type === 'PLAN' ? 'Plan' : 'Task';
	const subject = { noun, id, name, workspaceName, environmentName };
	return {
		name,
		...health,
		summary: healthInWords(subject, health, op.timezone, engine?.name),
		workspaceName: workspaceName ?? null,
		type,
		engineName: engine?.name ?? null,
		id,
		workspaceId: workspaceId ?? null,
		engineId: engineId ?? null,
	};
}
