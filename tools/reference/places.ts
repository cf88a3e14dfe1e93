/** Where the reference has a node, a resource and an operation: folders, files and anchors. */
import type { Resource } from '../../nodes/shared/declare/operation';

/** "taskExecution" → "task-execution": folders and files of the reference. */
const slugOf = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();

/** The folder of an area, below `docs/reference`. */
export const folderOf = (area: string): string => slugOf(area);

/** The file of a resource, in the folder of its area. */
export const fileOf = (resource: Resource): string => `${slugOf(resource.value)}.md`;

/** The anchor that GitHub gives to a heading. */
export const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');
