/** The executions that schedules will start. */
import type { IDataObject } from 'n8n-workflow';

import { records, type Output } from '../../shared/declare/answers';
import { flow, operation } from '../../shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	type Fields,
	integer,
	list,
	milliseconds,
	object,
} from '../../shared/declare/field';
import { limitOffset } from '../../shared/declare/lists/paging';
import { period } from '../../shared/declare/rules';
import { EXECUTABLE_LISTS, executablesIn } from '../executables';
import { environmentId } from './environment';
import { anyEngineId, runtimeType } from './runtime';
import { workspaceIds } from './workspace';

/** The time span in which executions are searched for. */
export const span = {
	to: milliseconds('Only executions up to this time').sample('2026-05-01T00:00:00Z'),
	from: milliseconds('Only executions from this time on; now when not set')
		.sample('2026-04-01T00:00:00Z')
		.optional(),
};
export const spanRules = [period('from', 'to')];
export const page: Fields = {
	limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
	offset: integer('How many executions to skip').min(0).byDefault(0).sample(10).optional(),
};
/** Objects, or only the dates. */
export const events = records('B.ScheduledEventsResponse', {
	plain: 'date',
	leads: ['date', 'sourceTriggerName'],
});

export const searchEvents = operation('POST /orchestration/executables/events/search', {
	name: 'Search Events',
	action: 'Search scheduled executions',
	description: 'List when schedules will start the tasks and plans of an environment',
	effect: 'read',
	body: {
		environmentId: environmentId(),
		...span,
		workspaceIds: workspaceIds('Only executions in these workspaces').optional(),
		tags: list('Only executions of tasks that have all of these tags')
			.sample(['nightly', 'finance'])
			.optional(),
		runtime: object('Only executions on this engine', {
			type: runtimeType.optional(),
			id: anyEngineId('Remote engine or cluster').optional(),
		}).optional(),
		...page,
	},
	rules: spanRules,
	pages: limitOffset({ where: 'body' }),
	answers: events,
});

const INCLUDED: Readonly<Record<string, ReadonlyArray<'TASK' | 'PLAN'>>> = {
	tasksAndPlans: ['TASK', 'PLAN'],
	tasks: ['TASK'],
	plans: ['PLAN'],
};

export const getPlannedRuns = flow({
	name: 'Get Planned Runs',
	action: 'Get the planned runs of a time span',
	description: 'List which tasks and plans schedules will start between two times',
	fields: {
		environmentId: environmentId(),
		from: datetime('Start of the time span').sample('2026-04-02T00:00:00Z'),
		to: datetime('End of the time span').sample('2026-04-03T00:00:00Z'),
		include: choice('What to list', [
			{ value: 'tasksAndPlans', name: 'Tasks and Plans' },
			{ value: 'tasks', name: 'Tasks Only' },
			{ value: 'plans', name: 'Plans Only' },
		]).startsWith('tasksAndPlans'),
		workspaceIds: workspaceIds('Only runs in these workspaces').optional(),
		runtime: object('Only runs on this engine', {
			type: runtimeType.optional(),
			id: anyEngineId('Remote engine or cluster').optional(),
		}).optional(),
	},
	optionalAs: 'filters',
	settings: {
		returnAll: boolean('Whether to return all results or only up to a given limit').startsWith(
			false,
		),
		limit: integer('Max number of results to return')
			.min(1)
			.startsWith(50)
			.shownWhen({ returnAll: [false] }),
	},
	rules: [period('from', 'to')],
	uses: [searchEvents, ...EXECUTABLE_LISTS],
	answers: records(undefined, { leads: ['name', 'date'] }),
	run: async (
		call,
		{
			environmentId: environment,
			from,
			to,
			include,
			workspaceIds: workspaces,
			runtime,
			returnAll,
			limit,
		},
	): Promise<Output[]> => {
		const types = INCLUDED[include] ?? [];
		const filters = Object.fromEntries(
			Object.entries({ workspaceIds: workspaces, runtime }).filter(
				([, value]) => value !== undefined,
			),
		) as IDataObject;
		// What is left out is only known of an event once it was read.
		const most = returnAll || types.length === 1 ? undefined : limit;
		const found = (await call.list(
			searchEvents,
			{ environmentId: environment, from: Date.parse(from), to: Date.parse(to), ...filters },
			most,
		)) as unknown[];
		const wanted = found
			.map((event) => (typeof event === 'string' ? { date: event } : (event as IDataObject)))
			.filter(({ type }) => type === undefined || types.includes(String(type) as 'TASK'));
		if (wanted.length === 0) return [];
		const known = new Map(
			(await executablesIn(call, { environmentId: environment }, types)).map((each) => [
				each.id,
				each,
			]),
		);
		const limited = returnAll ? wanted : wanted.slice(0, limit);
		return limited.map(({ date, id, type, sourceTriggerName }) => {
			const of = known.get(String(id));
			return {
				json: {
					date,
					type: type ?? of?.type,
					id,
					name: of?.name ?? null,
					workspaceId: of?.workspaceId ?? null,
					workspaceName: of?.workspaceName ?? null,
					...(sourceTriggerName === undefined ? {} : { triggerName: sourceTriggerName }),
				},
			};
		});
	},
});
