import { getManyRemoteEngines, getRemoteEngine } from '../../../records/engines/engines';
import { resource } from '../../../shared/declare/define';
import { create, profiles, remove, setDebug, unpair } from './requests';
import { waitUntil } from './waitUntil';

export const remoteEngine = resource(
	'remoteEngine',
	'Remote Engine',
	{
		waitUntil,
		getMany: getManyRemoteEngines,
		get: getRemoteEngine,
		create,
		delete: remove,
		unpair,
		setDebug,
		...profiles,
	},
	'An engine that runs tasks on your own machine',
);
