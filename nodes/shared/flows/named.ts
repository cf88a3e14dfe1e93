/** Lists in which a person gives IDs or names: names are looked up before anything is changed. */
import { type Field, labelOf } from '../declare/field';
import { requirement } from '../declare/messages';
import type { Showing } from '../declare/operation';
import { choicesAmong, entriesCalled } from '../declare/lists/picker';
import { UUID } from '../declare/kinds/common/pattern';
import { sourceOf } from '../declare/lists/source';
import { lookedUpOnce } from '../declare/run';
import { calledSo, withSignsShown } from '../support/seenNames';

const NOT_THERE = requirement(
	'{field}',
	'{label}',
	'has "{entry}", which is neither the ID nor the name of a {noun}: check the spelling',
);
const AMBIGUOUS = requirement(
	'{field}',
	'{label}',
	'has "{entry}", which matches {count} records: {choices}',
);

export const NAME_MESSAGES = [NOT_THERE, AMBIGUOUS];

/**
 * The values of records that were given by ID or by name, as the field sends them, each once.
 * @throws BadInput when no record or several have a name
 */
export async function idsOf(
	call: Showing<typeof NAME_MESSAGES>,
	{ name: path, field }: { name: string; field: Field },
	given: readonly string[],
): Promise<string[]> {
	const source = sourceOf(field);
	if (!source?.picker) return [...given];
	const { picker, as } = source;
	/** The ID of the one record with a name, or the reverse. */
	const lookUp = async (entry: string): Promise<string> => {
		const entriesWith = async (text?: string) => {
			const records = await call.list(picker.list, {
				...picker.always,
				...(text === undefined ? {} : picker.search?.(text)),
			});
			return records.map((record) => picker.entry(record));
		};
		const matching =
			as === 'id'
				? await entriesCalled(entry, picker.search !== undefined, entriesWith)
				: calledSo(await entriesWith(), entry, ({ id }) => id);
		const found = matching.filter((each) => each[as] !== '');
		if (found.length === 1) return found[0]![as];
		const words = { field: path, label: labelOf(path, field), entry: withSignsShown(entry) };
		if (found.length === 0) throw call.refusal(NOT_THERE, { ...words, noun: picker.noun });
		throw call.refusal(AMBIGUOUS, {
			...words,
			count: found.length,
			choices: choicesAmong(found),
		});
	};
	const values: string[] = [];
	for (const entry of given) {
		const isSent = UUID.test.test(entry) === (as === 'id');
		values.push(
			isSent
				? entry
				: await lookedUpOnce(
						call.run,
						['several', as, picker.method, entry],
						async () => await lookUp(entry),
					),
		);
	}
	return [...new Set(values)];
}
