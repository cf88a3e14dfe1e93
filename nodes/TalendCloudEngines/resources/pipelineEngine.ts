import { nothing, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { createdAs } from '../../shared/declare/created';
import { text } from '../../shared/declare/field';
import { environmentId } from '../../TalendCloudOrchestration/resources/environment';
import { FROM_VENDOR } from '../../TalendCloudOrchestration/resources/plan';
import { workspaceId } from '../../TalendCloudOrchestration/resources/workspace';
import { getManyPipelineEngines, pipelineEngineId, SENSITIVE } from './runtimes';

const path = { engineId: pipelineEngineId() };

const get = operation('GET /processing/runtimes/pipeline-engines/{engineId}', {
	name: 'Get',
	action: 'Get a pipeline engine',
	description: 'Read one pipeline engine; for an engine of the platform itself the run status shows whether it runs',
	extra: FROM_VENDOR,
	path,
	answers: record('vendor:processing/PipelineEngine', { simple: getManyPipelineEngines.answers.simple, sensitive: SENSITIVE }),
});

const create = operation('POST /processing/runtimes/pipeline-engines', {
	name: 'Create',
	action: 'Create a pipeline engine',
	description: 'Register a pipeline engine; the output has the key that pairs the installation',
	extra: FROM_VENDOR,
	body: {
		name: text('Name of the pipeline engine').eg('Pipelines Frankfurt'),
		environmentId: environmentId('The environment that it belongs to'),
		workspaceId: workspaceId('The one workspace whose pipelines run on it; all of the environment when not set').optional(),
		description: text('What the pipeline engine is for').eg('Pipelines of the sales team').optional(),
	},
	answers: record('vendor:processing/PipelineEngine', { secret: 'anybody with the key can pair an engine with the account', sensitive: SENSITIVE }),
	lookUp: createdAs({ noun: 'The pipeline engine', list: getManyPipelineEngines, unique: { name: 'name', 'workspace.environment.id': 'environmentId' }, mayRepeat: true }),
});

const remove = operation('DELETE /processing/runtimes/pipeline-engines/{engineId}', {
	name: 'Delete',
	action: 'Delete a pipeline engine',
	description: 'Delete a pipeline engine that nothing runs on',
	extra: FROM_VENDOR,
	path,
	refusals: { 409: 'The pipeline engine is in use: unpair it, and give its pipelines and connections another engine first.' },
	answers: nothing(),
});

const unpair = operation('DELETE /processing/runtimes/pipeline-engines/{engineId}/pairing', {
	name: 'Unpair',
	action: 'Unpair a pipeline engine',
	description: 'End the pairing of a pipeline engine; Get then returns a new pairing key',
	extra: FROM_VENDOR,
	path,
	answers: nothing({ output: (_answer, { engineId }) => ({ unpaired: true, engineId }) }),
});

export const pipelineEngine = resource('pipelineEngine', 'Pipeline Engine', { getMany: getManyPipelineEngines, get, create, delete: remove, unpair }, 'An engine that runs pipelines and serves the catalog');
