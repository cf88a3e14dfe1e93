/**
 * What several operations have in common stands once, and each operation still has its own inputs
 * in its own order.
 */
import * as fc from 'fast-check';
import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { type LayeredInput, mergedInputs } from '../../../nodes/shared/editor/mergedInputs';

const input = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});
const placed = (name: string, layer = 1): LayeredInput => ({ layer, property: input(name) });

/** The inputs that n8n shows for an operation. */
const shownFor = (properties: INodeProperties[], resource: string, operation: string) =>
	properties
		.filter((property) =>
			NodeHelpers.displayParameter({ resource, operation }, property, { typeVersion: 1 }, null),
		)
		.map(({ name }) => name);

test('an input that operations of several resources share occurs once', () => {
	const properties = mergedInputs([
		{
			resource: 'task',
			operations: {
				get: [placed('id')],
				getMany: [placed('limit'), placed('returnAll')],
				replace: [placed('id'), placed('name')],
			},
		},
		{
			resource: 'plan',
			operations: { get: [placed('id')], getMany: [placed('limit'), placed('returnAll')] },
		},
		{ resource: 'user', operations: { get: [] } },
	]);
	expect(
		Object.fromEntries(properties.map(({ name, displayOptions }) => [name, displayOptions!.show])),
	).toEqual({
		id: { resource: ['task', 'plan'], operation: ['get', 'replace'] },
		limit: { resource: ['task', 'plan'], operation: ['getMany'] },
		returnAll: { resource: ['task', 'plan'], operation: ['getMany'] },
		name: { resource: ['task'], operation: ['replace'] },
	});
	expect(properties).toHaveLength(4);
});

test('an input occurs twice if it would otherwise be shown for an operation that does not have it', () => {
	const properties = mergedInputs([
		{ resource: 'task', operations: { get: [placed('id')], delete: [placed('id')] } },
		{ resource: 'plan', operations: { get: [placed('id')], delete: [] } },
	]);
	expect(properties).toHaveLength(2);
	expect(shownFor(properties, 'plan', 'delete')).toEqual([]);
});

test('an input occurs once although its position differs between operations, if the order allows', () => {
	const standing = (...operations: string[][]) =>
		mergedInputs([
			{
				resource: 'task',
				operations: Object.fromEntries(
					operations.map((names, index) => [`o${index}`, names.map((name) => placed(name))]),
				),
			},
		]).map(({ name }) => name);
	expect(standing(['limit'], ['id', 'limit'])).toEqual(['id', 'limit']);
	expect(standing(['id', 'limit'], ['limit'])).toEqual(['id', 'limit']);
	// The longer one stands once.
	expect(standing(['a', 'aLongName'], ['aLongName', 'a'])).toEqual(['a', 'aLongName', 'a']);
	expect(standing(['aLongName', 'a'], ['a', 'aLongName'])).toEqual(['a', 'aLongName', 'a']);
});

test('a condition of the input itself is kept', () => {
	const property = { ...input('limit'), displayOptions: { show: { returnAll: [false] } } };
	expect(
		mergedInputs([{ resource: 'task', operations: { getMany: [{ layer: 1, property }] } }])[0]!
			.displayOptions,
	).toEqual({ show: { resource: ['task'], operation: ['getMany'], returnAll: [false] } });
});

test('every operation shows its own inputs, layer by layer, in its own order', () => {
	const names = fc.uniqueArray(
		fc.record({ name: fc.constantFrom(...'abcdefg'), layer: fc.constantFrom(1, 2, 2.5) }),
		{ selector: ({ name }) => name, maxLength: 6 },
	);
	const operations = fc.dictionary(fc.constantFrom('get', 'getMany', 'create', 'delete'), names, {
		minKeys: 1,
	});
	fc.assert(
		fc.property(
			fc.uniqueArray(
				fc.record({ resource: fc.constantFrom('task', 'plan', 'user', 'group'), operations }),
				{ selector: ({ resource }) => resource },
			),
			(resources) => {
				const given = resources.map(({ resource, operations: all }) => ({
					resource,
					operations: Object.fromEntries(
						Object.entries(all).map(([operation, inputs]) => [
							operation,
							inputs.map(({ name, layer }) => placed(name, layer)),
						]),
					),
				}));
				const properties = mergedInputs(given);
				for (const { resource, operations: all } of given)
					for (const [operation, inputs] of Object.entries(all))
						expect(shownFor(properties, resource, operation)).toEqual(
							[...inputs].sort((a, b) => a.layer - b.layer).map(({ property }) => property.name),
						);
			},
		),
	);
});
