import { resource } from '../../../shared/declare/define';
import { eligibles } from './eligibles';
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
		getEligibles: eligibles,
	},
	'The contract of an API, in one of its versions',
);
