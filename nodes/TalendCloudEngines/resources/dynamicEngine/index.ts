import { fileAnswer, nothing, record } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { createdAs } from '../../../shared/declare/created';
import { operation, resource } from '../../../shared/declare/define';
import { boolean, text } from '../../../shared/declare/fields';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { deletion, OPERATION_IN_PROGRESS, REMAINING_ENVIRONMENTS } from '../../deletion';
import { assignedEnvironmentId } from '../../environmentSearch';
import { CLUSTERS } from '../../runtimes';
import { dynamicEngineId, engineVersion, getManyEngines, getVersions } from './requests';

const name = text('Name of the dynamic engine').maxLength(255).eg('europe-west');
const description = text('What the dynamic engine is for')
	.maxLength(1024)
	.eg('Runs what must stay in Europe');
const path = { id: dynamicEngineId() };
const answers = record('C.DynamicEngineDetailsResponse');

const create = operation('POST /processing/runtimes/dynamic-engines', {
	name: 'Create',
	action: 'Create a dynamic engine',
	description: 'Create a dynamic engine; it runs once its manifest has been applied to a cluster',
	permissions: CLUSTERS,
	body: { name, description: description.optional() },
	answers,
	lookUp: createdAs({
		subject: 'The dynamic engine',
		list: getManyEngines,
		unique: { name: 'name' },
		mayRepeat: true,
	}),
});

const get = operation('GET /processing/runtimes/dynamic-engines/{id}', {
	name: 'Get',
	action: 'Get a dynamic engine',
	description: 'Get a dynamic engine and its state',
	permissions: [CLUSTERS, 'DYN_ENGINE_READ'],
	path,
	answers,
});

const update = operation('PUT /processing/runtimes/dynamic-engines/{id}', {
	name: 'Update',
	action: 'Update a dynamic engine',
	description:
		'Change the name or the description of a dynamic engine; fields that you leave out are kept',
	permissions: CLUSTERS,
	path,
	body: { name: name.optional(), description: description.mayBeEmpty().optional() },
	refusals: { 409: OPERATION_IN_PROGRESS },
	answers,
	// The platform requires both fields.
	readFirst: { get, keep: { name: 'always', description: 'orEmpty' } },
});

const remove = operation('DELETE /processing/runtimes/dynamic-engines/{id}', {
	name: 'Delete',
	action: 'Delete a dynamic engine with everything that belongs to it',
	description: 'Delete a dynamic engine with everything that belongs to it; there is no undo',
	permissions: CLUSTERS,
	path,
	settings: confirmation('the dynamic engine with everything that Talend Cloud stores about it'),
	refusals: { 400: REMAINING_ENVIRONMENTS, 409: OPERATION_IN_PROGRESS },
	answers: deletion,
});

const ofEngine = { dynamicEngineId: dynamicEngineId() };
const NO_STATUS =
	'The dynamic engine does not exist, or has no status yet: a new one gets it after some time.';

const generateManifest = operation(
	'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
	{
		name: 'Generate Manifest',
		action: 'Generate the manifest of a dynamic engine',
		description:
			'Download the manifest that a cluster needs to run the dynamic engine and all its environments, as a ZIP archive',
		effect: 'write',
		creates: false,
		path: ofEngine,
		body: {
			version: engineVersion('Version of the dynamic engine; defaults to the latest').optional(),
			generateNewPairingKey: boolean(
				'Whether to generate a new key for the cluster to sign in with; the previous key becomes invalid',
			).optional(),
		},
		refusals: { 404: NO_STATUS },
		answers: fileAnswer({
			fileName: 'manifest.zip',
			fileFormat: 'zip',
			whySecret: 'the manifest has the key with which the cluster signs in',
		}),
	},
);

const generateHelm = operation(
	'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm',
	{
		name: 'Generate Helm Values',
		action: 'Generate the helm values of a dynamic engine',
		description:
			'Generate the Helm values for installing a dynamic engine and all its environments, as a ZIP archive',
		origin: FROM_VENDOR,
		effect: 'write',
		creates: false,
		path: ofEngine,
		body: {
			version: engineVersion('Version of the dynamic engine; defaults to the latest').optional(),
			generateNewPairingKey: boolean(
				'Whether to generate a new key for the cluster to sign in with; the previous key becomes invalid',
			)
				.byDefault(false)
				.sample(true)
				.optional(),
		},
		refusals: { 404: NO_STATUS },
		answers: fileAnswer({
			fileName: 'helm-values.zip',
			fileFormat: 'zip',
			whySecret: 'the values have the key with which the cluster signs in',
		}),
	},
);

const getInfrastructureStatus = operation(
	'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status',
	{
		name: 'Get Infrastructure Status',
		action: 'Get the infrastructure status of a dynamic engine',
		description: 'Get the status of the services that all environments of a dynamic engine share',
		path: ofEngine,
		refusals: { 404: NO_STATUS },
		answers: record('C.StatusResponse', { requiredFields: ['status'] }),
	},
);

const inEngine = { ...ofEngine, environmentId: assignedEnvironmentId() };
const NOT_ASSIGNED = 'The environment does not exist, or is not assigned to this dynamic engine.';

const getEnvironmentStatus = operation(
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

const removeEnvironment = operation(
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
			output: (_answer, { dynamicEngineId: engine, environmentId }) => ({
				removed: true,
				dynamicEngineId: engine,
				environmentId,
			}),
		}),
	},
);

export const dynamicEngine = resource(
	'dynamicEngine',
	'Dynamic Engine',
	{
		getMany: getManyEngines,
		get,
		create,
		update,
		delete: remove,
		generateManifest,
		generateHelm,
		getInfrastructureStatus,
		getEnvironmentStatus,
		removeEnvironment,
		getVersions,
	},
	'An engine that runs jobs in your own cluster',
);
