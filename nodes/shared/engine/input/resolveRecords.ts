/**
 * Replaces records that were given by name, or by another ID of theirs, by the IDs that the
 * platform accepts.
 */
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import { allFields, inputFields } from '../../declare/derived/operationParts';
import { withIds } from '../../declare/field/reading';
import {
	type Choosable,
	type Field,
	type Fields,
	type GivenName,
	isShownBeside,
	nameOnWire,
} from '../../declare/fields';
import {
	choicesAmong,
	entriesByName,
	type Picker,
	type PickerEntry,
	withOthers,
	withoutValuesUnknownToList,
} from '../../declare/lists/picker';
import type { Message } from '../../declare/messages';
import type { Operation, OperationContext } from '../../declare/operation';
import { readOncePerNodeRun } from '../../declare/runtime/nodeRun';
import { isObject } from '../../support/json';
import { nameAsGiven, visibleName } from '../../support/text/visibleNames';
import type { FieldValues } from './readParameters';

/**
 * The input with each name and each other ID of a record, wherever it is, replaced by the ID that
 * the platform accepts.
 * @throws BadInput if no record or several have a name
 */
export async function resolveRecords(
	op: OperationContext<Message>,
	operation: Operation,
	{ values, settings }: FieldValues,
): Promise<FieldValues> {
	const allValues = { ...values, ...settings };
	const idFor = async (value: string | GivenName, chosenBy: Choosable): Promise<string> => {
		const picker = chosenBy as Picker;
		if (typeof value === 'string') return await acceptedIdOf(op, picker, value);
		const narrowing: IDataObject = {};
		for (const scopeName of picker.narrowedBy ?? []) {
			const { field, value: scopeValue } = inputNamed(allFields(operation), allValues, scopeName);
			const scope = field && (await withIds(field, scopeValue, idFor));
			if (typeof scope === 'string' && scope !== '') narrowing[scopeName] = scope;
		}
		const name = value.name.trim();
		return await readOncePerNodeRun(
			op.nodeRun,
			[picker.method, narrowing, name],
			async () => await resolveName(op, picker, { name, field: value.field }, narrowing),
		);
	};
	const idsFor = async (fields: Fields, checked: IDataObject): Promise<IDataObject> => {
		const entries = Object.entries(checked).map(async ([name, value]) => {
			const field = fields[name];
			return [name, field ? await withIds(field, value, idFor) : value];
		});
		return Object.fromEntries(await Promise.all(entries)) as IDataObject;
	};
	return {
		values: await idsFor(inputFields(operation), values),
		settings: await idsFor(operation.settings ?? {}, settings),
	};
}

/**
 * The field that an input belongs to, and the value that was read. An object that is entered in
 * parts has several inputs.
 */
function inputNamed(
	fields: Fields,
	values: IDataObject,
	input: string,
): { field?: Field; value?: unknown } {
	if (fields[input]) return { field: fields[input], value: values[input] };
	for (const [name, field] of Object.entries(fields)) {
		const part = field.parts?.(name)?.[input];
		if (part === undefined) continue;
		const inner = field.spec.fields![part]!;
		const value = values[name];
		return isObject(value) && isShownBeside(inner, field.spec.fields!, value)
			? { field: inner, value: value[nameOnWire(part, inner)] }
			: {};
	}
	return {};
}

/**
 * The ID that the platform accepts for a record that was given by its other ID; unchanged if it is
 * not such an ID, or unknown.
 */
async function acceptedIdOf(
	op: OperationContext<Message>,
	picker: Picker,
	value: string,
): Promise<string> {
	for (const candidate of withOthers(picker)) {
		if (!candidate.otherId?.pattern.test(value)) continue;
		const { name } = candidate.otherId;
		const acceptedId = await readOncePerNodeRun(
			op.nodeRun,
			[candidate.method, 'other ID', value],
			async () => {
				const record = (await op.list(candidate.list, { ...candidate.always })).find(
					(listedRecord) => String(listedRecord[name]).toLowerCase() === value.toLowerCase(),
				);
				return record ? candidate.entry(record).id : '';
			},
		);
		if (acceptedId !== '') return acceptedId;
	}
	return value;
}

/** The ID of the one record with this name. */
async function resolveName(
	op: OperationContext<Message>,
	picker: Picker,
	{ name, field }: Pick<GivenName, 'name' | 'field'>,
	narrowing: IDataObject,
): Promise<string> {
	let lastListed: PickerEntry[] = [];
	const entriesWith = async (text?: string) => {
		const entriesOfLists = withOthers(picker).map(async (listed) => {
			const records = await op.list(listed.list, {
				...listed.always,
				...withoutValuesUnknownToList(listed, narrowing),
				...(text === undefined ? {} : listed.search?.(text)),
			});
			return records
				.filter((record) => listed.keep?.(record, narrowing) ?? true)
				.map((record) => listed.entry(record));
		});
		return (lastListed = (await Promise.all(entriesOfLists)).flat());
	};
	const matches = await entriesByName(name, picker.search !== undefined, entriesWith);
	const [match, ...others] = matches;
	if (match && match.id !== '' && others.length === 0) return match.id;
	const inLowerCase = (text: string) => visibleName(text).toLowerCase();
	const alike = lastListed.find((entry) => inLowerCase(entry.name) === inLowerCase(name));
	const rule = ruleOfUnresolved(matches, picker.noun, alike?.name);
	throw new BadInput(field.path, field.label, `is "${nameAsGiven(name)}", which ${rule}`);
}

/**
 * The rule that a name breaks if these records match it: the end of the sentence "which …".
 * @param alike a name that differs only in letter case
 */
function ruleOfUnresolved(
	matches: readonly PickerEntry[],
	noun: string,
	alike: string | undefined,
): string {
	if (matches.length === 0)
		return `was not found${alike === undefined ? '' : `, but "${alike}" was`}: check the spelling, or choose the ${noun} from the list, which has all that the credential can access`;
	if (matches.length > 1) return `matches ${matches.length} records: ${choicesAmong(matches)}`;
	return `was found, but Talend Cloud returned it without its ID: give the ID of the ${noun}`;
}
