/** The requests about dynamic engines, except those about single environments. */
import { fileAnswer, record, records } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { boolean, id, text } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import {
	CLUSTERS,
	deletion,
	entryWithState,
	ENVIRONMENTS,
	OPERATION_IN_PROGRESS,
	REMAINING_ENVIRONMENTS,
} from '../../runtimes';

export const getManyEngines = operation('GET /processing/runtimes/dynamic-engines', {
	name: 'Get Many',
	action: 'Get many dynamic engines',
	description: 'List the dynamic engines of the account',
	permissions: [CLUSTERS, 'TMC_RUN_PROFILE_MANAGEMENT', ENVIRONMENTS],
	pages: allAtOnce,
	answers: records('C.DynamicEngineDetailsResponse', { key: 'id' }),
});

const enginePicker = picker({
	noun: 'dynamic engine',
	method: 'searchDynamicEngines',
	list: getManyEngines,
	entry: entryWithState,
	byName: true,
	example: 'c-c97f8',
});

export const dynamicEngineField = (description = 'The dynamic engine') =>
	id(description).label('Dynamic Engine').pick(enginePicker);

export const getVersions = operation('GET /processing/runtimes/dynamic-engine-versions', {
	name: 'Get Versions',
	action: 'Get the versions of dynamic engines',
	description: 'List the supported versions, each a set of compatible services',
	pages: allAtOnce,
	answers: records('C.DynamicEngineVersion', { key: 'id' }),
});

const versionPicker = picker({
	noun: 'version',
	method: 'searchDynamicEngineVersions',
	list: getVersions,
	entry: ({ id: value, name, publicationDate }) => ({
		id: value,
		name,
		description: publicationDate ? `Published ${String(publicationDate).slice(0, 10)}` : undefined,
	}),
	byName: true,
	example: '1.1.0',
});

/** A field for choosing a version of dynamic engines. */
const engineVersionField = (description: string) =>
	id(description).noNumber('as a number, version 1.10 would be 1.1').pick(versionPicker);

const nameField = text('Name of the dynamic engine').maxLength(255).eg('europe-west');
const descriptionField = text('What the dynamic engine is for')
	.maxLength(1024)
	.eg('Runs what must stay in Europe');

const path = { id: dynamicEngineField() };
const answers = record('C.DynamicEngineDetailsResponse');

export const create = operation('POST /processing/runtimes/dynamic-engines', {
	name: 'Create',
	action: 'Create a dynamic engine',
	description: 'Create a dynamic engine; it runs once its manifest has been applied to a cluster',
	permissions: CLUSTERS,
	body: { name: nameField, description: descriptionField.optional() },
	answers,
	lookUp: createdAs({
		subject: 'The dynamic engine',
		list: getManyEngines,
		unique: { name: 'name' },
		mayRepeat: true,
	}),
});

export const get = operation('GET /processing/runtimes/dynamic-engines/{id}', {
	name: 'Get',
	action: 'Get a dynamic engine',
	description: 'Get a dynamic engine and its state',
	permissions: [CLUSTERS, 'DYN_ENGINE_READ'],
	path,
	answers,
});

export const update = operation('PUT /processing/runtimes/dynamic-engines/{id}', {
	name: 'Update',
	action: 'Update a dynamic engine',
	description:
		'Change the name or the description of a dynamic engine; fields that you leave out are kept',
	permissions: CLUSTERS,
	path,
	body: { name: nameField.optional(), description: descriptionField.mayBeEmpty().optional() },
	refusals: { 409: OPERATION_IN_PROGRESS },
	answers,
	// The platform requires both fields.
	readFirst: { get, keep: { name: 'always', description: 'orEmpty' } },
});

export const remove = operation('DELETE /processing/runtimes/dynamic-engines/{id}', {
	name: 'Delete',
	action: 'Delete a dynamic engine with everything that belongs to it',
	description: 'Delete a dynamic engine with everything that belongs to it; this cannot be undone',
	permissions: CLUSTERS,
	path,
	settings: confirmation('the dynamic engine with everything that Talend Cloud stores about it'),
	refusals: { 400: REMAINING_ENVIRONMENTS, 409: OPERATION_IN_PROGRESS },
	answers: deletion,
});

export const ofEngine = { dynamicEngineId: dynamicEngineField() };
const NO_STATUS =
	'The dynamic engine does not exist, or has no status yet: a new one gets it after some time.';

export const generateManifest = operation(
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
			version: engineVersionField(
				'Version of the dynamic engine; defaults to the latest',
			).optional(),
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

export const generateHelm = operation(
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
			version: engineVersionField(
				'Version of the dynamic engine; defaults to the latest',
			).optional(),
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
			whySecret: 'the values contain the key with which the cluster signs in',
		}),
	},
);

export const getInfrastructureStatus = operation(
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
