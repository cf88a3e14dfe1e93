/** What is different between the contents of two environments or workspaces. */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/support/json';
import type { Content } from './contentReader';

/** What says where a record is and in which state, and not how it is defined. */
const NOT_COMPARED = [
	'key',
	'type',
	'environment',
	'workspace',
	'name',
	'id',
	'environmentId',
	'workspaceId',
	'artifactId',
	'runtimeId',
	'versions',
	'status',
	'availability',
];

export interface FieldDifference extends IDataObject {
	/** The path of the field: `runConfiguration.trigger.type`, `steps[0].name`. */
	field: string;
	source: IDataObject[string];
	target: IDataObject[string];
}

/** The values in a value by their paths; nothing and an empty list or object are the same. */
function leavesIn(value: unknown, path: string, into: Map<string, unknown>): Map<string, unknown> {
	if (Array.isArray(value) && value.some((each) => isObject(each)))
		for (const [index, each] of value.entries()) leavesIn(each, `${path}[${index}]`, into);
	else if (isObject(value))
		for (const [name, inner] of Object.entries(value))
			leavesIn(inner, path === '' ? name : `${path}.${name}`, into);
	else if (
		value !== undefined &&
		value !== null &&
		value !== '' &&
		!(Array.isArray(value) && value.length === 0)
	)
		into.set(path, value);
	return into;
}

/** The fields in which two values differ, in the order of their paths. */
export function differencesBetween(source: unknown, target: unknown): FieldDifference[] {
	const [one, other] = [leavesIn(source, '', new Map()), leavesIn(target, '', new Map())];
	return [...new Set([...one.keys(), ...other.keys()])]
		.filter((path) => JSON.stringify(one.get(path)) !== JSON.stringify(other.get(path)))
		.map((field) => ({
			field,
			source: (one.get(field) ?? null) as IDataObject,
			target: (other.get(field) ?? null) as IDataObject,
		}));
}

/** Records by type, workspace and name; those of one name are numbered. */
function byName(contents: readonly Content[]): Map<string, Content> {
	const found = new Map<string, Content>();
	for (const each of contents) {
		const path = [
			each.type,
			...(each.workspace === null || each.type === 'workspace' ? [] : [each.workspace]),
			each.name,
		].join('/');
		let key = path;
		for (let number = 2; found.has(key); number++) key = `${path} (${number})`;
		found.set(key, each);
	}
	return found;
}

/**
 * One entry for each record that is only in one of the two, or is different: by type, workspace and name.
 * @param ignored fields that do not count, with all that is in them
 */
export function compared(
	source: readonly Content[],
	target: readonly Content[],
	{ ignored = [], includeEqual = false }: { ignored?: readonly string[]; includeEqual?: boolean },
): IDataObject[] {
	const isIgnored = (field: string) =>
		[...NOT_COMPARED, ...ignored].some(
			(name) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`),
		);
	const [there, here] = [byName(source), byName(target)];
	const types = [...new Set([...source, ...target].map(({ type }) => type))];
	const entries = [...new Set([...there.keys(), ...here.keys()])].map((key): IDataObject => {
		const [one, other] = [there.get(key), here.get(key)];
		const differences =
			one && other ? differencesBetween(one, other).filter(({ field }) => !isIgnored(field)) : [];
		const { type, workspace, name } = (one ?? other)!;
		const change =
			one === undefined
				? 'onlyInTarget'
				: other === undefined
					? 'onlyInSource'
					: differences.length > 0
						? 'different'
						: 'equal';
		return {
			key,
			type,
			workspace,
			name,
			change,
			sourceId: one?.id ?? null,
			targetId: other?.id ?? null,
			differences,
		};
	});
	return entries
		.filter(({ change }) => includeEqual || change !== 'equal')
		.sort((a, b) => types.indexOf(String(a.type)) - types.indexOf(String(b.type)));
}
