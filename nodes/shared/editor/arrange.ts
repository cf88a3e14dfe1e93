/**
 * Each input once: n8n loads every property of a node into the editor and hands it to models, so an input of several operations, of
 * whichever resources, stands once and says for which it is shown.
 */
import type { INodeProperties } from 'n8n-workflow';

/** An input with its place: inputs of a lower layer stand first, those of one layer in the order of their operation. */
export interface Placed {
	layer: number;
	/** What it belongs to: only inputs of the same group are the same. */
	group?: string;
	property: INodeProperties;
}

interface PlacedOfResource {
	resource: string;
	operations: Readonly<Record<string, readonly Placed[]>>;
}

interface Shown {
	/** The input as JSON, with its group: the same for the same input. */
	text: string;
	property: INodeProperties;
	for: Map<string, Set<string>>;
}

/** Every operation keeps the order of its inputs, layer by layer. */
export function arranged(resources: readonly PlacedOfResource[]): INodeProperties[] {
	const all = new Map(resources.map(({ resource, operations }) => [resource, Object.keys(operations)]));
	let node: Shown[] = [];
	for (const { resource, operations } of resources) {
		let inputs: Shown[] = [];
		for (const [operation, placed] of Object.entries(operations)) {
			const own = [...placed]
				.sort((a, b) => a.layer - b.layer)
				.map(({ group, property }) => ({
					text: JSON.stringify([group, property]),
					property,
					for: new Map([[resource, new Set([operation])]]),
				}));
			inputs = woven(inputs, own, () => true);
		}
		node = woven(node, inputs, (a, b) => isShownForNoOther(union(a.for, b.for), all));
	}
	return node.map(({ property, for: shown }) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: {
				resource: [...shown.keys()],
				operation: [...new Set([...shown.values()].flatMap((operations) => [...operations]))],
				...property.displayOptions?.show,
			},
		},
	}));
}

/** Two rows of inputs in one: both keep their order, and what is the same in both stands once, as much of it as can be. */
function woven(a: readonly Shown[], b: readonly Shown[], mayJoin: (one: Shown, other: Shown) => boolean): Shown[] {
	const joins = (i: number, j: number) => a[i]!.text === b[j]!.text && mayJoin(a[i]!, b[j]!);
	// How many characters are said once instead of twice from a[i] and b[j] on.
	const width = b.length + 1;
	const saved = new Uint32Array((a.length + 1) * width);
	const savedFrom = (i: number, j: number) => saved[i * width + j]!;
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			saved[i * width + j] = Math.max(savedFrom(i + 1, j), savedFrom(i, j + 1), joins(i, j) ? a[i]!.text.length + savedFrom(i + 1, j + 1) : 0);
	const both: Shown[] = [];
	let i = 0;
	let j = 0;
	while (i < a.length && j < b.length)
		// To say once what both begin with never says less once in all.
		if (joins(i, j)) {
			both.push({ ...a[i]!, for: union(a[i]!.for, b[j]!.for) });
			i++;
			j++;
		} else both.push(savedFrom(i, j) === savedFrom(i + 1, j) ? a[i++]! : b[j++]!);
	return [...both, ...a.slice(i), ...b.slice(j)];
}

function union(a: Shown['for'], b: Shown['for']): Shown['for'] {
	const both = new Map(a);
	for (const [resource, operations] of b) both.set(resource, new Set([...(both.get(resource) ?? []), ...operations]));
	return both;
}

/** n8n shows a property for each of its resources with each of its operations: is there one among them that is not meant? */
function isShownForNoOther(shown: Shown['for'], all: ReadonlyMap<string, readonly string[]>): boolean {
	const operations = new Set([...shown.values()].flatMap((each) => [...each]));
	return [...shown].every(([resource, own]) => all.get(resource)!.every((operation) => !operations.has(operation) || own.has(operation)));
}
