import { resource } from '../../../shared/declare/define';
import { getMany, requestsByType } from './requests';

export const pipelineEngineRunProfile = resource(
	'pipelineEngineRunProfile',
	'Pipeline Engine Run Profile',
	{ getMany, ...requestsByType },
	'A named set of runtime parameters for pipelines',
);
