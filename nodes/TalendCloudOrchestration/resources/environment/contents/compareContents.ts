/** Compares the contents of two environments or workspaces. */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../../shared/support/json';
import { isNothing } from '../../../../shared/support/nothing';
import type { Content } from './content';

/**
 * Fields that do not belong to the definition of a record, but say where it is, or what state it is
 * in.
 */
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

/** The fields in which two values differ, in the order of their paths. */
export function differencesBetween(source: unknown, target: unknown): FieldDifference[] {
	const inSource = leavesIn(source, '', new Map());
	const inTarget = leavesIn(target, '', new Map());
	return [...new Set([...inSource.keys(), ...inTarget.keys()])]
		.filter((path) => JSON.stringify(inSource.get(path)) !== JSON.stringify(inTarget.get(path)))
		.map((field) => ({
			field,
			source: (inSource.get(field) ?? null) as IDataObject,
			target: (inTarget.get(field) ?? null) as IDataObject,
		}));
}

/**
 * Collects the values inside a value, by their paths. Empty values are left out, so that they equal
 * missing ones.
 */
function leavesIn(
	value: unknown,
	path: string,
	leaves: Map<string, unknown>,
): Map<string, unknown> {
	if (Array.isArray(value) && value.some((each) => isObject(each)))
		for (const [index, each] of value.entries()) leavesIn(each, `${path}[${index}]`, leaves);
	else if (isObject(value))
		for (const [name, inner] of Object.entries(value))
			leavesIn(inner, path === '' ? name : `${path}.${name}`, leaves);
	else if (!isNothing(value) && !(Array.isArray(value) && value.length === 0))
		leaves.set(path, value);
	return leaves;
}

/** Records by type, workspace and name. Records with the same name are numbered. */
function byName(contents: readonly Content[]): Map<string, Content> {
	const byKey = new Map<string, Content>();
	for (const record of contents) {
		const { type, workspace, name } = record;
		const path = [
			type,
			...(workspace === null || type === 'workspace' ? [] : [workspace]),
			name,
		].join('/');
		let key = path;
		for (let number = 2; byKey.has(key); number++) key = `${path} (${number})`;
		byKey.set(key, record);
	}
	return byKey;
}

/**
 * Compares contents: one entry for each record that is different in the target, or exists only in
 * one of the two. Records are the same if they have the same type, workspace and name.
 * @param ignored fields that are not compared, with everything inside them
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
	const [sources, targets] = [byName(source), byName(target)];
	const types = [...new Set([...source, ...target].map(({ type }) => type))];
	const keys = [...new Set([...sources.keys(), ...targets.keys()])];
	const entries = keys.map((key) => entryOf(key, sources.get(key), targets.get(key), isIgnored));
	return entries
		.filter(({ change }) => includeEqual || change !== 'equal')
		.sort((a, b) => types.indexOf(String(a.type)) - types.indexOf(String(b.type)));
}

function entryOf(
	key: string,
	source: Content | undefined,
	target: Content | undefined,
	isIgnored: (field: string) => boolean,
): IDataObject {
	const differences =
		source && target
			? differencesBetween(source, target).filter(({ field }) => !isIgnored(field))
			: [];
	const { type, workspace, name } = (source ?? target)!;
	let change = differences.length > 0 ? 'different' : 'equal';
	if (!source) change = 'onlyInTarget';
	if (!target) change = 'onlyInSource';
	return {
		key,
		type,
		workspace,
		name,
		change,
		sourceId: source?.id ?? null,
		targetId: target?.id ?? null,
		differences,
	};
}
