import { dataPlane } from './dataPlane';
import { dynamicEngine } from './dynamicEngine';
import { dataPlaneEnvironment, dynamicEngineEnvironment } from './environment';

export const resources = [dynamicEngine, dynamicEngineEnvironment, dataPlane, dataPlaneEnvironment];
