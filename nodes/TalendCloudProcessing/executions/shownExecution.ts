import type { IDataObject } from 'n8n-workflow';

import { isObject, withoutEmptyValues } from '../../shared/support/json';

/** An execution of a task that was deployed or terminated, as outputs show it. */
export function shownExecution(execution: IDataObject): IDataObject {
	const {
		executionId,
		status,
		executionStatus,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
		remoteEngineId,
		runtime,
		errorMessage,
	} = execution;
	const engineId = remoteEngineId ?? (isObject(runtime) ? runtime.engineId : undefined);
	return withoutEmptyValues({
		executionId,
		status: status ?? executionStatus,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
		engineId,
		errorMessage,
	});
}
