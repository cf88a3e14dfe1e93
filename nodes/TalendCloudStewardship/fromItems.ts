/** Work on all items of a node at once: the first item does it, with the values of all items. */
import { refusalOf } from '../shared/declare/badInput';
import { locatorValue } from '../shared/declare/field/parse';
import { choice, type Fields, jsonArray, type Values } from '../shared/declare/fields';
import {
	aboutFields,
	CLEANED_NAME,
	type Message,
	type Requirement,
	requirement,
} from '../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../shared/declare/operation';
import { isObject } from '../shared/support/json';
import { withInvisibleShown, withTrimmedNames } from '../shared/support/text/visibleNames';

/**
 * The choice where a list comes from: the items of the node, or JSON, which is entered in the given
 * fields.
 */
export const takenFrom = <F extends Fields>(objects: string, json: F) => ({
	takeFrom: choice(`Where the ${objects} come from`, [
		{
			value: 'items',
			name: 'Input Items',
			description: 'All items of the node at once: one record for each item',
		},
		{ value: 'json', name: 'JSON', description: 'A JSON list, read separately for each item' },
	]).initial('items'),
	...(Object.fromEntries(
		Object.entries(json).map(([name, field]) => [name, field.shownWhen({ takeFrom: ['json'] })]),
	) as F),
});

/** A list of records as JSON. */
export const recordsField = (description: string) =>
	jsonArray(description)
		.min(1)
		.asContent()
		.sample([{ number: 'INV-17', amount: 12.5 }]);

const FIELD_TWICE = requirement(
	'{field}',
	'{label}',
	'has the fields "{one}" and "{other}" in {record}, which look the same: leave one of them out',
);

/** The messages about the names of fields of records. */
export const FIELD_NAMES = [CLEANED_NAME, FIELD_TWICE];

/** How messages name the source of the records. */
export interface RecordsFrom {
	field: string;
	label: string;
	/** "Item" or "row". */
	record: string;
	first: number;
}

const FROM_JSON: RecordsFrom = { field: 'records', label: 'Records', record: 'row', first: 1 };
const FROM_ITEMS: RecordsFrom = {
	field: 'takeFrom',
	label: 'Input Items',
	record: 'item',
	first: 0,
};

/** The choice that {@link takenFrom} declares. */
type TakenFrom = Pick<Values<ReturnType<typeof takenFrom<Fields>>>, 'takeFrom'>;

/** The source of the records, by the choice of {@link takenFrom}. */
export const recordsFrom = ({ takeFrom }: TakenFrom): RecordsFrom =>
	takeFrom === 'json' ? FROM_JSON : FROM_ITEMS;

/**
 * The name of a record in messages: "item 0", as n8n counts items, or "row 1".
 * @param index its place, from 0
 */
export const recordName = ({ record, first }: RecordsFrom, index: number): string =>
	`${record} ${index + first}`;

/** Messages about the records, with the names that {@link recordsFrom} gives them. */
export const aboutRecords = <M extends Message>(messages: readonly M[]): readonly M[] =>
	aboutFields([FROM_JSON.label, FROM_ITEMS.label], messages);

/**
 * A value in the form in which it is sent. A value with `toJSON`, such as a date from a database
 * node, becomes that text. An invalid date has none, and fits no field.
 */
const asSent = (value: unknown): unknown =>
	isObject(value) && typeof value.toJSON === 'function'
		? ((value as { toJSON: () => unknown }).toJSON() ?? value)
		: value;

/**
 * Records in the form in which they are sent. The names of their fields may come from the first
 * line of a table, so invisible characters around them are removed.
 * @throws BadInput if two names of a record become one
 */
export const withFieldNames = (
	op: ContextShowing<typeof FIELD_NAMES>,
	all: readonly unknown[],
	from: RecordsFrom,
): unknown[] =>
	all.map((one, index) =>
		isObject(one)
			? Object.fromEntries(
					withTrimmedNames(Object.entries(one), {
						renamed: (original, name) =>
							op.hint(CLEANED_NAME, { given: withInvisibleShown(original), name }),
						twice: (original, other) => {
							throw op.refusal(FIELD_TWICE, {
								field: from.field,
								label: from.label,
								record: recordName(from, index),
								one: withInvisibleShown(original),
								other: withInvisibleShown(other),
							});
						},
					}).map(([name, value]) => [name, asSent(value)]),
				)
			: one,
	);

/** Leaves the work of an item to the first one, which does it for all. @returns whether it did */
export function leaveToFirst(
	{ nodeRun, itemIndex }: OperationContext,
	{ takeFrom }: TakenFrom,
): boolean {
	const isLeft = takeFrom === 'items' && itemIndex > 0;
	if (isLeft) nodeRun.leftToFirst.add(itemIndex);
	return isLeft;
}

/** The refusal if a parameter does not mean the same record for all items. */
export const sameForAll = <F extends string, L extends string>(field: F, label: L) =>
	requirement(
		field,
		label,
		'must be the same for all items: item 0 has {first} and item {item} has {other}. Use one node for each value, or Loop Over Items',
	);

export const SAME_CAMPAIGN = sameForAll('campaignName', 'Campaign');

/** How many records the description of an error names. */
export const MAX_NAMED_ITEMS = 10;

/**
 * The items of the node, all of which must mean the same record.
 * @throws BadInput if the parameter that selects the record is not the same for all of them
 */
export function itemsAbout<R extends Requirement>(
	op: OperationContext<R>,
	same: R,
): ReturnType<OperationContext['items']> {
	const items = op.items();
	const idsOfItems = items.map((item) => String(locatorValue(item.parameter(same.field)) ?? ''));
	const other = idsOfItems.findIndex((each) => each !== idsOfItems[0]);
	if (other > 0)
		throw refusalOf(same, {
			first: JSON.stringify(idsOfItems[0]),
			item: other,
			other: JSON.stringify(idsOfItems[other]),
		});
	return items;
}
