/** The brake on deletions that take along what is in the record. */
import { boolean, type Fields } from './field';
import type { Rule } from './rules';

/** The switch without which a container is not deleted. */
export const confirmation = (what: string): Fields => ({
	confirmDeletion: boolean(`Whether to delete ${what}; nothing brings it back`).label('Delete with All Contents').confirms().startsWith(false),
});

export const confirmed: Rule = {
	field: 'confirmDeletion',
	says: 'confirmDeletion must be switched on: the deletion takes all contents along and cannot be undone',
	caution: true,
	check: ({ confirmDeletion }) =>
		confirmDeletion === true ? undefined : 'must be switched on: the deletion takes all contents along and cannot be undone',
};
