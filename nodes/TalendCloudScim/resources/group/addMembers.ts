import { changeMembers } from './changeMembers';

export const addMembers = changeMembers({
	name: 'Add Members',
	action: 'Add members to a group',
	description: 'Add users to a group; current members stay',
	label: 'The users to add',
	operations: (users) => [{ op: 'add', path: 'members', value: users.map((value) => ({ value })) }],
	done: 'added',
});
