/** The filters of the execution history, and how they are checked and completed. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { clusterPicker, remoteEnginePicker } from '../../../records/engines/engines';
import { runProfilePicker } from '../../../records/engines/runProfiles';
import { environmentField } from '../../../records/places/environments';
import { workspaceField } from '../../../records/places/workspaces';
import { artifactField } from '../../../records/tasks/artifacts';
import { plansField } from '../../../records/tasks/plans';
import { tasksField } from '../../../records/tasks/tasks';
import {
	boolean,
	choice,
	datetime,
	list,
	number,
	suggestions,
	text,
} from '../../../shared/declare/fields';
import { listOf } from '../../../shared/declare/lists/loadedChoices';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import { onlyWith, period, type Rule } from '../../../shared/declare/rules';
import { SCOPES } from './historyReader';

/** The aliases are from the `status` of Processing's outputs. */
const STATUSES = [
	'DEPLOY_FAILED',
	'DISPATCHING_FLOW',
	'EXECUTION_EVENT_RECEIVED',
	'EXECUTION_FAILED',
	'EXECUTION_MISFIRED',
	'EXECUTION_REJECTED',
	{ value: 'EXECUTION_SUCCESS', alias: 'execution_successful' },
	{ value: 'EXECUTION_TERMINATED', alias: 'terminated' },
	'STARTING_FLOW_EXECUTION',
	'STOPPING_FLOW_EXECUTION',
	'UNKNOWN',
];

const DESTINATIONS = [
	'CLOUD',
	'CLOUD_EXCLUSIVE',
	'CLOUD_SANDBOX',
	'REMOTE_ENGINE',
	'REMOTE_ENGINE_CLUSTER',
	'ELASTIC_ENGINE',
];

export const historyFilters = {
	environmentId: environmentField(),
	include: choice(
		'Which executions to list; Talend Cloud lists plans and all tasks in separate searches, which are combined here',
		[
			{
				value: 'everything',
				name: 'Everything',
				description: 'Jobs, pipelines, plans, routes and data services',
			},
			{
				value: 'tasksAndPlans',
				name: 'Tasks and Plans',
				description: 'Jobs, pipelines and plans, with the tasks that plans started',
			},
			{
				value: 'plansAndOtherTasks',
				name: 'Plans and Other Tasks',
				description: 'Jobs, pipelines and plans, without the tasks that plans started',
			},
			{
				value: 'tasks',
				name: 'Tasks Only',
				description: 'Jobs and pipelines, including those started by plans',
			},
			{ value: 'services', name: 'Routes and Data Services' },
		],
	).initial('tasksAndPlans'),
	from: datetime('Only executions from this time on').optional(),
	to: datetime('Only executions up to this time; defaults to now').optional(),
	name: text('Part of the name of the task or plan; at least 3 characters')
		.eg('load orders')
		.optional(),
	statuses: suggestions('Only executions with one of these statuses', STATUSES)
		.sample(['EXECUTION_FAILED'])
		.optional(),
	workspaceId: workspaceField('Only executions in this workspace').optional(),
	artifactId: artifactField('Only executions of this artifact').optional(),
	artifactVersions: list('Only executions of these versions of artifacts')
		.sample(['1.2.0', '1.3.0'])
		.optional(),
	taskIds: tasksField('Only executions of these tasks').optional(),
	planIds: plansField('Only executions of these plans').optional(),
	tags: list('Only executions of tasks with one of these tags')
		.sample(['nightly', 'api'])
		.optional(),
	operators: list('Only executions that these users (by login) or service accounts (by ID) started')
		.label('Started By')
		.sample(['ana.demo', 'bao.nguyen'])
		.optional(),
	authors: list('Only executions of tasks and plans that these users or service accounts created')
		.label('Created By')
		.sample(['ana.demo', 'bao.nguyen'])
		.optional(),
	executionIds: list('Only these executions')
		.label('Execution IDs')
		.sample(['7a1e0000-0000-4000-8000-000000000001', '7a1e0000-0000-4000-8000-000000000002'])
		.optional(),
	engineIds: listOf(
		remoteEnginePicker,
		'loadRemoteEngines',
		'Only executions on one of these engines',
	).optional(),
	clusterIds: listOf(
		clusterPicker,
		'loadClusters',
		'Only executions on one of these clusters',
	).optional(),
	destinations: suggestions('Only executions on one of these kinds of engine', DESTINATIONS)
		.label('Engine Types')
		.sample(['CLOUD'])
		.optional(),
	runProfileIds: listOf(
		runProfilePicker,
		'loadRunProfiles',
		'Only executions with one of these run profiles',
	).optional(),
	longerThanSeconds: number('Only executions that took longer than this many seconds')
		.label('Longer Than (Seconds)')
		.min(0)
		.sample(3600)
		.optional(),
	shorterThanSeconds: number('Only executions that took less than this many seconds')
		.label('Shorter Than (Seconds)')
		.min(0)
		.sample(60)
		.optional(),
	startedByApi: boolean(
		'Whether to list only executions that were started through the API; when off, only the others',
	)
		.label('Started by API')
		.sample(true)
		.optional(),
	versions: list('Only executions of these versions of the task')
		.label('Task Versions')
		.sample(['1.0', '1.1'])
		.optional(),
	logLevels: suggestions('Only executions with one of these log levels', [
		'DEBUG',
		'ERROR',
		'INFO',
		'WARN',
	])
		.sample(['WARN'])
		.optional(),
};

const nameIsLong: Rule = {
	field: 'name',
	says: 'name must have at least 3 characters',
	finding: ({ name }) =>
		name !== undefined && String(name).length < 3 ? 'must have at least 3 characters' : undefined,
};

export const historyFilterRules = [
	period('from', 'to'),
	nameIsLong,
	onlyWith('versions', 'taskIds'),
	onlyWith('logLevels', 'taskIds'),
];

export const IDS_MISSING = hint(
	'Executions on some engines may be missing: an engine has two IDs, and the second one could not be read: {reason}',
);

/**
 * The filters use one of an engine's two IDs, the responses the other (docs/platform/interface.md,
 * "Requests and responses"): both are requested.
 */
export async function withBothIds(
	op: OperationContext<typeof IDS_MISSING>,
	chosen: IDataObject,
): Promise<IDataObject> {
	const both: IDataObject = { ...chosen };
	for (const [name, { list: listing, otherId }] of Object.entries({
		engineIds: remoteEnginePicker,
		clusterIds: clusterPicker,
	})) {
		const ids = chosen[name] as string[] | undefined;
		if (ids === undefined) continue;
		const engines = await op.list(listing, {}).catch((error: unknown) => {
			if (!(error instanceof NodeApiError)) throw error;
			op.hint(IDS_MISSING, { reason: error.message });
			return [];
		});
		const others = engines
			.filter((engine) => ids.includes(String(engine.id)))
			.map((engine) => engine[otherId!.name]);
		both[name] = [...ids, ...others.filter((other) => typeof other === 'string')];
	}
	return both;
}

export const scopesOf = (include: string) => SCOPES[include] ?? [];
