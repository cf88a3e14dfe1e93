/**
 * Merges equal inputs. n8n loads every property of a node into the editor and hands all of them to models, so an input that several
 * operations share, even across resources, becomes one property that lists the operations for which it is shown.
 */
import type { INodeProperties } from 'n8n-workflow';

/** An input with its place: inputs of a lower layer stand first, those of one layer in the order of their operation. */
export interface Placed {
	layer: number;
	property: INodeProperties;
}

interface PlacedOfResource {
	resource: string;
	operations: Readonly<Record<string, readonly Placed[]>>;
}

interface Shown {
	/** The input as JSON: the same for the same input. */
	text: string;
	property: INodeProperties;
	/** No two inputs with the same text are for the same operation. */
	for: readonly Place[];
}

interface Place {
	resource: string;
	operation: string;
}

/** Merges layer by layer; within each operation, the order of the inputs stays. */
export function arranged(resources: readonly PlacedOfResource[]): INodeProperties[] {
	const all = resources.flatMap(({ resource, operations }) =>
		Object.keys(operations).map((operation) => ({ resource, operation })),
	);
	let node: Shown[] = [];
	for (const { resource, operations } of resources) {
		let inputs: Shown[] = [];
		for (const [operation, placed] of Object.entries(operations)) {
			const own = [...placed]
				.sort((a, b) => a.layer - b.layer)
				.map(({ property }) => ({
					text: JSON.stringify(property),
					property,
					for: [{ resource, operation }],
				}));
			inputs = woven(inputs, own, () => true);
		}
		node = woven(node, inputs, (a, b) => isShownForNoOther([...a.for, ...b.for], all));
	}
	return node.map(({ property, for: shown }) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: {
				resource: [...new Set(shown.map((place) => place.resource))],
				operation: [...new Set(shown.map((place) => place.operation))],
				...property.displayOptions?.show,
			},
		},
	}));
}

/** Merges two rows of inputs. Both keep their order, and as many characters as possible of what they share are written once (longest common subsequence). */
function woven(
	a: readonly Shown[],
	b: readonly Shown[],
	mayJoin: (one: Shown, other: Shown) => boolean,
): Shown[] {
	const joins = (i: number, j: number) => a[i]!.text === b[j]!.text && mayJoin(a[i]!, b[j]!);
	// saved[i][j]: how many characters need not be written twice, from a[i] and b[j] on.
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
	const both: Shown[] = [];
	let i = 0;
	let j = 0;
	while (i < a.length && j < b.length)
		// Sharing a common beginning is never worse than not sharing it.
		if (joins(i, j)) {
			both.push({ ...a[i]!, for: [...a[i]!.for, ...b[j]!.for] });
			i++;
			j++;
		} else both.push(savedFrom(i, j) === savedFrom(i + 1, j) ? a[i++]! : b[j++]!);
	return [...both, ...a.slice(i), ...b.slice(j)];
}

/** n8n shows a property for every combination of its resources and operations. Whether all these combinations are wanted. */
function isShownForNoOther(meant: readonly Place[], all: readonly Place[]): boolean {
	const [resources, operations] = [
		new Set(meant.map(({ resource }) => resource)),
		new Set(meant.map(({ operation }) => operation)),
	];
	return (
		all.filter(({ resource, operation }) => resources.has(resource) && operations.has(operation))
			.length === meant.length
	);
}
