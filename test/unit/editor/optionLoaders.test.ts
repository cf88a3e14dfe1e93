/**
 * Choices that are loaded from the platform.
 */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { choice, type Fields, list, object, text } from '../../../nodes/shared/declare/fields';
import {
	type ChoiceSource,
	listOf,
	type LoadedChoices,
} from '../../../nodes/shared/declare/lists/loadedChoices';
import { methodsOf } from '../../../nodes/shared/editor/methods';
import { ANY_TEXTS } from '../../support/anyTexts';
import { editor, nodeWith, tasks } from './listSearchStage';

describe('choices that are loaded', () => {
	const loading = async (
		fields: Fields,
		method: string,
		parameters: IDataObject = {},
		answers?: (url: string) => unknown,
	) => {
		const { context, asked } = editor({ resource: 'x', operation: 'get', ...parameters }, answers);
		return { found: await methodsOf(nodeWith(fields)).loadOptions[method]!.call(context), asked };
	};

	test('choices that are too many for the description of a node are loaded, wherever they are', async () => {
		const zones = choice('Z', [
			{ value: 'b', name: 'B' },
			{ value: 'a', name: 'A', description: 'First' },
		]);
		const declared = zones.spec as object;
		const field = Object.assign(Object.create(zones) as typeof zones, {
			spec: { ...declared, listedBy: 'getZones' },
		});
		const inOrder = Object.assign(Object.create(zones) as typeof zones, {
			spec: { ...declared, listedBy: 'getDays', inOrder: true },
		});
		const loaders = methodsOf(nodeWith({ plain: zones, inner: object('I', { field }) }), {
			inOrder,
		}).loadOptions;
		expect(Object.keys(loaders).sort()).toEqual(['getDays', 'getZones']);
		const { context } = editor({});
		expect(await loaders.getZones!.call(context)).toEqual([
			{ name: 'A', value: 'a', description: 'First' },
			{ name: 'B', value: 'b' },
		]);
		expect((await loaders.getDays!.call(context)).map(({ value }) => value)).toEqual(['b', 'a']);
	});

	const several = {
		tasks: listOf(tasks(), 'getTasks', 'Tasks').optional(),
		names: listOf(tasks(), 'getNames', 'Names', 'name').optional(),
	};

	test('the choices are the records of a list, by ID or by name', async () => {
		const answers = () => ({
			items: [{ id: 't2' }, { id: 't1', name: 'One', description: 'In A' }, { name: 'none' }],
			total: 3,
		});
		expect((await loading(several, 'getTasks', {}, answers)).found).toEqual([
			{ name: 'One', value: 't1', description: 'In A' },
			{ name: 't2', value: 't2', description: undefined },
		]);
		expect((await loading(several, 'getNames', {}, answers)).found).toEqual([
			{ name: 'One', value: 'One', description: 'In A' },
		]);
	});

	test('the choices come from all pages of the list, up to twenty', async () => {
		const some = await loading(several, 'getTasks', {}, (url) => ({
			items: [{ id: /offset=(\d)/.exec(url)?.[1] ?? '0' }],
			total: 3,
		}));
		expect([some.found.map(({ value }) => value), some.asked]).toEqual([
			['0', '1', '2'],
			['GET /tasks?limit=100', 'GET /tasks?limit=100&offset=1', 'GET /tasks?limit=100&offset=2'],
		]);
		expect((await loading(several, 'getTasks', {}, () => [{ id: 1 }])).asked).toHaveLength(20);
	});

	const asking: ChoiceSource[] = [];
	const loadedBy = (more: Partial<LoadedChoices> = {}) => {
		const given: unknown[] = [];
		const used: ChoiceSource = {
			method: 'getParts',
			dependsOn: ['taskId.value', 'planId.value'],
			alsoNeeds: ['kind'],
			load: async (_ask, ...with_) =>
				await Promise.resolve(
					(given.push(...with_), [{ value: 'p' }, { value: 'q', name: 'Q', description: 'D' }]),
				),
			...more,
		};
		asking.push(used);
		return {
			fields: {
				parts: list('P').from(used).optional(),
				inner: object('I', {
					more: list('M').from({
						method: 'getMore',
						dependsOn: [],
						load: async () => await Promise.resolve([]),
					} as ChoiceSource),
				}),
			},
			given,
		};
	};

	test('a function loads choices for the chosen record', async () => {
		const { fields, given } = loadedBy();
		expect(
			(
				await loading(fields, 'getParts', {
					taskId: { mode: 'list', value: 't1' },
					planId: 'p1',
					kind: 'k',
				})
			).found,
		).toEqual([
			{ value: 'p', name: 'p', description: undefined },
			{ value: 'q', name: 'Q', description: 'D' },
		]);
		expect(given).toEqual([{ name: 'taskId', id: 't1' }, { kind: 'k' }]);
		given.length = 0;
		await loading(fields, 'getParts', { planId: 'p1' });
		expect(given).toEqual([{ name: 'planId', id: 'p1' }, {}]);
		expect((await loading(fields, 'getMore')).found).toEqual([]);
	});

	test('choices that depend on no other field are loaded at once', async () => {
		const { fields, given } = loadedBy({ dependsOn: [], alsoNeeds: undefined });
		expect((await loading(fields, 'getParts')).found).toHaveLength(2);
		expect(given).toEqual([{ name: '', id: '' }, {}]);
	});

	test('no choices are loaded before a record is chosen, nor for a name or an expression', async () => {
		const { fields, given } = loadedBy();
		expect((await loading(fields, 'getParts')).found).toEqual([]);
		await expect(
			loading(fields, 'getParts', { taskId: { mode: 'name', value: 'One' } }),
		).rejects.toThrow(
			'To load this list, choose the record above from its list or by ID. If you set that record by name or with an expression, use an expression for these values as well.',
		);
		expect(given).toEqual([]);
	});

	test('choices are requested with the values that the API accepts', async () => {
		const get = operation('GET /parts', {
			...ANY_TEXTS,
			query: { of: text('O') },
			answers: records(undefined),
		});
		const { fields } = loadedBy({
			dependsOn: [],
			load: async (ask) =>
				((await ask(get, { of: 'a b' })) as string[]).map((value) => ({ value })),
		});
		expect(await loading(fields, 'getParts', {}, () => ['one'])).toEqual({
			found: [{ value: 'one', name: 'one', description: undefined }],
			asked: ['GET /parts?of=a%20b'],
		});
	});

	test.each<{ what: string; error: object; message: string }>([
		{
			what: 'a description',
			error: { message: 'It failed.', description: 'Try again.' },
			message: 'It failed. Try again.',
		},
		{
			what: 'a description, without a stop',
			error: { message: 'It failed', description: 'Try again.' },
			message: 'It failed. Try again.',
		},
		{ what: 'no description', error: { message: 'It failed.' }, message: 'It failed.' },
		{
			what: 'an empty one',
			error: { message: 'It failed.', description: '' },
			message: 'It failed.',
		},
		{
			what: 'one that is not a text',
			error: { message: 'It failed.', description: null },
			message: 'It failed.',
		},
	])('an error with $what has its full text in its message', async ({ error, message }) => {
		const { fields } = loadedBy({
			dependsOn: [],
			load: async () => await Promise.reject(Object.assign(new Error(), error)),
		});
		await expect(loading(fields, 'getParts')).rejects.toMatchObject({ message });
	});
});
