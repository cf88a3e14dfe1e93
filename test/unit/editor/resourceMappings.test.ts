/**
 * Fields whose names are loaded from the platform.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, records } from '../../../nodes/shared/declare/answers';
import { operation, resource } from '../../../nodes/shared/declare/define';
import { id, mapped, text } from '../../../nodes/shared/declare/fields';
import { type Columns } from '../../../nodes/shared/declare/lists/loadedChoices';
import { methodsOf } from '../../../nodes/shared/editor/methods';
import { ANY_TEXTS } from '../../support/anyTexts';
import { editor, nodeWith, tasks } from './listSearchStage';

describe('names that are loaded', () => {
	const loading = async (
		more: Partial<Columns>,
		parameters: IDataObject = {},
		answers?: (url: string) => unknown,
	) => {
		const used: Columns = {
			method: 'getParameters',
			dependsOn: ['taskId.value'],
			words: { singular: 'parameter', plural: 'parameters' },
			howToBegin: 'Choose a task.',
			load: async () => await Promise.resolve([]),
			...more,
		};
		const { context, asked } = editor({ resource: 'x', operation: 'get', ...parameters }, answers);
		const taskId = id('T').pick(tasks());
		return {
			...(await methodsOf(
				nodeWith({ taskId, parameters: mapped('Values', used).label('P').optional() }),
			).resourceMapping.getParameters!.call(context)),
			asked,
		};
	};

	test('each loaded name is a column', async () => {
		const found = [
			{ name: 'a' },
			{
				name: 'b',
				label: 'The b',
				type: 'options' as const,
				options: [
					{ value: 'y', name: 'Y' },
					{ value: 'x', name: 'X' },
				],
				required: true,
			},
		];
		const usual = { display: true, defaultMatch: false, canBeUsedToMatch: false };
		expect(await loading({ load: async () => await Promise.resolve(found) })).toEqual({
			fields: [
				{ id: 'a', displayName: 'a', type: 'string', required: false, ...usual },
				{
					id: 'b',
					displayName: 'The b',
					type: 'options',
					required: true,
					...usual,
					options: [
						{ name: 'X', value: 'x' },
						{ name: 'Y', value: 'y' },
					],
				},
			],
			asked: [],
		});
	});

	test('names are requested with the chosen values', async () => {
		const get = operation('GET /parts', {
			...ANY_TEXTS,
			query: { of: text('O') },
			answers: records(undefined),
		});
		const { asked } = await loading(
			{ load: async (ask, { taskId }) => (await ask(get, { of: taskId })) as [] },
			{ taskId: { mode: 'list', value: 't1' } },
		);
		expect(asked).toEqual(['GET /parts?of=t1']);
	});

	test.each<{ what: string; found: IDataObject[]; read: string[] }>([
		{ what: 'one record', found: [{ id: 't1', name: 'Load' }], read: ['GET /parts?of=t1'] },
		{ what: 'no record', found: [], read: [] },
		{
			what: 'several',
			found: [
				{ id: 't1', name: 'Load' },
				{ id: 't2', name: 'Load' },
			],
			read: [],
		},
	])('a name can mean $what', async ({ found, read }) => {
		const get = operation('GET /parts', {
			...ANY_TEXTS,
			query: { of: text('O') },
			answers: records(undefined),
		});
		const { asked, emptyFieldsNotice } = await loading(
			{ load: async (ask, { taskId }) => (await ask(get, { of: taskId })) as [] },
			{ taskId: { mode: 'name', value: 'Load' } },
			(url) => (url.startsWith('/tasks') ? { items: found, total: found.length } : []),
		);
		expect(asked.filter((request) => request.includes('/parts'))).toEqual(read);
		expect(emptyFieldsNotice).toBe(
			read.length > 0
				? 'There are no parameters.'
				: 'The parameters could not be loaded: No single task called "Load" was found. Choose it from the list, or enter its ID. You can add P (JSON) under Options.',
		);
	});

	test.each<{ what: string; load: () => Promise<undefined | []>; emptyFieldsNotice: string }>([
		{
			what: 'too little is known',
			load: async () => await Promise.resolve(undefined),
			emptyFieldsNotice:
				'Choose a task. Where it comes from an expression, add P (JSON) under Options.',
		},
		{
			what: 'there are none',
			load: async () => await Promise.resolve([]),
			emptyFieldsNotice: 'There are no parameters.',
		},
		{
			what: 'they cannot be had',
			load: async () => await Promise.reject(new Error('<b> & more')),
			emptyFieldsNotice:
				'The parameters could not be loaded: &lt;b&gt; &amp; more. You can add P (JSON) under Options.',
		},
		{
			what: 'they cannot be had, with a stop',
			load: async () => await Promise.reject(new Error('No.')),
			emptyFieldsNotice:
				'The parameters could not be loaded: No. You can add P (JSON) under Options.',
		},
	])(
		'a notice takes the place of the loaded names if $what',
		async ({ load, emptyFieldsNotice }) => {
			expect(await loading({ load })).toEqual({ fields: [], emptyFieldsNotice, asked: [] });
		},
	);

	test('a node without names to load has no method for them', () => {
		expect(methodsOf(nodeWith({ a: text('A') })).resourceMapping).toEqual({});
		expect(
			methodsOf([
				resource('x', 'X', { get: operation('DELETE /x', { ...ANY_TEXTS, answers: nothing() }) }),
			]).resourceMapping,
		).toEqual({});
	});
});
