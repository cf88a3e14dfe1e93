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

test.each<{ what: string; record: IDataObject; expected: boolean | 'perhaps' }>([
	{ what: 'it says nothing of its creation', record: found, expected: 'perhaps' },
	{ what: 'another name', record: { ...found, name: 'Two' }, expected: false },
	{ what: 'another place', record: { ...found, workspace: { id: 8 } }, expected: false },
	{ what: 'no place, but the name', record: { name: 'One' }, expected: 'perhaps' },
	{ what: 'no name, but the place', record: { workspace: { id: 7 } }, expected: 'perhaps' },
	{ what: 'a place that is a text', record: { name: 'One', workspace: '7' }, expected: 'perhaps' },
	{ what: 'neither', record: { other: 1 }, expected: false },
	{ what: 'created since', record: { ...found, createDate: later }, expected: true },
	{ what: 'created before', record: { ...found, createDate: before }, expected: false },
	{
		what: 'created since, and no place',
		record: { name: 'One', createDate: later },
		expected: 'perhaps',
	},
	{
		what: 'created before, and no place',
		record: { name: 'One', createDate: before },
		expected: false,
	},
	{ what: 'createdDate', record: { ...found, createdDate: before }, expected: false },
	{ what: 'creationDate', record: { ...found, creationDate: since }, expected: true },
	{ what: 'createdAt', record: { ...found, createdAt: since - 1 }, expected: false },
	{ what: 'meta.created', record: { ...found, meta: { created: later } }, expected: true },
	{ what: 'no time', record: { ...found, createdAt: 'soon' }, expected: 'perhaps' },
	{ what: 'no time yet', record: { ...found, createdAt: 0 }, expected: 'perhaps' },
	{
		what: 'the first that is a time',
		record: { ...found, createDate: null, createdAt: before },
		expected: false,
	},
])('a record is compared with what was sent: $what', ({ record, expected }) => {
	expect(matches(record)).toBe(expected);
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
