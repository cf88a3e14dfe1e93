/** Lists in which a person gives IDs or names: names are looked up before anything is changed. */
import { type Field, labelOf } from '../declare/field';
import { requirement } from '../declare/messages';
import type { Showing } from '../declare/operation';
import { calledSo, meantBy, type Picker, plainName } from '../declare/lists/picker';
import { UUID } from '../declare/kinds/common/pattern';
import { sourceOf } from '../declare/lists/source';
import { lookedUpOnce } from '../declare/run';

const NOT_THERE = requirement('{field}', '{label}', 'has "{entry}", which is neither the ID nor the name of a {noun}: check the spelling');
const AMBIGUOUS = requirement('{field}', '{label}', 'has "{entry}", which matches {count} records: give one by ID ({ids})');

export const NAME_MESSAGES = [NOT_THERE, AMBIGUOUS];

/**
 * The values of records that were given by ID or by name, as the field sends them, each once.
 * @throws BadInput when no record or several have a name
 */
export async function idsOf(
	call: Showing<typeof NAME_MESSAGES>,
	of: { name: string; field: Field },
	given: readonly string[],
): Promise<string[]> {
	const source = sourceOf(of.field);
	if (!source?.picker) return [...given];
	const { picker, as } = source;
	const values: string[] = [];
	for (const entry of given)
		values.push(
			UUID.test.test(entry) === (as === 'id')
				? entry
				: await lookUpOnce(call, { picker, as, entry, path: of.name, label: labelOf(of.name, of.field) }),
		);
	return [...new Set(values)];
}

interface Wanted {
	picker: Picker;
	as: 'id' | 'name';
	entry: string;
	path: string;
	label: string;
}

/** The ID of the one record with a name, or the reverse; asked once per node run. */
const lookUpOnce = async (call: Showing<typeof NAME_MESSAGES>, wanted: Wanted): Promise<string> =>
	await lookedUpOnce(call.run, ['several', wanted.as, wanted.picker.method, wanted.entry], async () => await lookUp(call, wanted));

async function lookUp(call: Showing<typeof NAME_MESSAGES>, { picker, as, entry, path, label }: Wanted): Promise<string> {
	const [from, to] = as === 'id' ? (['name', 'id'] as const) : (['id', 'name'] as const);
	const records = await call.list(picker.list, { ...picker.always, ...(from === 'name' ? picker.search?.(plainName(entry)) : {}) });
	const entries = records.map((record) => picker.entry(record));
	const found = (from === 'name' ? meantBy(entries, entry) : calledSo(entries, entry, (each) => each[from])).filter(
		(each) => each[to] !== '',
	);
	if (found.length === 1) return found[0]![to];
	if (found.length === 0) throw call.refusal(NOT_THERE, { field: path, label, entry, noun: picker.noun });
	throw call.refusal(AMBIGUOUS, { field: path, label, entry, count: found.length, ids: found.map(({ id }) => id).join(', ') });
}
