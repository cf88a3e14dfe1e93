/**
 * The outputs of operations, collected while the conformance tests run them: the shape of all
 * outputs (`npm run previews` writes it next to the nodes; n8n shows it before the first execution)
 * and one output (written to test/fixtures/outputs; the reference shows it).
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a JSON schema that n8n's preview reads. */
export interface Shape {
	type: string;
	properties?: Record<string, Shape>;
	items?: Shape;
}

/** The shape of a value; undefined if it has no type. */
export function shapeOf(value: unknown): Shape | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value)) {
		const items = value.map(shapeOf).reduce(merged, undefined);
		return items ? { type: 'array', items } : { type: 'array' };
	}
	if (typeof value === 'object')
		return {
			type: 'object',
			properties: Object.fromEntries(
				Object.entries(value).flatMap(([name, inner]) =>
					shapeOf(inner) ? [[name, shapeOf(inner)!]] : [],
				),
			),
		};
	return { type: Number.isInteger(value) ? 'integer' : typeof value };
}

/** One shape for both, with all their fields, and `string` where their types differ. */
export function merged(a: Shape | undefined, b: Shape | undefined): Shape | undefined {
	if (!a || !b) return a ?? b;
	if (a.type !== b.type) {
		const both = [a.type, b.type].sort().join();
		return both === 'integer,number' ? { type: 'number' } : { type: 'string' };
	}
	if (a.type === 'array') {
		const items = merged(a.items, b.items);
		return items ? { type: 'array', items } : a;
	}
	if (a.type !== 'object') return a;
	const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
	return {
		type: 'object',
		properties: Object.fromEntries(
			[...names].map((name) => [name, merged(a.properties?.[name], b.properties?.[name])!]),
		),
	};
}

/** What was collected about an operation. */
export interface Gathered {
	shape: Shape;
	/** One output in full. */
	output: IDataObject;
	/** The binary fields of that output. */
	files?: string[];
}

const gathered = new Map<string, Gathered>();

/** The number of values in it. */
const sizeOf = (value: unknown): number =>
	typeof value === 'object' && value !== null
		? Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 0)
		: 1;

const SUCCESS: readonly unknown[] = [
	undefined,
	'succeeded',
	'promoted',
	'connected',
	'disconnected',
	'finished',
	'available',
	'created',
	'updated',
];

/**
 * What makes an output a poor example: an unsuccessful end, a rejection, and IDs that exist only in
 * tests.
 */
export const oddities = (output: IDataObject): number =>
	Number(!SUCCESS.includes(output.outcome)) +
	Number(output.success === false) +
	Number(typeof output.result === 'string' && /^not[A-Z]/.test(output.result)) +
	Object.entries(output).filter(
		([name, value]) =>
			(value === false && name === 'terminated') ||
			(/id$/i.test(name) && value === null) ||
			(/id$/i.test(name) && typeof value === 'string' && !/[\da-f]{8}|[-.@]\w+/.test(value)),
	).length;

/**
 * The better of two examples: the one with fewer oddities, then with more values, then the shorter
 * text, then the first in alphabetical order.
 */
export function richerOf<T extends Pick<Gathered, 'output'>>(a: T, b: T): T {
	const [textA, textB] = [a, b].map(({ output }) => JSON.stringify(output)) as [string, string];
	const names = Object.keys(a.output).length - Object.keys(b.output).length;
	const size = Math.min(sizeOf(a.output), ENOUGH) - Math.min(sizeOf(b.output), ENOUGH);
	const better =
		oddities(b.output) - oddities(a.output) ||
		names ||
		size ||
		textB.length - textA.length ||
		(textA < textB ? 1 : -1);
	return better >= 0 ? a : b;
}

/** More values do not make a better example. */
const ENOUGH = 40;

/** Shortened to the length of an example: a few entries of each list, no long text. */
export function shortened(value: unknown): unknown {
	if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 199)}…` : value;
	if (Array.isArray(value)) return value.slice(0, 3).map(shortened);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/**
 * Whether an item is an output with the default of Simplify, and not an error, such as that of On
 * Error: Continue.
 */
const counts = (parameters: IDataObject, { json, error }: INodeExecutionData): boolean =>
	parameters.simplify !== false &&
	(parameters.filters as IDataObject | undefined)?.fields === undefined &&
	error === undefined &&
	typeof json.error !== 'string' &&
	Object.keys(json).length > 0;

/** Remembers the output of an operation, if `npm run previews` asks for it. */
export function gather(
	node: string,
	resource: string,
	operation: string,
	parameters: IDataObject,
	items: INodeExecutionData[],
): void {
	if (!process.env.PREVIEWS_FOLDER) return;
	const key = `${node}/${resource}/${operation}`;
	for (const item of items) {
		if (!counts(parameters, item)) continue;
		const shape = shapeOf(item.json);
		if (!shape) continue;
		const files = Object.keys(item.binary ?? {});
		const seen = { shape, output: item.json, ...(files.length > 0 ? { files } : {}) };
		const before = gathered.get(key);
		gathered.set(
			key,
			before ? { ...richerOf(before, seen), shape: merged(before.shape, shape)! } : seen,
		);
	}
}

/** Writes what was collected in this test file. */
export function writeShapes(): void {
	const folder = process.env.PREVIEWS_FOLDER;
	if (!folder || gathered.size === 0) return;
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(Object.fromEntries(gathered)));
	gathered.clear();
}
