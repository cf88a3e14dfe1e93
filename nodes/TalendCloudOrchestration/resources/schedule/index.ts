import { resource } from '../../../shared/declare/define';
import { ofPlan, ofTask, unbindFromPlan, unbindFromTask } from './bindingRequests';
import { create } from './create';
import { clone, get, getEvents, getManySchedules, remove, update } from './requests';
import { appendTrigger, changeTrigger, removeTrigger } from './triggerRequests';

export const schedule = resource(
	'schedule',
	'Schedule',
	{
		create,
		get,
		getMany: getManySchedules,
		update,
		clone,
		delete: remove,
		appendTrigger,
		changeTrigger,
		removeTrigger,
		getEvents,
		bindToTask: ofTask.bindTo,
		unbindFromTask,
		getOfTask: ofTask.getOf,
		bindToPlan: ofPlan.bindTo,
		unbindFromPlan,
		getOfPlan: ofPlan.getOf,
	},
	'Several triggers for one task or plan',
);
