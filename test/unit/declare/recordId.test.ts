/** Which field of a record is its ID, and what counts as one. */
import { record, records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { text } from '../../../nodes/shared/declare/field';
import {
	identityOf,
	idIn,
	invalidIdIn,
	lacks,
	recordWithId,
} from '../../../nodes/shared/declare/recordId';

const get = (answers = record(undefined), endpoint = 'GET /things/{thingId}' as const) =>
	operation(endpoint, {
		name: 'Get',
		action: 'Get a thing',
		description: 'Reads it',
		path: { thingId: text('ID') },
		answers,
	});

test('the ID of a record is in the field that its answers name, else in the needed one, else in the usual one', () => {
	expect([
		identityOf(get()),
		identityOf(get(record(undefined, { key: 'code' }))),
		identityOf(get(record(undefined, { requiredFields: ['executable'] }))),
		identityOf(get(record(undefined, { idVariable: false }))),
	]).toEqual([
		{ variable: 'thingId', field: 'id' },
		{ variable: 'thingId', field: 'code' },
		{ variable: 'thingId', field: 'executable' },
		undefined,
	]);
});

test.each([[{}], [[]], [true], ['  '], [''], [null], [undefined]])(
	'%j is no ID of a record',
	(id) => {
		expect([lacks({ id }, 'id'), idIn({ id })]).toEqual([true, undefined]);
	},
);

test.each([['a'], [7]])('%j is an ID of a record', (id) => {
	expect([lacks({ id }, 'id'), invalidIdIn(get(), { id })]).toEqual([false, undefined]);
});

test('a field that is no ID may have any value but none', () => {
	expect([{}, [], true, '  '].map((users) => lacks({ users }, 'users'))).toEqual([
		false,
		false,
		false,
		false,
	]);
});

test('an ID of the wrong type is noticed also where the record needs something else', () => {
	expect(
		invalidIdIn(get(record(undefined, { requiredFields: ['users'] })), { id: {}, users: [] }),
	).toBe('id');
	expect(invalidIdIn(get(), { users: [] })).toBeUndefined();
});

test('a record of a list is found by the field that identifies the records there', () => {
	const list = (key?: string) => get(records(undefined, { key }));
	const [first, second] = [
		{ id: 'A', code: 'b' },
		{ id: 'B', code: 'a' },
	];
	expect([
		recordWithId(list(), [first, second], 'a'),
		recordWithId(list('code'), [first, second], 'a'),
		recordWithId(list('code'), [first, second], ' A '),
		recordWithId(list(), [first, second], 'c'),
	]).toEqual([first, second, second, undefined]);
});
