import { dataPlane } from './dataPlane';
import { dynamicEngine } from './dynamicEngine';
import { dataPlaneEnvironment, dynamicEngineEnvironment } from './environment';
import { pipelineEngine } from './pipelineEngine';
import { pipelineEngineRunProfile } from './pipelineEngineRunProfile';
import { remoteEngine } from './remoteEngine';
import { remoteEngineCluster } from './remoteEngineCluster';

export const resources = [
	remoteEngine,
	remoteEngineCluster,
	pipelineEngine,
	pipelineEngineRunProfile,
	dynamicEngine,
	dynamicEngineEnvironment,
	dataPlane,
	dataPlaneEnvironment,
];
