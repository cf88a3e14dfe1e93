/** The query language of the emulated catalog. */
import { tql } from '../../../emulator/lists/tql';

const RECORDS = [
	{ label: 'ORDERS', size: 10, owner: { name: "O'Neill" }, draft: true },
	{ label: 'Order lines', size: 200, draft: false },
	{ label: 'LEADS', owner: { name: 'Ana' } },
];
const found = (query: string) =>
	RECORDS.map((record, index) =>
		tql(query, ['label', 'size', 'owner', 'draft'])(record) ? index : undefined,
	).filter((index) => index !== undefined);

test.each<[string, number[]]>([
	["label = 'ORDERS'", [0]],
	["label != 'ORDERS'", [1, 2]],
	["label contains 'ORD'", [0]],
	["label containsIgnoreCase 'ord'", [0, 1]],
	["label in ['LEADS', 'ORDERS']", [0, 2]],
	['size >= 10 and size < 200', [0]],
	['size > 9', [0, 1]],
	['size <= 10', [0]],
	['owner.name is empty', [1]],
	["owner.name = 'O\\'Neill'", [0]],
	['draft = true', [0]],
	["label = 'LEADS' or size = 10 and draft = false", [2]],
	["(label = 'LEADS' or size = 10) and draft = true", [0]],
	["not (label = 'LEADS') and not draft = true", [1]],
])('the query %s finds the records that it describes', (query, indexes) => {
	expect(found(query)).toEqual(indexes);
});

test.each([
	["label = 'open", 'The TQL query cannot be read from character 8 on'],
	['label =', 'The TQL query ends too early'],
	['label like x', 'The TQL query has "like" where an operator is expected'],
	['label constructor x', 'The TQL query has "constructor" where an operator is expected'],
	['color = 1', 'The TQL query names the field color, which does not exist'],
	['label = ORDERS', `The TQL query has "ORDERS" where a value is expected: text must be in '…'`],
	["(label = 'a'", 'The TQL query ends where ")" is expected'],
	["label = 'a' label", 'The TQL query has "label" after its end'],
	["label in 'a'", `The TQL query has "'a'" where "[" is expected`],
])('%s is refused', (query, message) => {
	expect(() => tql(query, ['label'])).toThrow(message);
});
