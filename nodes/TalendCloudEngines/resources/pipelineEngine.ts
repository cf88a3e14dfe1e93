import {
	getManyPipelineEngines,
	pipelineEngineField,
	SENSITIVE_ENGINE_FIELDS,
} from '../../records/engines/engines';
import { nothing, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { createdEngine, newEngine, PAIRING_KEY } from '../newEngine';

const path = { engineId: pipelineEngineField() };

const get = operation('GET /processing/runtimes/pipeline-engines/{engineId}', {
	name: 'Get',
	action: 'Get a pipeline engine',
	description:
		'Get a pipeline engine; if Talend Cloud hosts it, the run status shows whether it runs',
	origin: FROM_VENDOR,
	path,
	answers: record('vendor:processing/PipelineEngine', {
		simple: getManyPipelineEngines.answers.simple,
		sensitive: SENSITIVE_ENGINE_FIELDS,
	}),
});

const create = operation('POST /processing/runtimes/pipeline-engines', {
	name: 'Create',
	action: 'Create a pipeline engine',
	description: 'Register a pipeline engine; the output has the key that pairs the installation',
	origin: FROM_VENDOR,
	body: newEngine('pipeline engine', {
		runs: 'pipelines',
		name: 'Pipelines Frankfurt',
		description: 'Pipelines of the sales team',
	}),
	answers: record('vendor:processing/PipelineEngine', PAIRING_KEY),
	lookUp: createdEngine('The pipeline engine', getManyPipelineEngines),
});

const remove = operation('DELETE /processing/runtimes/pipeline-engines/{engineId}', {
	name: 'Delete',
	action: 'Delete a pipeline engine',
	description: 'Delete a pipeline engine that nothing runs on',
	origin: FROM_VENDOR,
	path,
	refusals: {
		409: 'The pipeline engine is in use: unpair it, and give its pipelines and connections another engine first.',
	},
	answers: nothing(),
});

const unpair = operation('DELETE /processing/runtimes/pipeline-engines/{engineId}/pairing', {
	name: 'Unpair',
	action: 'Unpair a pipeline engine',
	description: 'End the pairing of a pipeline engine; Get then returns a new pairing key',
	origin: FROM_VENDOR,
	path,
	answers: nothing({ output: (_answer, { engineId }) => ({ unpaired: true, engineId }) }),
});

export const pipelineEngine = resource(
	'pipelineEngine',
	'Pipeline Engine',
	{ getMany: getManyPipelineEngines, get, create, delete: remove, unpair },
	'An engine that runs pipelines and serves the catalog',
);
