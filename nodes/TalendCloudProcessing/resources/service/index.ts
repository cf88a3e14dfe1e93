import { resource } from '../../../shared/declare/define';
import { deployAndWait } from './deployAndWait';
import { getStatus } from './getStatus';
import { redeployAndWait } from './redeployAndWait';
import { undeployAndWait } from './undeployAndWait';

export const service = resource(
	'service',
	'Service',
	{ deployAndWait, redeployAndWait, undeployAndWait, getStatus },
	'A route or data service, which runs until someone terminates it',
);
