import { environmentField } from './environments';
import { workspaceField } from './workspaces';

/** The filters of a list by environment and workspace. */
export const placeFilterFields = (nouns: 'artifacts' | 'executions') => ({
	environmentId: environmentField(`Only ${nouns} in this environment`).optional(),
	workspaceId: workspaceField(
		`Only ${nouns} in this workspace; it must belong to the environment when both are given`,
	).optional(),
});
