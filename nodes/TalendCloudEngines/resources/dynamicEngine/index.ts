import { resource } from '../../../shared/declare/define';
import { getEnvironmentStatus, removeEnvironment } from './environmentRequests';
import {
	create,
	generateHelm,
	generateManifest,
	get,
	getInfrastructureStatus,
	getManyEngines,
	getVersions,
	remove,
	update,
} from './requests';

export const dynamicEngine = resource(
	'dynamicEngine',
	'Dynamic Engine',
	{
		getMany: getManyEngines,
		get,
		create,
		update,
		delete: remove,
		generateManifest,
		generateHelm,
		getInfrastructureStatus,
		getEnvironmentStatus,
		removeEnvironment,
		getVersions,
	},
	'An engine that runs jobs in your own cluster',
);
