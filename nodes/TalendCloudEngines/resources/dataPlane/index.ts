import { resource } from '../../../shared/declare/define';
import { createAks, createCustom, createEks, register } from './creationRequests';
import { addMember, getMemberRoles, getMembers, removeMember } from './memberRequests';
import { get, getMany, getSettings, remove, update } from './requests';

export const dataPlane = resource(
	'dataPlane',
	'Data Plane',
	{
		getMany,
		get,
		createAks,
		createEks,
		createCustom,
		register,
		update,
		delete: remove,
		getSettings,
		getMembers,
		addMember,
		removeMember,
		getMemberRoles,
	},
	'A cluster that jobs run on',
);
