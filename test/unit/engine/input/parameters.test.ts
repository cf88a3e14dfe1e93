import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { parametersOf } from '../../../../nodes/shared/engine/input/parameters';
import { stub } from '../../../support/stub';

/**
 * n8n, which evaluates an expression for the item that is asked for, and counts how often it is
 * asked.
 */
function n8nWith(parameters: INodeParameters) {
	const asked: Array<[string, number]> = [];
	const evaluated = (value: unknown, item: number): unknown => {
		if (typeof value === 'string') return value.startsWith('=') ? `item ${item}` : value;
		if (Array.isArray(value)) return value.map((inner) => evaluated(inner, item));
		return typeof value === 'object' && value !== null
			? Object.fromEntries(
					Object.entries(value).map(([key, inner]) => [key, evaluated(inner, item)]),
				)
			: value;
	};
	const getNodeParameter = (name: string, item: number, fallback: unknown) => {
		asked.push([name, item]);
		return evaluated(parameters[name] ?? fallback, item);
	};
	return {
		read: parametersOf(stub<IExecuteFunctions>({ getNodeParameter }), { parameters }),
		asked,
	};
}

describe('the parameters of the items of a node run', () => {
	test.each([
		['a text', 'task'],
		['a number', 5],
		['a switch', false],
		['an empty text', ''],
		['a choice by ID', { __rl: true, mode: 'id', value: 't1' }],
		['empty options', {}],
	])('n8n is asked for %s once, however many items there are', (_what, value) => {
		const { read, asked } = n8nWith({ given: value });
		expect([0, 1, 2].map((item) => read('given', item))).toEqual([value, value, value]);
		expect(asked).toEqual([['given', 0]]);
	});

	test.each([
		{ what: 'a text', value: '={{ $json.id }}', of: (item: number) => `item ${item}` },
		{
			what: 'a choice by ID',
			value: { mode: 'id', value: '={{ $json.id }}' },
			of: (item: number) => ({ mode: 'id', value: `item ${item}` }),
		},
		{
			what: 'options',
			value: { limit: 5, filter: '=x' },
			of: (item: number) => ({ limit: 5, filter: `item ${item}` }),
		},
		{
			what: 'rows',
			value: { rows: [{ name: '=x' }] },
			of: (item: number) => ({ rows: [{ name: `item ${item}` }] }),
		},
		{ what: 'a list', value: ['=x', 'y'], of: (item: number) => [`item ${item}`, 'y'] },
	])('an expression in $what is evaluated for each item', ({ value, of }) => {
		const { read, asked } = n8nWith({ given: value });
		expect([0, 1].map((item) => read('given', item))).toEqual([of(0), of(1)]);
		expect(asked).toHaveLength(2);
	});

	test('a parameter that does not exist is asked for once', () => {
		const { read, asked } = n8nWith({ other: 'there' });
		expect([read('given', 0), read('given', 1), read('other', 1)]).toEqual([null, null, 'there']);
		expect(asked).toEqual([
			['given', 0],
			['other', 1],
		]);
	});

	test.each([
		['options', { limit: 5 }],
		['rows', { rows: [{ name: 'a' }] }],
		['a list', ['a']],
	])('each item gets %s of its own', (_what, value) => {
		const { read } = n8nWith({ given: value });
		const [first, second, third] = [0, 1, 2].map(
			(item) => read('given', item) as Record<string, unknown>,
		);
		first!.changed = true;
		second!.changed = true;
		expect(third).toEqual(value);
		expect(read('given', 3)).toEqual(value);
	});

	test('each item gets rows of its own, down to their fields', () => {
		const { read } = n8nWith({ given: { form: { name: 'a' } } });
		const [first, second] = [0, 1].map((item) => read('given', item) as { form: { name: string } });
		first!.form.name = 'changed';
		second!.form.name = 'changed';
		expect(read('given', 2)).toEqual({ form: { name: 'a' } });
	});

	test('values that are not plain objects are requested each time', () => {
		const date = new Date(0);
		const read = parametersOf(stub<IExecuteFunctions>({ getNodeParameter: () => date }), {
			parameters: { given: '2026-01-01' },
		});
		expect([read('given', 0), read('given', 1)]).toEqual([date, date]);
	});
});
