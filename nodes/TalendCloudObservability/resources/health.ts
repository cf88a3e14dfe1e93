import type { IDataObject } from 'n8n-workflow';

import { type Output, records } from '../../shared/declare/answers';
import { flow } from '../../shared/declare/define';
import { choice, integer, number } from '../../shared/declare/field';
import { hint } from '../../shared/declare/messages';
import type { Call, Showing } from '../../shared/declare/operation';
import { eachAtOnce } from '../../shared/flows/atOnce';
import { listIfAllowed, missing } from '../../shared/flows/readIfThere';
import { clock } from '../../shared/support/clock';
import { isObject, objectIn, withoutEmptyValues } from '../../shared/support/json';
import { unlessRefused } from '../../shared/support/refused';
import { platformTime } from '../../shared/support/time';
import { getManyClusters, getManyRemoteEngines, SENSITIVE } from '../../records/engines';
import { EXECUTABLE_LISTS, type Executable, executablesIn } from '../../records/executables';
import { environmentId } from '../../records/environments';
import { getPlan } from '../../records/plans';
import { searchEvents } from '../../records/plannedRuns';
import { getTask } from '../../records/tasks';
import { workspaceId } from '../../records/workspaces';
import { getManyOfPlan } from '../../records/planExecutions';
import { getManyOfTask } from '../../records/taskExecutions';
import {
	type Health,
	healthInWords,
	healthOf,
	type Run,
	runOfHistory,
	runOfList,
	type Surroundings,
} from '../runStatistics';
import { HISTORY_MESSAGES, readHistory, type Scope, UNFINISHED } from '../historyReader';
import { search } from './historySearch';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** How far back a run is looked for that should have started. */
const DUE_MS = DAY;
/** Executions of one search that are looked at; more would take long and much memory. */
const MOST = 10_000;

