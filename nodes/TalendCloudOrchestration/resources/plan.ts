import { workspaceField } from '../../records/places/workspaces';
import { getManyPlans, getPlan, planField, plansField } from '../../records/tasks/plans';
import { tasksField } from '../../records/tasks/tasks';
import { nothing, record } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { id, object, rows, suggestion, text } from '../../shared/declare/fields';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { pauseBody } from '../pause';

export const CONDITIONS = [
	{ value: 'ALL_SUCCEEDED', name: 'All Tasks Succeeded' },
	{ value: 'AT_LEAST_ONE_SUCCEEDED', name: 'At Least One Task Succeeded' },
	{ value: 'ALWAYS_PROCEED_ON', name: 'Always Continue' },
];

const definition = {
	workspaceId: workspaceField('The workspace that the plan belongs to'),
	name: text('Name of the plan').eg('Nightly load'),
	steps: rows('The steps, in the order in which they run', {
		name: text('Name of the step').eg('Extract'),
		condition: suggestion('Condition for the plan to continue with the next step', CONDITIONS),
		taskIds: tasksField('The tasks of the step, which run in parallel').min(1),
		id: id('ID of an existing step').eg('2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33').optional(),
		handlerOnFailure: object('What runs when the step fails', {
			taskIds: tasksField('The tasks that run when the step fails').optional(),
			planIds: plansField('The plans that run when the step fails').optional(),
		}).optional(),
		note: text('What to know before re-running the plan from this step')
			.eg('Empty the staging table first')
			.optional(),
	}).min(1),
	description: text('What the plan is for').eg('Loads the warehouse').optional(),
};

export const create = operation('POST /orchestration/executables/plans', {
	name: 'Create',
	action: 'Create a plan',
	description: 'Create a plan of steps that run one after the other',
	origin: FROM_VENDOR,
	body: definition,
	answers: record('B.Plan'),
	lookUp: createdAs({
		subject: 'The plan',
		list: getManyPlans,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		mayRepeat: true,
		values: ({ name, workspaceId }) => ({ name, workspaceId, limit: 100 }),
		id: 'executable',
	}),
});

export const update = operation('PUT /orchestration/executables/plans/{planId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a plan as a whole',
	description:
		'Replace the definition of a plan; Talend Cloud does not return the conditions of its steps, so all of them must be given',
	origin: FROM_VENDOR,
	path: { planId: planField() },
	body: definition,
	answers: record('B.Plan'),
});

const remove = operation('DELETE /orchestration/executables/plans/{planId}', {
	name: 'Delete',
	action: 'Delete a plan',
	description: 'Delete a plan; its tasks stay',
	origin: FROM_VENDOR,
	path: { planId: planField() },
	answers: nothing(),
});

const pause = operation('PUT /orchestration/executables/plans/{planId}/pause', {
	name: 'Pause or Resume',
	action: 'Pause or resume a plan',
	description: 'Pause a plan, or resume it; executions in progress continue',
	origin: FROM_VENDOR,
	path: { planId: planField() },
	body: pauseBody('plan'),
	answers: nothing({
		output: (_answer, { planId, pause: paused }) => ({ success: true, planId, paused }),
	}),
});

export const plan = resource(
	'plan',
	'Plan',
	{ create, get: getPlan, getMany: getManyPlans, update, delete: remove, pause },
	'Tasks in ordered steps',
);
