import { resource } from '../../../shared/declare/define';
import { grant } from './grant';
import {
	change,
	changeMany,
	get,
	getEligibles,
	getEntitlements,
	getLevels,
	getMany,
	getSharingSet,
	replace,
} from './requests';
import { revoke } from './revoke';

export const sharing = resource(
	'sharing',
	'Sharing',
	{
		grant,
		revoke,
		getSharingSet,
		getMany,
		get,
		getEntitlements,
		getEligibles,
		getLevels,
		change,
		changeMany,
		replace,
	},
	'Who can see and change datasets and other objects of the catalog',
);
