/**
 * Lists in which IDs and names are given: each name is looked up once, and one that fits no record,
 * or several, is refused.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, records } from '../../../nodes/shared/declare/answers';
import { operation, wholeBody } from '../../../nodes/shared/declare/define';
import { list, text } from '../../../nodes/shared/declare/fields';
import { listOf } from '../../../nodes/shared/declare/lists/loadedChoices';
import { picker } from '../../../nodes/shared/declare/lists/picker';
import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../nodes/shared/declare/operation';
import type { Input } from '../../../nodes/shared/declare/runtime/context';
import { valuesToSend } from '../../../nodes/shared/flows/valuesToSend';
import { namesAsIds, withNamesAsIds } from '../../../nodes/TalendCloudAccount/namesAsIds';
import { ANY_TEXTS } from '../../support/anyTexts';
import { showing } from '../../support/messages';
import { stub } from '../../support/stub';

const getRoles = operation('GET /roles', {
	...ANY_TEXTS,
	query: { search: text('S').optional(), all: text('A').optional() },
	answers: records(undefined),
});
const rolePicker = picker({
	noun: 'role',
	method: 'searchRoles',
	byName: true,
	example: 'abc',
	list: getRoles,
	always: { all: 'yes' },
	search: (search) => ({ search }),
	entry: ({ id, name }) => ({ id: String(id), name: String(name) }),
});
const plain = picker({
	...rolePicker,
	method: 'searchOthers',
	search: undefined,
	always: undefined,
});
const [A, B, C] = ['a', 'b', 'c'].map(
	(letter) => `${letter.repeat(8)}-0c1c-4b5a-9a3f-0f5f2f1c7d11`,
) as [string, string, string];
const ROLES = [
	{ id: A, name: 'Admin' },
	{ id: B, name: 'Guest' },
	{ id: C, name: 'Guest' },
	{ id: '', name: 'Ghost' },
	{ id: 'x', name: A },
];

function platform(found: (values: IDataObject) => IDataObject[] | Error = () => ROLES) {
	const asked: unknown[] = [];
	const done: unknown[] = [];
	const op = stub<OperationContext<Message>>({
		...showing(),
		nodeRun: { sharedReads: new Map() },
		list: async (declared: RequestOperation, values: IDataObject) => {
			asked.push([declared.endpoint, values]);
			const answer = found(values);
			return answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer);
		},
		request: async (declared: RequestOperation, { body }: Input) =>
			await Promise.resolve(done.push([declared.endpoint, body]) ? [{ json: { done: true } }] : []),
	});
	return { asked, done, op };
}
const roles = { name: 'roleIds', field: listOf(rolePicker, 'loadRoles', 'Roles') };
const names = { name: 'roleNames', field: listOf(rolePicker, 'loadRoles', 'Roles', 'name') };

test('each ID of IDs and names occurs once, in its first spelling', async () => {
	const { asked, op } = platform();
	expect(await valuesToSend(op, roles, [A.toUpperCase(), 'Admin', A, 'Admin'])).toEqual([
		A.toUpperCase(),
		A,
	]);
	expect(asked).toEqual([['/roles', { all: 'yes', search: 'Admin' }]]);
});

test('a list that cannot be searched is read as a whole for a name', async () => {
	const { asked, op } = platform();
	const unsearchable = { ...roles, field: listOf(plain, 'loadRoles', 'Roles') };
	expect(await valuesToSend(op, unsearchable, ['Admin'])).toEqual([A]);
	expect(asked).toEqual([['/roles', {}]]);
});

test('IDs become names where names are sent', async () => {
	const { asked, op } = platform();
	expect(await valuesToSend(op, names, ['Guest', A, 'Admin', B])).toEqual(['Guest', 'Admin']);
	// By ID there is nothing to search for.
	expect(asked).toEqual([
		['/roles', { all: 'yes' }],
		['/roles', { all: 'yes' }],
	]);
});

test('a name is found by what it looks like', async () => {
	const seen = [{ id: A, name: 'Load\u00a0customers' }];
	const { op } = platform(() => seen);
	expect(await valuesToSend(op, roles, ['Load customers '])).toEqual([A]);
});

test('names that look the same are shown with their code points', async () => {
	const alike = [
		{ id: A, name: 'Zu\u0308rich' },
		{ id: B, name: 'Z\u00fcrich\u200b' },
	];
	await expect(
		valuesToSend(platform(() => alike).op, roles, ['Z\u00fcrich\u00ad']),
	).rejects.toThrow(`${A}: Zu[U+0308]rich; ${B}: Z\u00fcrich[U+200B]`);
});

test('a value that is not a record is not looked up', async () => {
	const { asked, op } = platform();
	expect(await valuesToSend(op, { name: 'tags', field: list('Tags') }, ['a', 'a'])).toEqual([
		'a',
		'a',
	]);
	expect(
		await valuesToSend(
			op,
			{ name: 'tags', field: list('Tags').from({ method: 'load', dependsOn: [] }) },
			['a', 'a'],
		),
	).toEqual(['a', 'a']);
	expect(asked).toEqual([]);
});

test.each([
	['Nobody', 'has "Nobody", which is neither the ID nor the name of a role: check the spelling'],
	['Ghost', 'has "Ghost", which is neither the ID nor the name of a role: check the spelling'],
	['admin', 'has "admin", which is neither the ID nor the name of a role: check the spelling'],
	['Guest', `has "Guest", which matches 2 records: choose one by ID (${B}; ${C})`],
	[
		'x'.repeat(300),
		`has "${'x'.repeat(199)}…", which is neither the ID nor the name of a role: check the spelling`,
	],
	[`x${A}`, `has "x${A}", which is neither the ID nor the name of a role: check the spelling`],
	[`${A}x`, `has "${A}x", which is neither the ID nor the name of a role: check the spelling`],
])('%s is refused', async (entry, rule) => {
	await expect(valuesToSend(platform().op, roles, [entry])).rejects.toMatchObject({
		field: 'roleIds',
		label: 'Role Names or IDs',
		rule,
	});
});

describe('the look-ups of a node run', () => {
	test('a name is looked up once, unless the look-up failed', async () => {
		let fails = true;
		const { asked, op } = platform(() => (fails ? new Error('no connection') : ROLES));
		await expect(valuesToSend(op, roles, ['Admin'])).rejects.toThrow('no connection');
		fails = false;
		expect(
			await Promise.all([valuesToSend(op, roles, ['Admin']), valuesToSend(op, roles, ['Admin'])]),
		).toEqual([[A], [A]]);
		expect(asked).toHaveLength(2);
	});

	test('a name without a record costs two reads in a node run: of its name, then of all records', async () => {
		const { asked, op } = platform(() => ROLES);
		await expect(valuesToSend(op, roles, ['Nobody'])).rejects.toThrow('check the spelling');
		await expect(valuesToSend(op, roles, ['Nobody'])).rejects.toThrow('check the spelling');
		// What has no such name may have one that looks the same: then all are read.
		expect(asked).toHaveLength(2);
	});

	test('a name is looked up separately for another kind of record, or if it is the name of an ID', async () => {
		const { asked, op } = platform(() => ROLES);
		expect(await valuesToSend(op, roles, ['Admin'])).toEqual([A]);
		await expect(
			valuesToSend(op, { ...roles, field: listOf(plain, 'loadOthers', 'Roles') }, ['Admin']),
		).resolves.toEqual([A]);
		await expect(valuesToSend(op, names, [A])).resolves.toEqual(['Admin']);
		await expect(valuesToSend(op, roles, [A])).resolves.toEqual([A]);
		expect(asked).toHaveLength(3);
	});
});

describe('lists of names in a request', () => {
	const input = (values: IDataObject, body: unknown): Input => ({
		path: {},
		query: {},
		body,
		settings: {},
		values,
	});
	const create = operation('POST /users', {
		...ANY_TEXTS,
		body: {
			roles: roles.field.wireName('roleIds').optional(),
			tags: list('T').optional(),
			others: listOf(plain, 'load', 'Others').optional(),
		},
		answers: nothing(),
	});

	test('a request with lists of names has IDs in all of them, under their API names', async () => {
		const { done, op } = platform();
		expect(
			await namesAsIds(
				op,
				create,
				input({ roles: ['Admin'], tags: ['Admin'] }, { roleIds: ['Admin'], tags: ['Admin'] }),
			),
		).toEqual([{ json: { done: true } }]);
		expect(done).toEqual([['/users', { roleIds: [A], tags: ['Admin'] }]]);
	});

	test('the rest of the request is unchanged', async () => {
		const beside = operation('PUT /users', {
			...ANY_TEXTS,
			body: { roleIds: roles.field, note: text('N').optional(), tags: list('T').optional() },
			answers: nothing(),
		});
		const given = input(
			{ roleIds: ['Admin'], note: 'abc', tags: ['x'] },
			{ roleIds: ['Admin'], note: 'abc', tags: ['x'] },
		);
		expect((await withNamesAsIds(platform().op, beside, given)).body).toEqual({
			roleIds: [A],
			note: 'abc',
			tags: ['x'],
		});
	});

	test('a request whose body is a list of names has IDs', async () => {
		const whole = operation('PUT /users/roles', {
			...ANY_TEXTS,
			body: wholeBody('roles', roles.field),
			answers: nothing(),
		});
		const given = input({ roles: ['Admin', B] }, ['Admin', B]);
		expect(await withNamesAsIds(platform().op, whole, given)).toEqual({ ...given, body: [A, B] });
	});
});
