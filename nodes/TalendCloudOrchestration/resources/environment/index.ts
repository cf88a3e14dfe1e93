import { getManyEnvironments } from '../../../records/places/environments';
import { resource } from '../../../shared/declare/define';
import { compare } from './compare';
import { getContents } from './getContents';
import { create, remove, update } from './requests';
import { upsert } from './upsert';

export const environment = resource(
	'environment',
	'Environment',
	{
		create,
		getMany: getManyEnvironments,
		update,
		delete: remove,
		upsert,
		getContents,
		compare,
	},
	'A container of workspaces',
);
