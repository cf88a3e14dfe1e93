/** How a record is found that was created, if the response of its creation was lost. */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { createdAs } from '../../../nodes/shared/declare/created';
import { operation } from '../../../nodes/shared/declare/define';

const reported = { name: 'X', action: 'Do x', description: 'Does x' };

const getMany = operation('GET /x', { ...reported, answers: records(undefined) });
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

test.each<[string, IDataObject, boolean | 'perhaps']>([
	['it says nothing of its creation', found, 'perhaps'],
	['another name', { ...found, name: 'Two' }, false],
	['another place', { ...found, workspace: { id: 8 } }, false],
	['no place, but the name', { name: 'One' }, 'perhaps'],
	['no name, but the place', { workspace: { id: 7 } }, 'perhaps'],
	['a place that is a text', { name: 'One', workspace: '7' }, 'perhaps'],
	['neither', { other: 1 }, false],
	['created since', { ...found, createDate: later }, true],
	['created before', { ...found, createDate: before }, false],
	['created since, and no place', { name: 'One', createDate: later }, 'perhaps'],
	['created before, and no place', { name: 'One', createDate: before }, false],
	['createdDate', { ...found, createdDate: before }, false],
	['creationDate', { ...found, creationDate: since }, true],
	['createdAt', { ...found, createdAt: since - 1 }, false],
	['meta.created', { ...found, meta: { created: later } }, true],
	['no time', { ...found, createdAt: 'soon' }, 'perhaps'],
	['no time yet', { ...found, createdAt: 0 }, 'perhaps'],
	['the first that is a time', { ...found, createDate: null, createdAt: before }, false],
])('a record is compared with what was sent: %s', (_what, record, expected) => {
	expect(matches(record)).toBe(expected);
});

test('a record counts as the created one if the response began with success, unless two may be alike', () => {
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

test('a created record is looked for in its list', () => {
	expect(look()).toMatchObject({ subject: 'The task', list: getMany, id: 'id' });
	expect(look().values(sent)).toEqual({});
	expect(look({ values: ({ name }: IDataObject) => ({ q: name }) }).values(sent)).toEqual({
		q: 'One',
	});
	expect(look({ id: 'key', onlyOnce: 'Gone.' })).toMatchObject({ id: 'key', onlyOnce: 'Gone.' });
});

test('a record that was found is answered with its ID, whatever the list calls it', () => {
	expect(look().answer!({ id: 5, b: 1 })).toEqual({ id: 5, b: 1 });
	expect(look({ id: 'key' }).answer!({ key: 5, b: 1 })).toEqual({ key: 5, b: 1, id: 5 });
});
