/** The safeguard for deletions that also delete contents which cannot be restored. */
import { boolean, type Fields } from './fields';
import type { Rule } from './rules';

/**
 * The switch without which a container is not deleted.
 * @param container such as "the environment with its workspaces"
 */
export const confirmation = (container: string): Fields => ({
	confirmDeletion: boolean(`Whether to delete ${container}; this cannot be undone`)
		.label('Delete with All Contents')
		.confirms('all contents are deleted as well, and this cannot be undone')
		.initial(false),
});

/** The rules that follow from confirmation switches: nothing is sent unless the switch is on. */
export function confirmationRules(settings: Fields): Rule[] {
	return Object.entries(settings).flatMap(([field, { spec }]) => {
		const { why, when } = spec.confirms ?? {};
		if (why === undefined) return [];
		return {
			field,
			says: `${field} must be turned on: ${why}`,
			caution: true,
			confirmation: true,
			finding: (values) =>
				values[field] !== true && (when?.(values) ?? true)
					? `must be turned on: ${why}`
					: undefined,
		};
	});
}
