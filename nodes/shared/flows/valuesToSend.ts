/**
 * Lists in which a person gives IDs or names: the names are resolved to IDs before anything is
 * changed.
 */
import { UUID } from '../declare/field/pattern';
import { type Field, labelOf } from '../declare/fields';
import { type PickedChoices, sourceOf } from '../declare/lists/loadedChoices';
import { choicesAmong, entriesByName } from '../declare/lists/picker';
import { requirement } from '../declare/messages';
import type { ContextShowing } from '../declare/operation';
import { readOncePerNodeRun } from '../declare/runtime/nodeRun';
import { findAllByName, nameAsGiven } from '../support/text/visibleNames';

const UNKNOWN_NAME = requirement(
	'{field}',
	'{label}',
	'has "{entry}", which is neither the ID nor the name of a {noun}: check the spelling',
);

const AMBIGUOUS_NAME = requirement(
	'{field}',
	'{label}',
	'has "{entry}", which matches {count} records: {choices}',
);

export const NAME_MESSAGES = [UNKNOWN_NAME, AMBIGUOUS_NAME];

/**
 * Replaces names by IDs; or IDs by names, if the field sends names. Equal values are returned once.
 * @param idsOrNames what the user gave
 * @throws BadInput if no record, or more than one, has a name
 */
export async function valuesToSend(
	op: ContextShowing<typeof NAME_MESSAGES>,
	{ name: path, field }: { name: string; field: Field },
	idsOrNames: readonly string[],
): Promise<string[]> {
	const source = sourceOf(field);
	if (!source?.picker) return [...idsOrNames];
	const { picker, as } = source;
	const values: string[] = [];
	for (const idOrName of idsOrNames) {
		const isSentAsGiven = UUID.regex.test(idOrName) === (as === 'id');
		if (isSentAsGiven) {
			values.push(idOrName);
			continue;
		}
		const label = labelOf(path, field);
		const key = ['several', as, picker.method, idOrName];
		const resolve = async () => await valueOf(op, source, { path, label }, idOrName);
		values.push(await readOncePerNodeRun(op.nodeRun, key, resolve));
	}
	return [...new Set(values)];
}

/** The ID of the one record with a name, or its name if the field sends names. */
async function valueOf(
	op: ContextShowing<typeof NAME_MESSAGES>,
	{ picker, as }: PickedChoices,
	{ path, label }: { path: string; label: string },
	idOrName: string,
): Promise<string> {
	const entriesWith = async (text?: string) => {
		const records = await op.list(picker.list, {
			...picker.always,
			...(text === undefined ? {} : picker.search?.(text)),
		});
		return records.map((record) => picker.entry(record));
	};
	const matching =
		as === 'id'
			? await entriesByName(idOrName, picker.search !== undefined, entriesWith)
			: findAllByName(await entriesWith(), idOrName, ({ id }) => id);
	const matches = matching.filter((entry) => entry[as] !== '');
	if (matches.length === 1) return matches[0]![as];
	const words = { field: path, label, entry: nameAsGiven(idOrName) };
	if (matches.length === 0) throw op.refusal(UNKNOWN_NAME, { ...words, noun: picker.noun });
	throw op.refusal(AMBIGUOUS_NAME, {
		...words,
		count: matches.length,
		choices: choicesAmong(matches),
	});
}
