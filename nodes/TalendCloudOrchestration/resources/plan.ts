import type { IDataObject } from 'n8n-workflow';

import { id, integer, text } from '../../shared/field';
import { operation, records, resource } from '../../shared/operation';
import { limitOffset } from '../../shared/pages';
import { picker } from '../../shared/pickers';
import { environmentId } from './environment';
import { taskId } from './task';
import { workspaceId } from './workspace';

const getMany = operation('GET /orchestration/executables/plans', {
	name: 'Get Many',
	action: 'Get many plans',
	description: 'List the plans of an environment or workspace',
	extra: "from the vendor's published interface",
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
	entry: ({ executable, id: own, name, workspace }) => {
		const around = (workspace as IDataObject | undefined)?.name;
		return {
			id: String(executable ?? own ?? ''),
			name: String(name ?? ''),
			description: around ? `In ${String(around as string)}` : undefined,
		};
	},
	byName: true,
	example: 'c3b7f6de-5d7b-4f0e-9f70-3f3c0a0d4f10',
});

/** A plan of the account, as a field of an operation. */
export const planId = (description = 'The plan') => id(description).pick(planPicker);

export const plan = resource('plan', 'Plan', { getMany }, 'Tasks in ordered steps');
