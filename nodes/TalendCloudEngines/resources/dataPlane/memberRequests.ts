/** The requests about the members of a data plane. */
import { nothing, record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id, integer, text } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { CLUSTERS } from '../../runtimes';
import { dataPlaneField } from './requests';

const ofPlane = {
	permissions: CLUSTERS,
	path: { dataPlaneId: dataPlaneField() },
	pages: allAtOnce,
};

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
	narrowedBy: ['dataPlaneId'],
	entry: ({ id: value, username, role }) => ({ id: value, name: username, description: role }),
	byName: true,
	example: 'u-4xk8p',
});

/** A field for choosing a member of the data plane that was chosen. */
const memberField = (description = 'The member') =>
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
	narrowedBy: ['dataPlaneId'],
	entry: ({ id: value, description }) => ({ id: value, name: value, description }),
	byName: false,
	example: 'cluster-member',
});

/** A field for choosing a role on the data plane that was chosen. */
const dataPlaneRoleField = (description: string) => id(description).label('Role').pick(rolePicker);

export const addMember = operation('POST /processing/data-planes/{dataPlaneId}/members', {
	name: 'Add Member',
	action: 'Add a member to a data plane',
	description:
		'Let someone work on a data plane for a limited time, with their own user name and password',
	permissions: CLUSTERS,
	path: { dataPlaneId: dataPlaneField() },
	body: {
		roleId: dataPlaneRoleField('What the member can do'),
		duration: integer('After how many hours the member is deleted')
			.label('Duration (Hours)')
			.min(1)
			.eg(8)
			.optional(),
		description: text('Purpose of the member').maxLength(255).eg('Support case 4711').optional(),
		username: text('User name of the member; generated if left out')
			.label('User Name')
			.maxLength(1100)
			.eg('support')
			.optional(),
	},
	answers: record('C.DataPlaneMember', {
		whySecret: 'anyone with the password can work on the data plane',
		sensitive: ['password'],
	}),
});

export const removeMember = operation('DELETE /processing/data-planes/{dataPlaneId}/members/{id}', {
	name: 'Remove Member',
	action: 'Remove a member from a data plane',
	description: 'Remove a member from a data plane before their access expires',
	permissions: CLUSTERS,
	path: { dataPlaneId: dataPlaneField(), id: memberField() },
	answers: nothing(),
});
