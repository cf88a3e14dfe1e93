import { quotedInScim } from '../../../records/lists/scimFilter';
import { changeMembers } from './changeMembers';

export const removeMembers = changeMembers({
	name: 'Remove Members',
	action: 'Remove members from a group',
	description: 'Remove users from a group; the users themselves and the other members stay',
	destructive: true,
	label: 'The users to remove',
	operations: (users) =>
		users.map((value) => ({ op: 'remove', path: `members[value eq ${quotedInScim(value)}]` })),
	done: 'removed',
});
