import { resource } from '../../../shared/declare/define';
import { getEligibles } from './getEligibles';
import { push } from './push';
import {
	audit,
	create,
	get,
	getMany,
	getMetadata,
	getSharings,
	remove,
	setSharings,
	update,
} from './requests';

export const apiDefinition = resource(
	'apiDefinition',
	'API Definition',
	{
		create,
		get,
		getMany,
		getMetadata,
		push,
		update,
		delete: remove,
		audit,
		getSharings,
		setSharings,
		getEligibles,
	},
	'The contract of an API, in one of its versions',
);
