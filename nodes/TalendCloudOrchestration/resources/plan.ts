import { nothing, record, records } from '../../shared/declare/answers';
import { id, integer, object, rows, suggestion, text } from '../../shared/declare/field';
import { operation, resource } from '../../shared/declare/define';
import { createdAs } from '../../shared/declare/created';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { listOf } from '../../shared/declare/lists/source';
import { pauseBody } from '../pause';
import { environmentId } from './environment';
import { taskId, taskIds } from './task';
import { locationOf, workspaceId } from './workspace';

export { FROM_VENDOR };

export const getMany = operation('GET /orchestration/executables/plans', {
	name: 'Get Many',
	action: 'Get many plans',
	description: 'List the plans of an environment or workspace',
	extra: FROM_VENDOR,
	query: {
		environmentId: environmentId('Only plans of this environment').optional(),
		workspaceId: workspaceId('Only plans of this workspace').optional(),
		taskId: taskId('Only plans that run this task').optional(),
		name: text('Only plans whose name contains this').eg('Nightly load').optional(),
		planId: id('Only the plan with this ID').eg('c3b7f6de-5d7b-4f0e-9f70-3f3c0a0d4f10').optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many plans to skip').min(0).byDefault(0).sample(10).optional(),
	},
	pages: limitOffset(),
	answers: records('B.PlanExecutableDetails', { key: 'executable' }),
});

export const planPicker = picker({
	noun: 'plan',
	method: 'searchPlans',
	list: getMany,
	search: (name) => ({ name }),
	within: ['environmentId', 'workspaceId'],
	showsPlace: true,
	entry: (each) => ({
		id: String(each.executable ?? each.id ?? ''),
		name: String(each.name ?? ''),
		...locationOf(each),
	}),
	byName: true,
	example: 'c3b7f6de-5d7b-4f0e-9f70-3f3c0a0d4f10',
});

/** A plan of the account, as a field of an operation. */
export const planId = (description = 'The plan') => id(description).label('Plan').pick(planPicker);

/** Several plans, as a field of an operation. */
export const planIds = (description: string) => listOf(planPicker, 'loadPlans', description);

export const CONDITIONS = [
	{ value: 'ALL_SUCCEEDED', name: 'All Tasks Succeeded' },
	{ value: 'AT_LEAST_ONE_SUCCEEDED', name: 'At Least One Task Succeeded' },
	{ value: 'ALWAYS_PROCEED_ON', name: 'Always Continue' },
];

const definition = {
	workspaceId: workspaceId('The workspace that the plan belongs to'),
	name: text('Name of the plan').eg('Nightly load'),
	steps: rows('The steps, in the order in which they run', {
		name: text('Name of the step').eg('Extract'),
		condition: suggestion('Condition for the plan to continue with the next step', CONDITIONS),
		taskIds: taskIds('The tasks of the step, which run side by side').min(1),
		id: id('ID of an existing step').eg('2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33').optional(),
		handlerOnFailure: object('What runs when the step fails', {
			taskIds: taskIds('The tasks that run then').optional(),
			planIds: planIds('The plans that run then').optional(),
		}).optional(),
		note: text('What to know before the plan is re-run from this step')
			.eg('Empty the staging table first')
			.optional(),
	}).min(1),
	description: text('What the plan is for').eg('Loads the warehouse').optional(),
};

export const create = operation('POST /orchestration/executables/plans', {
	name: 'Create',
	action: 'Create a plan',
	description: 'Create a plan of steps that run one after the other',
	extra: FROM_VENDOR,
	body: definition,
	answers: record('B.Plan'),
	lookUp: createdAs({
		noun: 'The plan',
		list: getMany,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		mayRepeat: true,
		values: ({ name, workspaceId: within }) => ({ name, workspaceId: within, limit: 100 }),
		id: 'executable',
	}),
});

export const get = operation('GET /orchestration/executables/plans/{planId}', {
	name: 'Get',
	action: 'Get a plan',
	description: 'Read one plan; its steps follow one another as next step in its chart',
	extra: FROM_VENDOR,
	path: { planId: planId() },
	answers: record('B.PlanExecutableDetails', { needs: ['executable'] }),
});

export const update = operation('PUT /orchestration/executables/plans/{planId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a plan as a whole',
	description:
		'Replace the definition of a plan; the platform does not return the conditions of its steps, so all of them must be given',
	extra: FROM_VENDOR,
	path: { planId: planId() },
	body: definition,
	answers: record('B.Plan'),
});

const remove = operation('DELETE /orchestration/executables/plans/{planId}', {
	name: 'Delete',
	action: 'Delete a plan',
	description: 'Delete a plan; its tasks stay',
	extra: FROM_VENDOR,
	path: { planId: planId() },
	answers: nothing(),
});

const pause = operation('PUT /orchestration/executables/plans/{planId}/pause', {
	name: 'Pause or Resume',
	action: 'Pause or resume a plan',
	description: 'Keep a plan from running, or let it run again; executions in progress continue',
	extra: FROM_VENDOR,
	path: { planId: planId() },
	body: pauseBody('plan'),
	answers: nothing({
		output: (_answer, { planId: plan, pause: paused }) => ({ success: true, planId: plan, paused }),
	}),
});

export const plan = resource(
	'plan',
	'Plan',
	{ create, get, getMany, update, delete: remove, pause },
	'Tasks in ordered steps',
);
