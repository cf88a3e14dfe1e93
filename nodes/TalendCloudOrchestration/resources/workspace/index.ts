import { getManyWorkspaces } from '../../../records/places/workspaces';
import { resource } from '../../../shared/declare/define';
import { create, remove, update } from './requests';
import { upsert } from './upsert';

export const workspace = resource(
	'workspace',
	'Workspace',
	{ create, getMany: getManyWorkspaces, update, delete: remove, upsert },
	'A container of tasks, plans and artifacts',
);
