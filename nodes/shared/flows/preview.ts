/**
 * Operations that show what they would do before they do it. An execution that changed nothing
 * looks like one that did, so it ends with a hint.
 */
import { boolean } from '../declare/field';
import { hint } from '../declare/messages';

/**
 * The switch of an operation that changes nothing until it is on.
 * @param work what it does then, such as "update the tasks"
 */
export const applyChanges = (work: string) =>
	boolean(`Whether to ${work}; when off, nothing is changed`).label('Apply Changes').initial(false);

export const NOT_APPLIED_YET = hint(
	'Nothing was changed. The output shows the planned changes. To make them, turn on Apply Changes and run the node again.',
);

export const PREVIEWED = hint(
	'Nothing was changed. The output shows what would be done. To do it, turn off Preview and run the node again.',
);
