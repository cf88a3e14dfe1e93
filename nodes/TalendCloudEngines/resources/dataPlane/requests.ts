/** Requests that list data planes and their members, and the pickers that choose from them. */
import { records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { CLUSTERS, entryWithState } from '../../runtimes';

/** The fields of a data plane that Simplify keeps. */
export const simplePlane = [
	'id',
	'name',
	'description',
	'provider',
	'version',
	'state',
	'statusDetails',
	'creationDate',
	'lastModifiedStateDate',
] as const;

/** The command that connects a cluster contains a token. */
export const sensitivePlane = ['bootstrapCommand'];

export const getManyPlanes = operation('GET /processing/data-planes', {
	name: 'Get Many',
	action: 'Get many data planes',
	description: 'List the data planes of the account',
	permissions: CLUSTERS,
	pages: allAtOnce,
	answers: records('C.DataPlaneDetailsResponse', {
		simple: simplePlane,
		sensitive: sensitivePlane,
		key: 'id',
	}),
});

const planePicker = picker({
	noun: 'data plane',
	method: 'searchDataPlanes',
	list: getManyPlanes,
	entry: entryWithState,
	byName: true,
	example: 'c-7k2mv',
});

export const dataPlaneId = (description = 'The data plane') =>
	id(description).label('Data Plane').pick(planePicker);

const ofPlane = { permissions: CLUSTERS, path: { dataPlaneId: dataPlaneId() }, pages: allAtOnce };

export const getMembers = operation('GET /processing/data-planes/{dataPlaneId}/members', {
	...ofPlane,
	name: 'Get Members',
	action: 'Get the members of a data plane',
	description: 'List who can work on a data plane, until when and in which role',
	answers: records('C.DataPlaneMember', { sensitive: ['password'], key: 'id' }),
});

const memberPicker = picker({
	noun: 'member',
	method: 'searchDataPlaneMembers',
	list: getMembers,
	within: ['dataPlaneId'],
	entry: ({ id: value, username, role }) => ({
		id: String(value ?? ''),
		name: String(username ?? ''),
		description: String(role ?? ''),
	}),
	byName: true,
	example: 'u-4xk8p',
});

/** A field for choosing a member of the data plane that was chosen. */
export const memberId = (description = 'The member') =>
	id(description).label('Member').pick(memberPicker);

export const getMemberRoles = operation('GET /processing/data-planes/{dataPlaneId}/members/roles', {
	...ofPlane,
	name: 'Get Member Roles',
	action: 'Get the roles of data plane members',
	description: 'List the roles that a member of a data plane can have',
	answers: records('C.DataPlaneRole', { key: 'id' }),
});

const rolePicker = picker({
	noun: 'role',
	method: 'searchDataPlaneRoles',
	list: getMemberRoles,
	within: ['dataPlaneId'],
	entry: ({ id: value, description }) => ({
		id: String(value ?? ''),
		name: String(value ?? ''),
		description: String(description ?? ''),
	}),
	byName: false,
	example: 'cluster-member',
});

/** A field for choosing a role on the data plane that was chosen. */
export const dataPlaneRoleId = (description: string) =>
	id(description).label('Role').pick(rolePicker);
