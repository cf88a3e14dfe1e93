import { ON_DATA_PLANES } from '../environments/environmentHosts';
import { environmentResource } from '../environments/environmentResource';

export const dataPlaneEnvironment = environmentResource(
	ON_DATA_PLANES,
	'dataPlaneEnvironment',
	'Data Plane Environment',
);
