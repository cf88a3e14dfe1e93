/** Reads run configurations, with the names of the schedule, the engine and the run profile. */
import type { IDataObject } from 'n8n-workflow';

import { isObject, objectIn, withoutEmptyValues } from '../../../../shared/support/json';
import { isMultiple } from '../../../schedules/triggerFinding';
import { type Lists, referenceTo, scheduleName } from './contentLists';

/**
 * The run configuration of a task or plan. The URL of a webhook is left out, because anybody who
 * knows it can start the task.
 */
export async function runConfigurationContent(
	lists: Lists,
	record: IDataObject | undefined,
	executableId: string,
): Promise<IDataObject | undefined> {
	if (record === undefined || Object.keys(record).length === 0) return undefined;
	const { trigger, runtime, runProfileId, ...others } = record;
	const { webhook, ...timing } = objectIn(trigger);
	const { url, ...webhookWithoutUrl } = objectIn(webhook);
	const schedule = isMultiple(timing)
		? (await lists.schedules()).find((each) => each.executableId === executableId)
		: undefined;
	return withoutEmptyValues({
		...(schedule === undefined
			? {
					trigger:
						trigger && (webhook === undefined ? timing : { ...timing, webhook: webhookWithoutUrl }),
				}
			: { schedule: scheduleName(schedule) }),
		runtime: isObject(runtime) ? await runtimeContent(lists, runtime) : undefined,
		runProfile: runProfileId && referenceTo(await lists.runProfiles(), runProfileId, undefined),
		...others,
	});
}

async function runtimeContent(
	lists: Lists,
	{ type, id, engineId, clusterId, runProfileId }: IDataObject,
): Promise<IDataObject> {
	const engine = id ?? engineId ?? clusterId;
	return withoutEmptyValues({
		type,
		engine: engine ? referenceTo(await lists.engines(), engine, undefined) : undefined,
		runProfile: runProfileId
			? referenceTo(await lists.runProfiles(), runProfileId, undefined)
			: undefined,
	});
}
