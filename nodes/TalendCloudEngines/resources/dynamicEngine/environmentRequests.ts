/** The requests about one environment on a dynamic engine. */
import { nothing, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id } from '../../../shared/declare/fields';
import { picker } from '../../../shared/declare/lists/picker';
import { engineEnvironmentPicker } from '../../environmentSearch';
import { ofEngine } from './requests';

/**
 * Chooses an environment of the chosen engine. In the search, the parameter for the engine has
 * another name.
 */
const assignedPicker = picker({
	...engineEnvironmentPicker,
	method: 'searchAssignedEnvironments',
	narrowedBy: ['dynamicEngineId'],
	keep: ({ deId }, { dynamicEngineId }) =>
		dynamicEngineId === undefined || deId === dynamicEngineId,
});

/** A field for choosing an environment of the engine that was chosen. */
export const assignedEnvironmentField = () =>
	id('An environment that is assigned to the dynamic engine')
		.label('Environment')
		.pick(assignedPicker);

const inEngine = { ...ofEngine, environmentId: assignedEnvironmentField() };
const NOT_ASSIGNED = 'The environment does not exist, or is not assigned to this dynamic engine.';

export const getEnvironmentStatus = operation(
	'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status',
	{
		name: 'Get Environment Status',
		action: 'Get the status of an environment on a dynamic engine',
		description: 'Get the status of the services that run the tasks of an environment',
		path: inEngine,
		refusals: { 404: NOT_ASSIGNED },
		answers: record('C.StatusResponse', { requiredFields: ['status'] }),
	},
);

export const removeEnvironment = operation(
	'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}',
	{
		name: 'Remove Environment',
		action: 'Remove an environment from a dynamic engine',
		description: 'Disconnect an environment from a dynamic engine; the environment itself stays',
		path: inEngine,
		refusals: {
			404: NOT_ASSIGNED,
			409: 'The environment is still being set up or removed: wait until that has ended, then try again.',
		},
		answers: nothing({
			output: (_answer, { dynamicEngineId, environmentId }) => ({
				removed: true,
				dynamicEngineId,
				environmentId,
			}),
		}),
	},
);
