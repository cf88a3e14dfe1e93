/** How a record is found that was created, if the response of its creation was lost. */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { createdAs } from '../../../nodes/shared/declare/createdAs';
import { operation } from '../../../nodes/shared/declare/define';
import { ANY_TEXTS } from '../../support/anyTexts';

const getMany = operation('GET /x', { ...ANY_TEXTS, answers: records(undefined) });
const look = (more: object = {}) =>
	createdAs({
		subject: 'The task',
		list: getMany,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		...more,
	});
const sent = { name: 'One', workspaceId: 7 };
const found = { name: ' one ', workspace: { id: '7' } };
const since = Date.UTC(2026, 2, 31, 8);
const later = '2026-03-31T08:00:00Z';
const before = '2026-03-31T07:59:59Z';
const matches = (
	record: IDataObject,
	{ beganWell = false, ...more }: { beganWell?: boolean; mayRepeat?: boolean } = {},
	given: IDataObject = sent,
) => look(more).matches(record, given, { since, beganWell });

type Row = [what: string, record: IDataObject];

test.each<Row>([
	['createDate', { ...found, createDate: later }],
	['creationDate', { ...found, creationDate: since }],
	['meta.created', { ...found, meta: { created: later } }],
])('a record counts as the created one if its %s is not before the request', (_field, record) => {
	expect(matches(record)).toBe(true);
});

test.each<Row>([
	['without a time of its creation', found],
	['without a place', { name: 'One' }],
	['without a name', { workspace: { id: 7 } }],
	['whose place is a text', { name: 'One', workspace: '7' }],
	['without a place that was created since', { name: 'One', createDate: later }],
	['whose time of creation is not a time', { ...found, createdAt: 'soon' }],
	['whose time of creation is 0', { ...found, createdAt: 0 }],
])('a record %s may be the created one', (_what, record) => {
	expect(matches(record)).toBe('perhaps');
});

test.each<Row>([
	['with another name', { ...found, name: 'Two' }],
	['in another place', { ...found, workspace: { id: 8 } }],
	['without a name or a place', { other: 1 }],
	['whose createDate is before the request', { ...found, createDate: before }],
	['whose createdDate is before the request', { ...found, createdDate: before }],
	['whose createdAt is before the request', { ...found, createdAt: since - 1 }],
	['without a place that was created before the request', { name: 'One', createDate: before }],
	['whose only time is before the request', { ...found, createDate: null, createdAt: before }],
])('a record %s is not the created one', (_what, record) => {
	expect(matches(record)).toBe(false);
});

test('a record counts as the created one if the response began with success, unless two could be the same', () => {
	expect(matches(found, { beganWell: true })).toBe(true);
	expect(matches(found, { beganWell: true, mayRepeat: true })).toBe('perhaps');
	expect(matches({ name: 'One' }, { beganWell: true })).toBe('perhaps');
	expect(matches({ ...found, createDate: later }, { mayRepeat: true })).toBe(true);
});

test('a value that was not given does not distinguish records', () => {
	expect(matches({ name: 'One' }, {}, { name: 'One' })).toBe('perhaps');
	expect(matches({ name: 'One', workspace: { id: 7 } }, {}, { name: 'One' })).toBe(false);
	expect(matches({ name: 'One', workspace: {}, createDate: later }, {}, { name: 'One' })).toBe(
		true,
	);
	expect(matches({ name: { a: 1 } }, {}, { name: { a: 1 } })).toBe('perhaps');
});

test('a created record is searched for in its list', () => {
	expect(look()).toMatchObject({ subject: 'The task', list: getMany, id: 'id' });
	expect(look().values(sent)).toEqual({});
	expect(look({ values: ({ name }: IDataObject) => ({ q: name }) }).values(sent)).toEqual({
		q: 'One',
	});
	expect(look({ id: 'key', onlyOnce: 'Gone.' })).toMatchObject({ id: 'key', onlyOnce: 'Gone.' });
});

test('a record that was found is returned with its ID, whatever the list calls it', () => {
	expect(look().answer!({ id: 5, b: 1 })).toEqual({ id: 5, b: 1 });
	expect(look({ id: 'key' }).answer!({ key: 5, b: 1 })).toEqual({ key: 5, b: 1, id: 5 });
});
