import { ON_DYNAMIC_ENGINES } from '../environments/environmentHosts';
import { environmentResource } from '../environments/environmentResource';

export const dynamicEngineEnvironment = environmentResource(
	ON_DYNAMIC_ENGINES,
	'dynamicEngineEnvironment',
	'Dynamic Engine Environment',
);
