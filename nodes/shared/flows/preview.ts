/**
 * For operations that first only show what they would do. The output alone does not show whether
 * anything was changed, so a hint says that nothing was.
 */
import { boolean } from '../declare/fields';
import { hint } from '../declare/messages';

/**
 * The switch of such an operation, which changes nothing until the switch is on.
 * @param work what the operation then does, such as "update the tasks"
 */
export const applyChangesField = (work: string) =>
	boolean(`Whether to ${work}; when off, nothing is changed`).label('Apply Changes').initial(false);

export const NOT_APPLIED_YET = hint(
	'Nothing was changed. The output shows the planned changes. To make them, turn on Apply Changes and run the node again.',
);

export const PREVIEW_ONLY = hint(
	'Nothing was changed. The output shows what would be done. To do it, turn off Preview and run the node again.',
);
