/** All operations, with their places in the nodes, their titles and their permissions. */
import { areas } from '../nodes/areas';
import { requestsOf } from '../nodes/shared/declare/derived/operationParts';
import type { Operation, Resource } from '../nodes/shared/declare/operation';
import { permissionWords } from '../nodes/shared/declare/permissions';

/** The nodes' names for users, by the key of their area. */
const TITLES: Readonly<Record<string, string>> = {
	Account: 'Administration',
	Catalog: 'Datasets and Crawlers',
	Engines: 'Engine Management',
	SCIM: 'SCIM Provisioning',
	Security: 'Security Settings',
	Stewardship: 'Data Stewardship',
	Preparation: 'Data Preparation',
	Designer: 'API Designer',
};

export const titleOf = (area: string): string => `Talend Cloud ${TITLES[area] ?? area}`;

/** One operation and where it is found. */
export interface OperationInNode {
	area: string;
	resource: Resource;
	/** The value of the node's parameter `operation`. */
	value: string;
	operation: Operation;
}

export const everyOperation: readonly OperationInNode[] = Object.entries(areas).flatMap(
	([area, resources]) =>
		resources.flatMap((resource) =>
			Object.entries(resource.operations).map(([value, operation]) => ({
				area,
				resource,
				value,
				operation,
			})),
		),
);

/** How people are shown where an operation is: "Task Execution → Explain". */
export const placeInWords = ({
	resource,
	operation,
}: Omit<OperationInNode, 'area' | 'value'>): string => `${resource.name} → ${operation.name}`;

/** With the node: "Talend Cloud Processing → Task Execution → Explain". */
export const fullPlaceInWords = (placed: Omit<OperationInNode, 'value'>): string =>
	`${titleOf(placed.area)} → ${placeInWords(placed)}`;

/** The permissions that an operation needs, as far as they are known. */
interface Needed {
	/** In words, one entry for each request that names some: "A", "A or B". */
	known: readonly string[];
	/** Whether the permissions of all its requests are known. */
	isComplete: boolean;
}

/** The permissions of all requests that an operation may send. */
export function neededFor(operation: Operation): Needed {
	const sent = requestsOf(operation);
	const named = [operation.permissions, ...sent.map(({ permissions }) => permissions)].filter(
		(permissions) => permissions !== undefined,
	);
	const words = [...new Set(named.map(permissionWords))];
	// Where A is needed, "A or B" says nothing more.
	const isImplied = (each: string) =>
		each.split(' or ').some((name) => name !== each && words.includes(name));
	return {
		known: words.filter((each) => !isImplied(each)).sort(),
		isComplete:
			operation.permissions !== undefined ||
			sent.every(({ permissions }) => permissions !== undefined),
	};
}

/** Permissions in a sentence: "Permissions: A, B and (C or D)." */
export function permissionSentence(known: readonly string[]): string {
	if (known.length === 0) return 'Permission: not known.';
	if (known.length === 1) return `Permission: ${known[0]!}.`;
	const all = known.map((words) => (words.includes(' or ') ? `(${words})` : words));
	return `Permissions: ${all.slice(0, -1).join(', ')} and ${all.at(-1)!}.`;
}

/** The permissions that an operation needs, in one or two sentences. */
export function permissionLine(operation: Operation): string {
	if (operation.kind === 'request' && operation.whyPersonOnly)
		return 'Permission: not known. It works with a personal access token only.';
	const { known, isComplete } = neededFor(operation);
	const isPartial = known.length > 0 && !isComplete;
	return `${permissionSentence(known)}${isPartial ? ' The permission for its other requests is not known.' : ''}`;
}
