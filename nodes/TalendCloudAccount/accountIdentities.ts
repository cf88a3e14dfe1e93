/** What the operations on users, groups and roles of the account share. */
import type { IDataObject } from 'n8n-workflow';

import { identityPageFields, identityPages } from '../records/identities/accountRoles';
import { records } from '../shared/declare/answers';
import { createdAs } from '../shared/declare/createdAs';
import { boolean } from '../shared/declare/fields';
import type { RequestOperation } from '../shared/declare/operation';
import { FROM_VENDOR } from '../shared/declare/origin';
import type { Rule } from '../shared/declare/rules';
import type { Answer } from '../shared/declare/runtime/exchange';
import { objectIn, withoutUndefined } from '../shared/support/json';

export const USER = 'vendor:identities-management/UserResponse';
export const GROUP = 'vendor:identities-management/Group';
/** What a 402 means. */
export const NO_SEAT =
	'The license has no seats left. Free one (take a role away from a user, or deactivate or delete a user) or extend the license. To see the number of seats, use Subscription → Get.';

/** How users are listed: all users of the account, or those of a group or role. */
export const listOfUsers = {
	origin: FROM_VENDOR,
	query: identityPageFields,
	pages: identityPages,
	answers: records(USER, { key: 'id' }),
} as const;

/** How to find a group or role if the response to its creation was lost. */
export const createdByName = (subject: string, list: RequestOperation) =>
	createdAs({
		subject,
		list,
		unique: { name: 'name' },
		values: ({ name }) => ({ nameFilter: name, size: 100 }),
	});

/**
 * A created record with its ID. The platform returns the ID in the record, or at the end of the
 * record's address.
 */
export const createdRecord = ({ body, headers }: Answer): IDataObject => {
	const { id, ...rest } = objectIn(body);
	const createdId =
		id ??
		headers.location
			?.split('?')[0]
			?.split('/')
			.filter((part) => part !== '')
			.at(-1);
	return withoutUndefined({ id: createdId, ...rest });
};

/** The switch without which an empty list does not remove everything. */
export const allowEmptySwitch = (description: string) => ({
	allowEmpty: boolean(
		`Whether an empty list ${description}; when off, an empty list is refused`,
	).initial(false),
});

/** An empty list removes everything, so it must be intended. */
export const emptyNeedsSwitch = (field: string): Rule => ({
	field,
	says: `${field} must have at least one entry unless allowEmpty is on`,
	finding: (values) =>
		values[field] === undefined && values.allowEmpty !== true
			? 'needs at least one entry; to remove all, turn on Allow Empty'
			: undefined,
});
