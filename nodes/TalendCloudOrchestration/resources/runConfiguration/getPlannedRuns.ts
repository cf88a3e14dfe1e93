/** The executions that schedules will start, with the names of their tasks and plans. */
import type { IDataObject } from 'n8n-workflow';

import { anyEngineField, runtimeTypeField } from '../../../records/engines/taskRuntime';
import { IN_A_DAY, NOW, searchEvents } from '../../../records/executions/plannedExecutions';
import { environmentField } from '../../../records/places/environments';
import { workspacesField } from '../../../records/places/workspaces';
import {
	type Executable,
	EXECUTABLE_LISTS,
	executablesIn,
} from '../../../records/tasks/executables';
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	integer,
	object,
	type Values,
} from '../../../shared/declare/fields';
import type { OperationContext } from '../../../shared/declare/operation';
import { period } from '../../../shared/declare/rules';
import { objectIn, withoutUndefined } from '../../../shared/support/json';

const INCLUDED: Readonly<Record<string, ReadonlyArray<Executable['type']>>> = {
	tasksAndPlans: ['TASK', 'PLAN'],
	tasks: ['TASK'],
	plans: ['PLAN'],
};

const getPlannedRunsFields = {
	environmentId: environmentField(),
	from: datetime('Start of the time span').opensWith(NOW).sample('2026-04-02T00:00:00Z'),
	to: datetime('End of the time span').opensWith(IN_A_DAY).sample('2026-04-03T00:00:00Z'),
	include: choice('What to list', [
		{ value: 'tasksAndPlans', name: 'Tasks and Plans' },
		{ value: 'tasks', name: 'Tasks Only' },
		{ value: 'plans', name: 'Plans Only' },
	]).initial('tasksAndPlans'),
	workspaceIds: workspacesField('Only executions in these workspaces').optional(),
	runtime: object('Only executions on this engine', {
		type: runtimeTypeField.optional(),
		id: anyEngineField('Remote engine or cluster').optional(),
	}).optional(),
};

const getPlannedRunsSettings = {
	returnAll: boolean('Whether to return all results or only up to a given limit').initial(false),
	limit: integer('Max number of results to return')
		.min(1)
		.initial(50)
		.shownWhen({ returnAll: [false] }),
};

export const getPlannedRuns = flow({
	name: 'Get Scheduled Executions by Time',
	action: 'Get the scheduled executions of a time span',
	description: 'List the tasks and plans that schedules will start between two times',
	fields: getPlannedRunsFields,
	optionalAs: 'filters',
	settings: getPlannedRunsSettings,
	rules: [period('from', 'to')],
	uses: [searchEvents, ...EXECUTABLE_LISTS],
	answers: records(undefined, { leads: ['name', 'date'] }),
	run: async (op, input) => {
		const types = INCLUDED[input.include] ?? [];
		const events = await listEvents(op, input, types);
		if (events.length === 0) return [];
		const executables = new Map(
			(await executablesIn(op, { environmentId: input.environmentId }, types)).map((each) => [
				each.id,
				each,
			]),
		);
		return (input.returnAll ? events : events.slice(0, input.limit)).map((event) => ({
			json: namedRun(event, executables.get(String(event.id))),
		}));
	},
});

type GetPlannedRunsInput = Values<typeof getPlannedRunsFields> &
	Values<typeof getPlannedRunsSettings>;

/** The executions that schedules will start, as the platform lists them. */
async function listEvents(
	op: OperationContext,
	{ environmentId, from, to, workspaceIds, runtime, returnAll, limit }: GetPlannedRunsInput,
	types: ReadonlyArray<Executable['type']>,
): Promise<IDataObject[]> {
	const filters = Object.fromEntries(
		Object.entries({ workspaceIds, runtime }).filter(([, value]) => value !== undefined),
	) as IDataObject;
	// Which executions are left out is only known after they were read, so the limit cannot be sent.
	const most = returnAll || types.length === 1 ? undefined : limit;
	const events = (await op.list(
		searchEvents,
		{ environmentId, from: Date.parse(from), to: Date.parse(to), ...filters },
		most,
	)) as unknown[];
	return events
		.map((event) => (typeof event === 'string' ? { date: event } : objectIn(event)))
		.filter(({ type }) => type === undefined || types.includes(String(type) as 'TASK'));
}

/**
 * The output for an execution that a schedule will start.
 * @param executable the task or plan that is started, if it could be read
 */
const namedRun = (
	{ date, id, type, sourceTriggerName }: IDataObject,
	executable: Executable | undefined,
): IDataObject =>
	withoutUndefined({
		date,
		type: type ?? executable?.type,
		id,
		name: executable?.name ?? null,
		workspaceId: executable?.workspaceId ?? null,
		workspaceName: executable?.workspaceName ?? null,
		triggerName: sourceTriggerName,
	});
