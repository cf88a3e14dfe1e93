/** Plans: requests that list and read them, and the fields for choosing them. */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, text } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { environmentField } from '../places/environments';
import { workspaceField } from '../places/workspaces';
import { executablePicker } from './executablePicker';
import { taskField } from './tasks';

export const getManyPlans = operation('GET /orchestration/executables/plans', {
	name: 'Get Many',
	action: 'Get many plans',
	description: 'List the plans of an environment or workspace',
	origin: FROM_VENDOR,
	query: {
		environmentId: environmentField('Only plans of this environment').optional(),
		workspaceId: workspaceField('Only plans of this workspace').optional(),
		taskId: taskField('Only plans that run this task').optional(),
		name: text('Only plans whose name contains this').eg('Nightly load').optional(),
		planId: id('Only the plan with this ID').eg('c3b7f6de-5d7b-4f0e-9f70-3f3c0a0d4f10').optional(),
		...pageFields('plans'),
	},
	pages: limitOffset(),
	answers: records('B.PlanExecutableDetails', { key: 'executable' }),
});

export const planPicker = executablePicker({
	noun: 'plan',
	method: 'searchPlans',
	list: getManyPlans,
	example: 'c3b7f6de-5d7b-4f0e-9f70-3f3c0a0d4f10',
});

export const planField = (description = 'The plan') =>
	id(description).label('Plan').pick(planPicker);

export const plansField = (description: string) => listOf(planPicker, 'loadPlans', description);

export const getPlan = operation('GET /orchestration/executables/plans/{planId}', {
	name: 'Get',
	action: 'Get a plan',
	description: 'Get a plan. In its chart, nextStep of each step contains the next step.',
	origin: FROM_VENDOR,
	path: { planId: planField() },
	answers: record('B.PlanExecutableDetails', { requiredFields: ['executable'] }),
});
