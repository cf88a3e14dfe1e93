/**
 * The shapes of what operations put out, gathered while the conformance tests run them
 * (`npm run previews` writes them beside the nodes; n8n shows them before the first run).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** A JSON schema as far as n8n's preview reads it. */
export interface Shape {
	type: string;
	properties?: Record<string, Shape>;
	items?: Shape;
}

/** The shape of a value; nothing when it tells no type. */
export function shapeOf(value: unknown): Shape | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value)) {
		const items = value.map(shapeOf).reduce(merged, undefined);
		return items ? { type: 'array', items } : { type: 'array' };
	}
	if (typeof value === 'object')
		return {
			type: 'object',
			properties: Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (shapeOf(inner) ? [[name, shapeOf(inner)!]] : []))),
		};
	return { type: Number.isInteger(value) ? 'integer' : typeof value };
}

/** One shape for both: all their fields, and `string` where their types differ. */
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
	return { type: 'object', properties: Object.fromEntries([...names].map((name) => [name, merged(a.properties?.[name], b.properties?.[name])!])) };
}

const gathered = new Map<string, Shape>();

/** Whether an item is what the operation puts out with Simplify as it starts, and no error. */
const counts = (parameters: IDataObject, { json, error }: INodeExecutionData): boolean =>
	parameters.simplify !== false && (parameters.filters as IDataObject | undefined)?.fields === undefined && error === undefined && Object.keys(json).length > 0;

/** Remembers what an operation put out, where `npm run previews` asks for it. */
export function gatherShape(node: string, resource: string, operation: string, parameters: IDataObject, items: INodeExecutionData[]): void {
	if (!process.env.PREVIEWS_FOLDER) return;
	const key = `${node}/${resource}/${operation}`;
	for (const item of items) {
		if (!counts(parameters, item)) continue;
		const shape = merged(gathered.get(key), shapeOf(item.json));
		if (shape) gathered.set(key, shape);
	}
}

/** Writes what was gathered in this file of tests. */
export function writeShapes(): void {
	const folder = process.env.PREVIEWS_FOLDER;
	if (!folder || gathered.size === 0) return;
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}.json`), JSON.stringify(Object.fromEntries(gathered)));
	gathered.clear();
}
