/** *Create or Update* of a task, by name. */
import type { IDataObject } from 'n8n-workflow';

import { environmentField } from '../../../records/places/environments';
import { getArtifact } from '../../../records/tasks/artifacts';
import { getManyTasks, getTask, simpleTaskFields } from '../../../records/tasks/tasks';
import { type Output, record } from '../../../shared/declare/answers';
import { flow, simplifyField, withoutRefusals } from '../../../shared/declare/define';
import { FIND_MESSAGES, findOneByName, idOf } from '../../../shared/flows/findByName';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { simplified } from '../../../shared/support/simplify';
import { wholeArtifact } from '../../artifactVersions';
import {
	getDynamicEngineRunConfig,
	setDynamicEngineRunConfig,
} from '../runConfiguration/dynamicEngineRequests';
import { getTaskRunConfig, setTaskRunConfig } from '../runConfiguration/requests';
import { ABOUT_VERSION, create, taskChanges, taskDefinition, update } from './requests';

export const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a task',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing task is found by its name in the workspace. Two workflows that run at the same time may both create one, and changes that others make at the same moment are overwritten.',
	fields: {
		environmentId: environmentField('The environment of the workspace'),
		...taskDefinition,
	},
	optionalAs: 'additionalFields',
	settings: { ...taskChanges, simplify: simplifyField },
	uses: [
		getManyTasks,
		getTask,
		getArtifact,
		create,
		update,
		withoutRefusals(getTaskRunConfig, 404),
		setTaskRunConfig,
		withoutRefusals(getDynamicEngineRunConfig, 404),
		setDynamicEngineRunConfig,
	],
	messages: [...FIND_MESSAGES, ...ABOUT_VERSION],
	answers: record('B.TaskV21', { simple: simpleTaskFields, leads: ['name', 'created'] }),
	lockKey: ({ name, workspaceId }) => `task ${name} in ${workspaceId}`,
	run: async (op, input) => {
		const { environmentId, simplify, ...wanted } = input;
		const taskOutput = (answer: IDataObject, created: boolean): Output[] => [
			{ json: { ...(simplify ? simplified(answer, simpleTaskFields) : answer), created } },
		];
		const existing = await findOneByName(op, {
			noun: 'task',
			name: String(wanted.name),
			list: getManyTasks,
			values: { workspaceId: wanted.workspaceId },
			search: (searched) => ({ name: searched }),
		});
		const artifact = await wholeArtifact(op, objectIn(wanted.artifact), 'artifactVersion');
		if (!existing) {
			const { body } = await op.sendValues(
				create,
				withoutEmptyValues({ environmentId, ...wanted, artifact }),
			);
			return taskOutput(objectIn(body), true);
		}
		// The given name may only look the same.
		const { name } = existing;
		const [after] = await op.update(update, { taskId: idOf(existing), ...wanted, name, artifact });
		return taskOutput(after!.json, false);
	},
});
