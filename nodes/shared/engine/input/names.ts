/** Records that were given by name, or by their other ID → the IDs that the platform accepts. */
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../../declare/input/badInput';
import { allFields, bodyFields, inputFields } from '../../declare/define';
import type { Message } from '../../declare/messages';
import type { Call, Operation } from '../../declare/operation';
import { type Choosable, type Field, type Fields, labelOf } from '../../declare/field';
import { collectionOf, isTopLevel } from '../../declare/layout';
import { choicesAmong, meantBy, pickerOf, type Picker, plainName, withOthers } from '../../declare/lists/picker';
import { locatorValue } from '../../declare/input/read';
import { lookedUpOnce } from '../../declare/run';
import { perObject } from '../../support/perObject';
import type { ReadFields } from './input';

/** The values that narrow a list, as far as its operation accepts them. */
export function withoutValuesUnknownToList({ list }: Picker, within: IDataObject): IDataObject {
	const taken = { ...list.path, ...list.query, ...bodyFields(list) };
	return Object.fromEntries(Object.entries(within).filter(([name]) => name in taken));
}

interface Located {
	field: Field;
	onTop: boolean;
}

/** The fields of an operation by the names of their inputs: an object that is entered in parts has several. */
const inputsOf = perObject((operation: Operation): Record<string, Located> =>
	Object.fromEntries(
		Object.entries(allFields(operation)).flatMap(([name, field]): Array<[string, Located]> => {
			const onTop = isTopLevel(field);
			const parts = field.parts(name);
			return parts
				? Object.entries(parts).map(([part, inner]) => [part, { field: field.spec.fields![inner]!, onTop }])
				: [[name, { field, onTop }]];
		}),
	),
);

/**
 * The parameters with the ID of its record in place of each name.
 * @throws BadInput if no record or several have the name
 */
export async function withNamesResolved(
	call: Call<Message>,
	operation: Operation,
	parameter: (name: string) => unknown,
): Promise<(name: string) => unknown> {
	const inputs = inputsOf(operation);
	const given = givenIn(operation, parameter);
	const ids = new Map<string, string>();
	const resolve = async (name: string): Promise<unknown> => {
		const { field } = inputs[name] ?? {};
		if (!field) return undefined;
		const raw = given(name);
		const used = pickerOf(field);
		const wanted = nameIn(raw);
		if (ids.has(name)) return ids.get(name);
		if (wanted !== undefined && used?.byName) {
			const within: IDataObject = {};
			for (const other of used.within ?? []) {
				const scope = await resolve(other);
				if (typeof scope === 'string' && scope !== '') within[other] = scope;
			}
			ids.set(name, await idOf(call, used, wanted, within, { name, label: labelOf(name, field) }));
			return ids.get(name);
		}
		const value = locatorValue(raw);
		return used && typeof value === 'string' ? await usualIdOf(call, used, value) : value;
	};
	for (const [name, { field }] of Object.entries(inputs))
		if (field.spec.picker?.byName && nameIn(given(name)) !== undefined) await resolve(name);
	return ids.size === 0 ? parameter : withValues(operation, parameter, ids);
}

/** What was given for an input, at the top or in the collection, which is read once. */
function givenIn(operation: Operation, parameter: (name: string) => unknown): (name: string) => unknown {
	let inside: IDataObject | undefined;
	return (name) => {
		if (inputsOf(operation)[name]!.onTop) return parameter(name);
		inside ??= (parameter(collectionOf(operation)) ?? {}) as IDataObject;
		return inside[name];
	};
}

/** The parameters with these values for some of the inputs. */
function withValues(operation: Operation, parameter: (name: string) => unknown, values: ReadonlyMap<string, string>) {
	const inputs = inputsOf(operation);
	const inside = [...values].filter(([name]) => !inputs[name]!.onTop);
	return (name: string): unknown => {
		if (inputs[name]?.onTop && values.has(name)) return values.get(name);
		if (name !== collectionOf(operation) || inside.length === 0) return parameter(name);
		return { ...(parameter(name) as IDataObject), ...Object.fromEntries(inside) };
	};
}

