import { resource } from '../../../shared/declare/define';
import {
	addServiceAccount,
	addUser,
	analyze,
	create,
	getMany,
	getPromotion,
	getUsers,
	remove,
	removeServiceAccount,
	removeUser,
	update,
} from './requests';

export const promotion = resource(
	'promotion',
	'Promotion',
	{
		analyze,
		create,
		get: getPromotion,
		getMany,
		update,
		delete: remove,
		getUsers,
		addUser,
		removeUser,
		addServiceAccount,
		removeServiceAccount,
	},
	'Moves tested work from one environment to another',
);
