import { dataPlane } from './dataPlane';
import { dataPlaneEnvironment } from './dataPlaneEnvironment';
import { dynamicEngine } from './dynamicEngine';
import { dynamicEngineEnvironment } from './dynamicEngineEnvironment';
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
