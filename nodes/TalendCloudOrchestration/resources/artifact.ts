import { artifactField, getArtifact, getManyArtifacts } from '../../records/tasks/artifacts';
import { nothing, record } from '../../shared/declare/answers';
import { confirmation } from '../../shared/declare/confirmation';
import { operation, resource } from '../../shared/declare/define';
import { aboutFields } from '../../shared/declare/messages';
import { VERSION_MESSAGES, versionField, withWholeVersionInPath } from '../artifactVersions';

const versionPath = { artifactId: artifactField(), version: versionField() };

export const getVersion = operation(
	'GET /orchestration/artifacts/{artifactId}/versions/{version}',
	{
		name: 'Get Version',
		action: 'Get a version of an artifact',
		description: 'Get a version of an artifact with its parameters',
		path: versionPath,
		messages: aboutFields(['Version'], VERSION_MESSAGES),
		prepare: withWholeVersionInPath,
		answers: record('B.ArtifactVersion', {
			idVariable: 'artifactId',
			simple: [
				'id',
				'name',
				'version',
				'type',
				'description',
				'createDate',
				'parameters',
				'workspace',
			],
		}),
	},
);

const IN_USE = 'A task may still use it: change or delete that task first.';

const remove = operation('DELETE /orchestration/artifacts/{artifactId}', {
	name: 'Delete',
	action: 'Delete an artifact with all its versions',
	description: 'Delete an artifact with all its versions; this cannot be undone',
	path: { artifactId: artifactField() },
	settings: confirmation('the artifact with all its versions'),
	refusals: { 409: IN_USE },
	answers: nothing(),
});

const deleteVersion = operation('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', {
	name: 'Delete Version',
	action: 'Delete a version of an artifact',
	description: 'Delete one version of an artifact',
	path: versionPath,
	messages: aboutFields(['Version'], VERSION_MESSAGES),
	prepare: withWholeVersionInPath,
	refusals: { 409: IN_USE },
	answers: nothing(),
});

export const artifact = resource(
	'artifact',
	'Artifact',
	{ get: getArtifact, getMany: getManyArtifacts, delete: remove, getVersion, deleteVersion },
	'A published job with its versions',
);
