/** Records that were given by name → their IDs. */
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../declare/badInput';
import { bodyFields, inputFields } from '../declare/define';
import type { Call, Operation } from '../declare/operation';
import { type Field, labelOf } from '../declare/field';
import { collectionOf, isTopLevel } from '../declare/layout';
import { pickerOf, type Picker } from '../declare/picker';
import { locatorValue } from '../declare/read';

/** Of the values that narrow a list, those that its operation takes. */
export function takenByList({ list }: Picker, within: IDataObject): IDataObject {
	const taken = { ...list.path, ...list.query, ...bodyFields(list) };
	return Object.fromEntries(Object.entries(within).filter(([name]) => name in taken));
}

/**
 * Replaces each name that a person gave by the ID of the record with that name.
 * @returns the parameters with IDs instead of names
 * @throws BadInput when no record or several have the name
 */
export async function withNamesResolved(
	call: Call,
	operation: Operation,
	parameter: (name: string) => unknown,
): Promise<(name: string) => unknown> {
	const fields = { ...inputFields(operation), ...operation.settings };
	const collection = collectionOf(operation);
	const ids = new Map<string, string>();
	let inner: IDataObject | undefined;
	const given = (name: string, field: Field): unknown => {
		if (isTopLevel(field)) return parameter(name);
		inner ??= (parameter(collection) ?? {}) as IDataObject;
		return inner[name];
	};
	const resolve = async (name: string): Promise<unknown> => {
		const field = fields[name];
		if (!field) return undefined;
		const raw = given(name, field);
		const used = pickerOf(field);
		const wanted = nameIn(raw);
		if (wanted === undefined || !used?.byName) return locatorValue(raw);
		if (!ids.has(name)) {
			const within: IDataObject = {};
			for (const other of used.within ?? []) {
				const scope = await resolve(other);
				if (typeof scope === 'string' && scope !== '') within[other] = scope;
			}
			ids.set(name, await idOf(call, used, wanted, within, { name, label: labelOf(name, field) }));
		}
		return ids.get(name);
	};
	for (const name of Object.keys(fields)) if (fields[name]!.spec.picker?.byName) await resolve(name);
	if (ids.size === 0) return parameter;
	return (name) => {
		if (ids.has(name) && isTopLevel(fields[name]!)) return ids.get(name);
		if (name !== collection) return parameter(name);
		const optional = (parameter(collection) ?? {}) as IDataObject;
		return { ...optional, ...Object.fromEntries([...ids].filter(([field]) => field in optional)) };
	};
}

/** The parameters with an example in the place of each name that is still to be looked up; nothing when there is none. */
export function withNamesStoodFor(operation: Operation, parameter: (name: string) => unknown): ((name: string) => unknown) | undefined {
	const collection = collectionOf(operation);
	const named = Object.entries({ ...inputFields(operation), ...operation.settings }).filter(([, field]) => field.spec.picker?.byName);
	const standIns = (from: (name: string) => unknown, isInside: boolean): IDataObject =>
		Object.fromEntries(named.filter(([name, field]) => isTopLevel(field) !== isInside && nameIn(from(name)) !== undefined).map(([name, field]) => [name, field.spec.picker!.example]));
	const inside = named.some(([, field]) => !isTopLevel(field)) ? ((parameter(collection) ?? {}) as IDataObject) : {};
	const first = standIns(parameter, false);
	const optional = standIns((name) => inside[name], true);
	if (Object.keys(first).length + Object.keys(optional).length === 0) return undefined;
	return (name) => first[name] ?? (name === collection ? { ...inside, ...optional } : parameter(name));
}

/** The name in a locator that was set to By Name; an expression may give a number. */
function nameIn(raw: unknown): string | undefined {
	if (typeof raw !== 'object' || raw === null || (raw as IDataObject).mode !== 'name') return undefined;
	const { value } = raw as IDataObject;
	return (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== '' ? String(value) : undefined;
}

/** The field that a name was given in. */
interface Named {
	name: string;
	label: string;
}

/** The ID of the one record with this name; asked once per node run. */
async function idOf(call: Call, used: Picker, name: string, within: IDataObject, field: Named): Promise<string> {
	const key = JSON.stringify([used.method, within, name]);
	const known = call.run.names.get(key);
	if (known) return await known;
	const asked = lookUp(call, used, name, within, field);
	call.run.names.set(key, asked);
	// A look-up that had no answer is asked again by the next item; a name that nothing has stays so.
	asked.catch((error) => error instanceof BadInput || call.run.names.delete(key));
	return await asked;
}

async function lookUp(call: Call, used: Picker, name: string, within: IDataObject, field: Named): Promise<string> {
	const values = { ...used.always, ...takenByList(used, within), ...used.search?.(name) };
	const records = await call.list(used.list, values);
	const ids = records
		.filter((record) => used.keep?.(record, within) ?? true)
		.map((record) => used.entry(record))
		.filter((entry) => entry.name === name)
		.map((entry) => entry.id);
	if (ids.length === 1) return ids[0]!;
	throw new BadInput(
		field.name,
		field.label,
		ids.length === 0
			? `"${name}" was not found: check the spelling, or choose the ${used.noun} from the list`
			: `"${name}" matches ${ids.length} records: choose one by ID (${ids.join(', ')})`,
	);
}