/** The input, with every other ID of a record replaced by the ID that the platform accepts, wherever it is. */
export async function withUsualIds(call: Call<Message>, operation: Operation, { given, settings }: ReadFields): Promise<ReadFields> {
	const change = async (id: string, chosenBy: Choosable) => await usualIdOf(call, chosenBy as Picker, id);
	const changed = async (fields: Fields, values: IDataObject): Promise<IDataObject> =>
		Object.fromEntries(
			await Promise.all(
				Object.entries(values).map(async ([name, value]) => [name, fields[name] ? await fields[name].withIds(value, change) : value]),
			),
		) as IDataObject;
	return { given: await changed(inputFields(operation), given), settings: await changed(operation.settings ?? {}, settings) };
}

/** The ID that the platform accepts for a record that was given by its other ID; unchanged if it is not such an ID, or unknown. */
async function usualIdOf(call: Call<Message>, used: Picker, value: string): Promise<string> {
	for (const each of withOthers(used)) {
		if (!each.otherId?.is.test(value)) continue;
		const { name } = each.otherId;
		const found = await lookedUpOnce(call.run, [each.method, 'other ID', value], async () => {
			const record = (await call.list(each.list, { ...each.always })).find((one) => String(one[name]).toLowerCase() === value.toLowerCase());
			return record ? each.entry(record).id : '';
		});
		if (found !== '') return found;
	}
	return value;
}

/** The parameters with an example in place of each name that has yet to be looked up; nothing if there is none. */
export function withPlaceholdersForNames(
	operation: Operation,
	parameter: (name: string) => unknown,
): ((name: string) => unknown) | undefined {
	const given = givenIn(operation, parameter);
	const named = Object.entries(inputsOf(operation)).filter(
		([name, { field }]) => field.spec.picker?.byName && nameIn(given(name)) !== undefined,
	);
	const examples = new Map(named.map(([name, { field }]) => [name, field.spec.picker!.example]));
	return examples.size === 0 ? undefined : withValues(operation, parameter, examples);
}

/** The name in a locator that was set to By Name; an expression may give a number. */
function nameIn(raw: unknown): string | undefined {
	if (typeof raw !== 'object' || raw === null || (raw as IDataObject).mode !== 'name') return undefined;
	const { value } = raw as IDataObject;
	return (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== '' ? plainName(String(value)) : undefined;
}

interface Named {
	name: string;
	label: string;
}

/** The ID of the one record with this name; looked up once per node run. */
async function idOf(call: Call<Message>, used: Picker, name: string, within: IDataObject, field: Named): Promise<string> {
	return await lookedUpOnce(call.run, [used.method, within, name], async () => await lookUp(call, used, name, within, field));
}

async function lookUp(call: Call<Message>, used: Picker, name: string, within: IDataObject, field: Named): Promise<string> {
	const entriesWith = async (text: string) => {
		const found = withOthers(used).map(async (each) => {
			const records = await call.list(each.list, { ...each.always, ...withoutValuesUnknownToList(each, within), ...each.search?.(text) });
			return records.filter((record) => each.keep?.(record, within) ?? true).map((record) => each.entry(record));
		});
		return (await Promise.all(found)).flat();
	};
	const byName = meantBy(await entriesWith(name), name);
	// "Production/Finance/Load customers": the platform can only search for the name.
	const inPlace = used.search === undefined ? '' : name.split('/').slice(2).join('/').trim();
	const matches = byName.length === 0 && inPlace !== '' ? meantBy(await entriesWith(inPlace), name) : byName;
	const ids = matches.map(({ id }) => id);
	if (ids.length === 1) return ids[0]!;
	throw new BadInput(
		field.name,
		field.label,
		ids.length === 0
			? `"${name}" was not found: check the spelling, or choose the ${used.noun} from the list`
			: `"${name}" matches ${ids.length} records: ${choicesAmong(matches)}`,
	);
}
