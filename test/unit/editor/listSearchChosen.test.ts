/**
 * Which lists a node has, and how they depend on what was chosen before.
 */
import type { IDataObject } from 'n8n-workflow';

import { id, object, text } from '../../../nodes/shared/declare/fields';
import { chosenIn, isAnyGiven } from '../../../nodes/shared/editor/editorValues';
import { methodsOf } from '../../../nodes/shared/editor/methods';
import { editor, nodeWith, tasks } from './listSearchStage';

describe('the lists of a node', () => {
	test('each list of a node is searched by one method, wherever its fields are', () => {
		const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((method) => tasks({ method }));
		const resources = nodeWith(
			{
				one: id('One').pick(a!),
				again: id('Again').pick(a!),
				inner: object('I', { b: id('B').pick(b!) }),
				other: text('O'),
			},
			{ set: id('S').pick(c!).optional() },
		);
		expect(Object.keys(methodsOf(resources, { more: id('M').pick(d!) }).listSearch)).toEqual([
			'd',
			'a',
			'b',
			'c',
		]);
		expect(methodsOf([]).listSearch).toEqual({});
	});
});

describe('the choices so far', () => {
	const chosen = (parameters: IDataObject, ...names: string[]) =>
		chosenIn(editor(parameters).context, names);
	test.each<[unknown, string | undefined]>([
		['t1', 't1'],
		[{ mode: 'list', value: 't1' }, 't1'],
		[{ __rl: true, value: 't1' }, 't1'],
		[{ mode: 'name', value: 't1' }, undefined],
		['={{ $json.id }}', undefined],
		['', undefined],
		[7, undefined],
		[undefined, undefined],
	])('the choice %j gives %s', (given, found) => {
		expect(chosen({ taskId: given as string }, 'taskId.value')).toEqual(
			found === undefined ? {} : { taskId: found },
		);
		expect(
			chosen({ updateFields: { taskId: given as string } }, 'updateFields.taskId.value'),
		).toEqual(found === undefined ? {} : { taskId: found });
	});

	test('a choice is known by the last part of its name', () => {
		expect(
			chosen(
				{ kind: 'a', updateFields: { taskId: 't1' } },
				'kind',
				'updateFields.taskId.value',
				'other.taskId',
			),
		).toEqual({ kind: 'a', taskId: 't1' });
		expect(chosen({ 'x.valued': 'a' }, 'x.valued')).toEqual({});
	});

	test('a choice counts as a text, an expression, a locator or a number, unless it is empty', () => {
		const isGiven = (given: unknown) =>
			isAnyGiven(editor({ taskId: given as string }).context, ['other', 'taskId.value']);
		expect(['t', '={{ x }}', { mode: 'name', value: 'N' }, 0].map(isGiven)).toEqual([
			true,
			true,
			true,
			true,
		]);
		expect([undefined, null, '', { mode: 'list', value: '' }].map(isGiven)).toEqual([
			false,
			false,
			false,
			false,
		]);
	});
});