const OF_TASKS: Scope[] = [{ category: 'ETL', exclude: 'PLAN_EXECUTIONS' }, { category: 'ESB' }];
const OF_PLANS: Scope[] = [{ category: 'ETL', exclude: 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' }];
const INCLUDED: Readonly<
	Record<string, { types: ReadonlyArray<Executable['type']>; scopes: readonly Scope[] }>
> = {
	tasksAndPlans: { types: ['TASK', 'PLAN'], scopes: [...OF_TASKS, ...OF_PLANS] },
	tasks: { types: ['TASK'], scopes: OF_TASKS },
	plans: { types: ['PLAN'], scopes: OF_PLANS },
};

const keyOf = (type: Executable['type'], id: unknown) => `${type} ${String(id)}`;

/** The executions of the past days by task or plan, those in progress whenever they began. */
async function readRuns(
	call: Showing<typeof HISTORY_MESSAGES>,
	of: {
		environmentId: string;
		workspaceId?: string;
		scopes: readonly Scope[];
		since: number;
		now: number;
	},
) {
	const runs = new Map<string, Map<string, Run>>();
	let complete = true;
	for (const scope of of.scopes) {
		const chosen = of.workspaceId === undefined ? {} : { workspaceId: of.workspaceId };
		const common = { environmentId: of.environmentId, now: of.now };
		const recent = await readHistory(call, search, scope, {
			...common,
			chosen,
			from: new Date(of.since).toISOString(),
			limit: MOST,
		});
		complete &&= recent.length < MOST;
		const open = await readHistory(call, search, scope, {
			...common,
			chosen: { ...chosen, statuses: UNFINISHED },
			limit: MOST,
		});
		for (const record of [...recent, ...open]) {
			const key =
				record.type === 'PLAN' ? keyOf('PLAN', record.planId) : keyOf('TASK', record.taskId);
			if (!runs.has(key)) runs.set(key, new Map());
			runs.get(key)!.set(String(record.id), runOfHistory(record));
		}
	}
	return { runs, complete };
}

/** When each task and plan should have started last, by its ID. */
async function readDue(
	call: Call,
	environment: string,
	until: number,
): Promise<Map<string, number>> {
	const due = new Map<string, number>();
	for (const { id, date } of await call.list(searchEvents, {
		environmentId: environment,
		from: until - DUE_MS,
		to: until,
	})) {
		const at = platformTime(date);
		if (at <= until) due.set(String(id), Math.max(at, due.get(String(id)) ?? 0));
	}
	return due;
}

interface Engine {
	name: string;
	available: boolean;
}

const NEWEST_ONLY = hint(
	'Usual durations are those of the newest {count} executions only. To look at all, choose a workspace or fewer History Days.',
);

const WITHOUT_ENGINES = missing('The availability of engines is missing');

/** Engines and clusters by each of their IDs. Who may not see them gets none. */
async function readEngines(call: Call<typeof WITHOUT_ENGINES>): Promise<Map<string, Engine>> {
	const engines = new Map<string, Engine>();
	for (const list of [getManyRemoteEngines, getManyClusters]) {
		for (const { id, runtimeId, name, availability } of await listIfAllowed(
			call,
			list,
			{},
			WITHOUT_ENGINES,
		))
			for (const each of [id, runtimeId])
				if (typeof each === 'string' && availability !== undefined)
					engines.set(each, { name: String(name), available: availability === 'AVAILABLE' });
	}
	return engines;
}

/** Whether it is paused; nothing if it cannot be read. */
async function readPaused(call: Call, { type, id }: Executable): Promise<boolean | undefined> {
	const asked =
		type === 'TASK' ? call.ask(getTask, { taskId: id }) : call.ask(getPlan, { planId: id });
	const { body } = await unlessRefused(asked, [403, 404], { body: undefined });
	const { taskPauseDetails, planPauseDetails } = objectIn(body);
	const paused = objectIn(taskPauseDetails ?? planPauseDetails).pause;
	return typeof paused === 'boolean' ? paused : undefined;
}

const lastRun = async (call: Call, { type, id }: Executable): Promise<Run[]> =>
	(type === 'TASK'
		? await call.list(getManyOfTask, { taskId: id }, 1)
		: await call.list(getManyOfPlan, { planId: id }, 1)
	).map(runOfList);

export const getHealth = flow({
	name: 'Get Health',
	action: 'Get the health of the tasks and plans of an environment',
	description:
		'Return one item for each task and plan: its last execution against its usual duration, its schedule and its engine',
	fields: {
		environmentId: environmentId(),
		include: choice('What to check', [
			{ value: 'tasksAndPlans', name: 'Tasks and Plans' },
			{ value: 'tasks', name: 'Tasks Only' },
			{ value: 'plans', name: 'Plans Only' },
		]).startsWith('tasksAndPlans'),
		workspaceId: workspaceId('Only tasks and plans of this workspace').optional(),
	},
	settings: {
		historyDays: integer('How many days of executions the usual duration is taken from')
			.min(1)
			.max(60)
			.byDefault(14)
			.optional(),
		slowFactor: number('How many times the median an execution takes before it counts as slow')
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
	],
	messages: [NEWEST_ONLY, WITHOUT_ENGINES, ...HISTORY_MESSAGES],
	answers: records(undefined, { sensitive: SENSITIVE }),
	run: async (call, input): Promise<Output[]> => {
		const { historyDays = 14, slowFactor = 2, graceMinutes = 15 } = input;
		const { types, scopes } = INCLUDED[input.include]!;
		const scope = withoutEmptyValues({
			environmentId: input.environmentId,
			workspaceId: input.workspaceId,
		});
		const executables = await executablesIn(call, scope, types);
		if (executables.length === 0) return [];
		const now = clock.now();
		const { runs, complete } = await readRuns(call, {
			environmentId: input.environmentId,
			workspaceId: input.workspaceId,
			scopes,
			since: now - historyDays * DAY,
			now,
		});
		if (!complete) call.hint(NEWEST_ONLY, { count: MOST.toLocaleString('en') });
		const due = await readDue(call, input.environmentId, now - graceMinutes * MINUTE);
		const engines = await readEngines(call);
		return await eachAtOnce(executables, async (executable): Promise<Output> => {
			const listed = [...(runs.get(keyOf(executable.type, executable.id))?.values() ?? [])];
			const own = listed.length > 0 || complete ? listed : await lastRun(call, executable);
			const engineId = engineOf(executable, own);
			const engine = engines.get(String(engineId));
			const health = await healthUnlessPaused(call, executable, own, {
				now,
				slowFactor,
				due: due.get(executable.id),
				engineAvailable: engine?.available,
			});
			return { json: healthItem(executable, health, { call, engineId, engine }) };
		});
	},
});

/** The engine that it is to run on, or else the one on which it ran last. */
function engineOf({ listed }: Executable, runs: readonly Run[]): IDataObject[string] {
	const { id } = isObject(listed.runtime) ? listed.runtime : {};
	const newest = runs.reduce<Run | undefined>(
		(last, run) => ((run.triggered ?? 0) > (last?.triggered ?? -1) ? run : last),
		undefined,
	);
	return id ?? newest?.engineId;
}

/** Only what seems late may be paused instead: of everything else, it is not read. */
async function healthUnlessPaused(
	call: Call,
	executable: Executable,
	runs: readonly Run[],
	around: Surroundings,
): Promise<Health> {
	const health = healthOf(runs, around);
	if (health.minutesLate <= 0) return health;
	return healthOf(runs, { ...around, paused: await readPaused(call, executable) });
}

function healthItem(
	{ type, id, name, workspaceId: within, workspaceName, environmentName }: Executable,
	health: Health,
	{ call, engineId, engine }: { call: Call; engineId: IDataObject[string]; engine?: Engine },
): IDataObject {
	const subject = { noun: 'Task', name, workspaceName, environmentName };
	return {
		name,
		...health,
		summary: healthInWords(subject, health, call.timezone, engine?.name),
		workspaceName: workspaceName ?? null,
		type,
		engineName: engine?.name ?? null,
		id,
		workspaceId: within ?? null,
		engineId: engineId ?? null,
	};
}
