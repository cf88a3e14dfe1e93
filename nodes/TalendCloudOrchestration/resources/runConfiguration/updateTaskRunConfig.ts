import type { IDataObject } from 'n8n-workflow';

import { runtimeField } from '../../../records/engines/taskRuntime';
import { taskField } from '../../../records/tasks/tasks';
import { ADD_UPDATE_FIELD } from '../../../shared/declare/badInput';
import { flow } from '../../../shared/declare/define';
import { requirement } from '../../../shared/declare/messages';
import { READ_FIRST } from '../../../shared/declare/operation';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { scheduleTriggerField } from '../../schedules/scheduleTriggerFields';
import {
	scheduleForm,
	scheduleRules,
	TRIGGER_MESSAGES,
	triggerOrCurrent,
} from '../../schedules/triggerForm';
import {
	changeTaskRunConfiguration,
	getTaskRunConfig,
	runSettings,
	setTaskRunConfig,
	taskRunConfiguration,
} from './requests';

const NOTHING_CHANGES = requirement(
	'updateFields',
	'Update Fields',
	'needs at least one field to change while the schedule stays as it is',
	ADD_UPDATE_FIELD,
);

export const updateTaskRunConfig = flow({
	destructive: true,
	name: 'Update Run Configuration of Task',
	action: 'Update the run configuration of a task',
	description: `Change when and where a task runs; ${READ_FIRST}`,
	fields: { taskId: taskField(), trigger: scheduleTriggerField() },
	optionalAs: 'updateFields',
	settings: {
		...scheduleForm,
		runtime: runtimeField.describe('Where the task runs; replaces the current runtime').optional(),
		...runSettings,
	},
	rules: scheduleRules,
	uses: [getTaskRunConfig, setTaskRunConfig],
	messages: [NOTHING_CHANGES, ...TRIGGER_MESSAGES],
	answers: taskRunConfiguration,
	run: async (op, { taskId, ...values }) => {
		const inputs = objectIn(values);
		const changes = withoutEmptyValues(
			Object.fromEntries(
				['runtime', ...Object.keys(runSettings)].map((name) => [name, inputs[name]]),
			),
		);
		if (inputs.scheduleType === 'KEEP' && Object.keys(changes).length === 0)
			throw op.refusal(NOTHING_CHANGES);
		if (inputs.scheduleType !== 'KEEP')
			changes.trigger = await triggerOrCurrent(op, inputs, async () => undefined);
		let written: IDataObject = {};
		await op.update(changeTaskRunConfiguration, { taskId, ...changes }, (_op, { body }) => {
			written = body;
		});
		return [{ json: written }];
	},
});
