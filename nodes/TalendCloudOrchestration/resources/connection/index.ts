import { resource } from '../../../shared/declare/define';
import { create, getConnection, getManyConnections, move, remove, update } from './requests';
import { upsert } from './upsert';

export const connection = resource(
	'connection',
	'Connection',
	{ create, get: getConnection, getMany: getManyConnections, update, delete: remove, move, upsert },
	'How tasks reach an application',
);
