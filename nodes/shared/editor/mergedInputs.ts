/**
 * Merges equal inputs. n8n loads all properties of a node into the editor, and passes all of them
 * to models. So an input that several operations share, even of different resources, becomes one
 * property that names the operations for which it is shown.
 */
import type { INodeProperties } from 'n8n-workflow';

/**
 * An input and its layer: inputs of a lower layer come first; those of one layer keep the order of
 * their operation.
 */
export interface LayeredInput {
	layer: number;
	property: INodeProperties;
}

interface ResourceInputs {
	resource: string;
	operations: Readonly<Record<string, readonly LayeredInput[]>>;
}

interface MergedInput {
	/** The input as JSON: equal inputs have the same text. */
	text: string;
	property: INodeProperties;
	/**
	 * The operations that have the input. Two inputs with the same text have no operation in common.
	 */
	operations: readonly OperationName[];
}

interface OperationName {
	resource: string;
	operation: string;
}

/** The properties of a node. The inputs of each operation are ordered by their layers. */
export function mergedInputs(resources: readonly ResourceInputs[]): INodeProperties[] {
	const allOperations = resources.flatMap(({ resource, operations }) =>
		Object.keys(operations).map((operation) => ({ resource, operation })),
	);
	let node: MergedInput[] = [];
	for (const { resource, operations } of resources) {
		let inputs: MergedInput[] = [];
		for (const [operation, placed] of Object.entries(operations)) {
			const inputsOfOperation = [...placed]
				.sort((a, b) => a.layer - b.layer)
				.map(({ property }) => ({
					text: JSON.stringify(property),
					property,
					operations: [{ resource, operation }],
				}));
			inputs = mergedLists(inputs, inputsOfOperation, () => true);
		}
		node = mergedLists(node, inputs, (a, b) =>
			isEveryCombinationWanted([...a.operations, ...b.operations], allOperations),
		);
	}
	return node.map(({ property, operations }) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: {
				resource: [...new Set(operations.map(({ resource }) => resource))],
				operation: [...new Set(operations.map(({ operation }) => operation))],
				...property.displayOptions?.show,
			},
		},
	}));
}

/**
 * Merges two lists of inputs, each of which keeps its order. Equal inputs become one, so that as
 * few characters as possible are written (longest common subsequence).
 * @param mayJoin whether two equal inputs may become one
 */
function mergedLists(
	a: readonly MergedInput[],
	b: readonly MergedInput[],
	mayJoin: (inputOfA: MergedInput, inputOfB: MergedInput) => boolean,
): MergedInput[] {
	const joins = (i: number, j: number) => a[i]!.text === b[j]!.text && mayJoin(a[i]!, b[j]!);
	// saved[i][j]: how many characters are saved in the rest of the lists, from a[i] and b[j] on.
	const width = b.length + 1;
	const saved = new Uint32Array((a.length + 1) * width);
	const savedFrom = (i: number, j: number) => saved[i * width + j]!;
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			saved[i * width + j] = Math.max(
				savedFrom(i + 1, j),
				savedFrom(i, j + 1),
				joins(i, j) ? a[i]!.text.length + savedFrom(i + 1, j + 1) : 0,
			);
	const merged: MergedInput[] = [];
	let i = 0;
	let j = 0;
	while (i < a.length && j < b.length)
		// If the lists begin with equal inputs, merging these is never worse than not merging them.
		if (joins(i, j)) {
			merged.push({ ...a[i]!, operations: [...a[i]!.operations, ...b[j]!.operations] });
			i++;
			j++;
		} else merged.push(savedFrom(i, j) === savedFrom(i + 1, j) ? a[i++]! : b[j++]!);
	return [...merged, ...a.slice(i), ...b.slice(j)];
}

/**
 * Whether a property can be shared: n8n shows it for every combination of its resources and
 * operations.
 * @param wanted the operations that an input is for
 * @returns whether these are all existing combinations of their resources and operations
 */
function isEveryCombinationWanted(
	wanted: readonly OperationName[],
	all: readonly OperationName[],
): boolean {
	const [resources, operations] = [
		new Set(wanted.map(({ resource }) => resource)),
		new Set(wanted.map(({ operation }) => operation)),
	];
	return (
		all.filter(({ resource, operation }) => resources.has(resource) && operations.has(operation))
			.length === wanted.length
	);
}
