/** How jobs run on cloud engines. */
import { type Handlers, noContent, ok } from '../../handler';
import { settingsOf } from './processingStore';

export const cloudEngineHandlers: Handlers = {
	'GET /processing/runtimes/cloud-engines/configuration': ({ state }) =>
		ok({ jobJvmRollback: settingsOf(state).jobJvmRollback }),
	'PUT /processing/runtimes/cloud-engines/configuration': ({ state, body }) => {
		settingsOf(state).jobJvmRollback = (body as { jobJvmRollback: boolean }).jobJvmRollback;
		return noContent();
	},
};
