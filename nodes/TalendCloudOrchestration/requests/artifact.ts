/** Reads an artifact in one of its versions. */
import { artifactId } from '../../records/tasks/artifacts';
import { record } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { aboutFields } from '../../shared/declare/messages';
import { VERSION_MESSAGES, versionField, withWholeVersionInPath } from '../artifactVersions';

export const versionPath = { artifactId: artifactId(), version: versionField() };

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
