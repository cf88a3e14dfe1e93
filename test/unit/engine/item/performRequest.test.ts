/**
 * Updates of what the platform only replaces whole: what is read, what stays, and what is refused
 * before anything is written.
 */
import type { IDataObject } from 'n8n-workflow';

import { record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { boolean, id, integer, list, object, text } from '../../../../nodes/shared/declare/fields';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	OperationContext,
	ReadFirst,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { inputFrom } from '../../../../nodes/shared/engine/input/assemble';
import { performRequest } from '../../../../nodes/shared/engine/item/performRequest';
import { readRecord } from '../../../../nodes/shared/engine/item/readRecord';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

const path = { taskId: id('T').pick({ noun: 'task', method: 'm', byName: false, example: 'e' }) };
const get = operation('GET /tasks/{taskId}', { ...ANY_TEXTS, path, answers: record(undefined) });
const getMany = operation('GET /tasks', { ...ANY_TEXTS, answers: records(undefined) });
const fields = {
	name: text('N').optional(),
	label: text('L').wireName('description').optional(),
	tags: list('T').optional(),
	size: integer('S').optional(),
	on: boolean('O').optional(),
	place: object('P', { x: integer('X') }).optional(),
};
const declare = (readFirst?: Partial<ReadFirst>): RequestOperation =>
	operation('PUT /tasks/{taskId}', {
		...ANY_TEXTS,
		path,
		body: fields,
		answers: record(undefined),
		...(readFirst ? { readFirst: { get, keep: {}, ...readFirst } } : {}),
	});

type Problem = Error & { description: string };
function platform(...[answer]: unknown[]) {
	const asked: Array<[what: string, ...unknown[]]> = [];
	const op = stub<OperationContext<Message>>({
		sendValues: async (declared: RequestOperation, values: IDataObject) => {
			asked.push(['read', declared.endpoint, values]);
			return await Promise.resolve({ status: 200, headers: {}, body: answer });
		},
		list: async (declared: RequestOperation, values: IDataObject) => {
			asked.push(['list', declared.endpoint, values]);
			return await Promise.resolve(answer as IDataObject[]);
		},
		request: async (_of: RequestOperation, { body, values }: Input) => {
			asked.push(['write', body, values]);
			return await Promise.resolve([{ json: { written: true } }]);
		},
		...showing(),
	});
	return { asked, op };
}
const input = (body: IDataObject, taskId = 'T'): Input => ({
	path: { taskId },
	query: {},
	body,
	settings: {},
	values: { taskId, ...body },
});
const WRITTEN = [{ json: { written: true } }];

/** The body that is written, or the refusal. */
async function written(
	readFirst: Partial<ReadFirst>,
	given: IDataObject,
	present: unknown,
): Promise<unknown> {
	const { asked, op } = platform(present);
	try {
		await performRequest(op, declare(readFirst), input(given));
	} catch (error) {
		expect(asked.filter(([what]) => what === 'write')).toEqual([]);
		return (error as Error).message.replace(
			'Nothing was changed, because the record to update was not returned: ',
			'',
		);
	}
	return asked.at(-1)![1];
}

test('an update that requires no reading is sent as given', async () => {
	const { asked, op } = platform({ id: 'T', name: 'old' });
	expect(await performRequest(op, declare(), input({ name: 'new' }))).toEqual(WRITTEN);
	expect(asked).toEqual([['write', { name: 'new' }, { taskId: 'T', name: 'new' }]]);
});

describe('the read before an update', () => {
	const both = declare({ keep: { name: 'ifAny', description: 'always' } });
	const requestsFor = async (declared: RequestOperation, body: IDataObject) => {
		const { asked, op } = platform({ id: 'T', name: 'old' });
		await performRequest(op, declared, input(body)).catch(() => undefined);
		return asked.map(([what]) => what);
	};

	test('nothing is read if all fields to keep are given', async () => {
		expect(await requestsFor(both, { name: 'n', description: 'd' })).toEqual(['write']);
	});

	test('the record is read if a field to keep is left out', async () => {
		// It has no description, so it is not written.
		expect(await requestsFor(both, { name: 'n' })).toEqual(['read']);
	});

	test('nothing is read if `unless` excludes the request', async () => {
		const declared = declare({
			keep: { name: 'always' },
			unless: ({ body }) => (body as IDataObject).size === 1,
		});
		expect(await requestsFor(declared, { size: 1 })).toEqual(['write']);
		expect(await requestsFor(declared, { size: 2 })).toEqual(['read', 'write']);
	});

	test('the record is read if all other fields are kept', async () => {
		const declared = declare({ keep: {}, keepOthersBut: [] });
		expect(await requestsFor(declared, { name: 'n' })).toEqual(['read', 'write']);
	});
});

describe('an operation that keeps the fields that are left out', () => {
	const keep: ReadFirst['keep'] = { name: 'always', description: 'ifAny', tags: 'orEmpty' };

	test('values that were not given are kept beside the given ones', async () => {
		const present = { id: 'T', name: 'old', description: 'was', tags: ['a'], other: 'not sent' };
		expect(await written({ keep }, { name: 'new' }, present)).toEqual({
			name: 'new',
			description: 'was',
			tags: ['a'],
		});
	});

	test.each([
		{ id: 't', name: 'old' },
		{ name: 'old', description: null, tags: null },
	])('a value that the record %j lacks is sent empty if there must be one', async (present) => {
		expect(await written({ keep }, { size: 7 }, present)).toStrictEqual({
			name: 'old',
			tags: '',
			size: 7,
		});
	});

	test.each([undefined, null])('a record whose name is %s is refused', async (name) => {
		expect(await written({ keep }, { size: 7 }, { id: 'T', name })).toBe('it has no Name');
	});
});

test('an invalid value is not sent back', async () => {
	const keep: ReadFirst['keep'] = {
		name: 'ifAny',
		description: 'ifAny',
		tags: 'ifAny',
		size: 'ifAny',
		on: 'ifAny',
		place: 'ifAny',
		unknown: 'ifAny',
	};
	const refused = async (present: IDataObject) => await written({ keep }, { name: 'n' }, present);
	expect(await refused({ description: 7 })).toBe('its Description is a number');
	expect(await refused({ description: ['a'] })).toBe('its Description is a list');
	expect(await refused({ tags: 'a' })).toBe('its Tags is a text');
	expect(await refused({ size: true })).toBe('its Size is a boolean');
	expect(await refused({ on: {} })).toBe('its On is an object');
	expect(
		await refused({
			description: 'd',
			tags: [],
			size: 1,
			on: false,
			place: { x: 1 },
			unknown: ['any'],
		}),
	).toEqual({
		name: 'n',
		description: 'd',
		tags: [],
		size: 1,
		on: false,
		place: { x: 1 },
		unknown: ['any'],
	});
});

test('everything except some fields can be kept', async () => {
	const present = { id: 'T', name: 'old', extra: 1, gone: null, made: 'x', none: undefined };
	expect(await written({ keepOthersBut: ['id', 'made'] }, { size: 2 }, present)).toStrictEqual({
		name: 'old',
		extra: 1,
		size: 2,
	});
});

test('the record can be converted, completed, merged and checked before it is sent', async () => {
	const seen: unknown[] = [];
	const readFirst: Partial<ReadFirst> = {
		keep: { name: 'always', tags: 'ifAny' },
		values: { view: 'full' },
		toUpdate: (present, _call, given) => ({
			name: `${String(present.title)} of ${String(given.values.taskId)}`,
			tags: ['a'],
		}),
		join: {
			tags: (kept, given) => [...(kept as string[]), ...(given as string[])],
			size: () => undefined,
		},
		check: (_call, change) => void seen.push(change),
	};
	const prepare: RequestOperation['prepare'] = async (_call, _of, given) =>
		await Promise.resolve({ ...given, body: { ...(given.body as IDataObject), size: 9 } });
	const { asked, op } = platform({ id: 'T', title: 'old' });
	const own = jest.fn(async () => await Promise.resolve());
	expect(
		await performRequest(op, { ...declare(readFirst), prepare }, input({ tags: ['b'] }), own),
	).toEqual(WRITTEN);
	const body = { name: 'old of T', tags: ['a', 'b'], size: 9 };
	expect(asked).toEqual([
		['read', '/tasks/{taskId}', { view: 'full', taskId: 'T' }],
		['write', body, { taskId: 'T', ...body }],
	]);
	const change = {
		present: { id: 'T', title: 'old' },
		body,
		input: { ...input({}), body, values: { taskId: 'T', ...body } },
	};
	expect(seen).toEqual([change]);
	expect(own).toHaveBeenCalledWith(op, change);
});

test('a check that refuses sends nothing', async () => {
	for (const more of [{ check: () => Promise.reject(new Error('not so')) }, {}]) {
		const { asked, op } = platform({ id: 'T', name: 'old' });
		// With a check of its own the record is read although all was given.
		await expect(
			performRequest(
				op,
				declare({ keep: { name: 'always' }, ...more }),
				input({ name: 'n' }),
				'check' in more
					? async () => await Promise.resolve()
					: () => Promise.reject(new Error('not so')),
			),
		).rejects.toThrow('not so');
		expect(asked.map(([what]) => what)).toEqual(['read']);
	}
});

test('a check of a change is not skipped in silence: it needs an operation with readFirst', async () => {
	const { asked, op } = platform({ id: 'T', name: 'old' });
	const check = jest.fn(async () => await Promise.resolve());
	await expect(performRequest(op, declare(), input({ name: 'n' }), check)).rejects.toThrow(
		/ has no readFirst, which the check needs$/,
	);
	expect(asked).toEqual([]);
});

describe('a record that is only in a list', () => {
	const readFirst: Partial<ReadFirst> = { get: getMany, keep: { name: 'always' } };
	test('a record is found in its list by its ID, regardless of case', async () => {
		const { asked, op } = platform([
			{ id: 'U', name: 'other' },
			{ id: 't', name: 'mine' },
		]);
		await performRequest(op, declare(readFirst), input({ size: 1 }));
		expect(asked).toEqual([
			['list', '/tasks', {}],
			['write', { name: 'mine', size: 1 }, { taskId: 'T', name: 'mine', size: 1 }],
		]);
	});

	test('a record that is not in its list is refused', async () => {
		const { op } = platform([{ id: 'U', name: 'other' }]);
		await expect(performRequest(op, declare(readFirst), input({ size: 1 }))).rejects.toMatchObject({
			message: 'The task was not found',
			description:
				'Check the ID, and that the credential has permission to view the task. Nothing was changed.',
		});
		const unnamed = { ...declare(readFirst), path: { taskId: id('T') } };
		await expect(performRequest(op, unnamed, input({ size: 1 }))).rejects.toThrow(
			'The record was not found',
		);
	});
});

describe('the check of the record that was read', () => {
	const read = async (body: unknown, must?: string[], declared: RequestOperation = get) =>
		await readRecord(platform(body).op, declared, { taskId: 'T' }, must).catch((error: Problem) =>
			error.message.replace('Talend Cloud did not return the requested task: ', ''),
		);
	test.each<[unknown, string]>([
		[undefined, 'it is empty'],
		[null, 'it is empty'],
		['', 'it is empty'],
		['text', 'it is a text'],
		[7, 'it is a number'],
		[[{ id: 'T' }], 'it is a list'],
		[{}, 'it is an object without a field'],
		[{ id: 'U' }, 'it has a different ID'],
		[{ id: 7 }, 'it has a different ID'],
	])('a response that is not the record is refused: %j, %s', async (body, why) => {
		expect(await read(body)).toBe(why);
	});

	test('the ID can be in another case, or missing', async () => {
		for (const record of [{ id: 't' }, { id: null, a: 1 }, { a: 1 }])
			expect(await read(record)).toBe(record);
	});

	test('a nested record has an ID of its own', async () => {
		const below = operation('GET /tasks/{taskId}/schedule', {
			...ANY_TEXTS,
			path,
			answers: record(undefined),
		});
		expect(await read({ id: 'S' }, [], below)).toEqual({ id: 'S' });
		const whole = operation('GET /settings', { ...ANY_TEXTS, answers: record(undefined) });
		expect(await read({ id: 'S' }, [], whole)).toEqual({ id: 'S' });
		expect(await readRecord(platform({ id: 'S' }).op, get, {})).toEqual({ id: 'S' });
	});

	test('a record without the required fields is refused', async () => {
		expect(await read({ id: 'T', a: 0, b: null }, ['a', 'b'])).toBe('it has no b');
		expect(await read({ id: 'T', a: 0, b: '' }, ['a', 'b'])).toEqual({ id: 'T', a: 0, b: '' });
	});

	test('the error of a record that was read alone does not speak of an update', async () => {
		await expect(readRecord(platform('').op, get, {})).rejects.toMatchObject({
			message: 'Talend Cloud did not return the requested task: it is empty',
			description:
				'Try again. If this persists, check the address in the credential, and read the task with Get or Get Many.',
		});
	});

	test('the error of a record that is not written back says what to do', async () => {
		const { op } = platform('');
		await expect(
			performRequest(op, declare({ keep: { name: 'always' } }), input({ size: 1 })),
		).rejects.toMatchObject({
			message: 'Nothing was changed, because the record to update was not returned: it is empty',
			description:
				'Try again. If this persists, check the address in the credential, and read the record with Get or Get Many. (An update reads the whole record first, because it writes back the fields that do not change.)',
		});
	});
});

test('a separate check reads the record, whatever was given', async () => {
	const { asked, op } = platform({ id: 'T', name: 'old' });
	const check = jest.fn();
	const given = inputFrom(declare(), { taskId: 'T', name: 'n' });
	expect(await performRequest(op, declare({ keep: { name: 'always' } }), given, check)).toEqual(
		WRITTEN,
	);
	expect(asked.map(([what]) => what)).toEqual(['read', 'write']);
	expect(check).toHaveBeenCalledTimes(1);
});
