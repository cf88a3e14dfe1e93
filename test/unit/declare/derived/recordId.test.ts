/** Which field of a record is its ID, and what counts as one. */
import { record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import {
	identityOf,
	idIn,
	invalidIdIn,
	lacks,
	recordWithId,
} from '../../../../nodes/shared/declare/derived/recordId';
import { text } from '../../../../nodes/shared/declare/fields';

const get = (answers = record(undefined), endpoint = 'GET /things/{thingId}' as const) =>
	operation(endpoint, {
		name: 'Get',
		action: 'Get a thing',
		description: 'Reads it',
		path: { thingId: text('ID') },
		answers,
	});

test.each([
	{ which: 'that the answer names', answers: record(undefined, { key: 'code' }), field: 'code' },
	{
		which: 'that the answer needs',
		answers: record(undefined, { requiredFields: ['executable'] }),
		field: 'executable',
	},
	{ which: 'called id if the answer names none', answers: record(undefined), field: 'id' },
])('the ID of a record is in the field $which', ({ answers, field }) => {
	expect(identityOf(get(answers))).toEqual({ variable: 'thingId', field });
});

test('a record is not identified by the variable of its path if its answer has `idVariable: false`', () => {
	expect(identityOf(get(record(undefined, { idVariable: false })))).toBeUndefined();
});

test.each([[{}], [[]], [true], ['  '], [''], [null], [undefined]])(
	'%j is not the ID of a record',
	(id) => {
		expect(lacks({ id }, 'id')).toBe(true);
		expect(idIn({ id })).toBeUndefined();
	},
);

test.each([['a'], [7]])('%j is the ID of a record', (id) => {
	expect(lacks({ id }, 'id')).toBe(false);
	expect(invalidIdIn(get(), { id })).toBeUndefined();
});

test.each([[{}], [[]], [true], ['  ']])('%j is the value of a field that is not an ID', (users) => {
	expect(lacks({ users }, 'users')).toBe(false);
});

test('an ID of the wrong type is also detected if the record requires another field', () => {
	expect(
		invalidIdIn(get(record(undefined, { requiredFields: ['users'] })), { id: {}, users: [] }),
	).toBe('id');
	expect(invalidIdIn(get(), { users: [] })).toBeUndefined();
});

test('a record of a list is found by the field that identifies the records in the list', () => {
	const list = (key?: string) => get(records(undefined, { key }));
	const first = { id: 'A', code: 'b' };
	const second = { id: 'B', code: 'a' };
	const found = [first, second];
	expect(recordWithId(list(), found, 'a')).toBe(first);
	expect(recordWithId(list('code'), found, 'a')).toBe(second);
	expect(recordWithId(list('code'), found, ' A ')).toBe(second);
	expect(recordWithId(list(), found, 'c')).toBeUndefined();
});
