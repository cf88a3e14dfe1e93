/**
 * Whatever must be filled in is there to be filled in: required lists and forms of all operations
 * open with one empty entry, at any depth.
 */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import { propertiesOfNode } from '../../../nodes/shared/editor/nodeProperties';

interface Placed {
	title: string;
	field: Field;
	input: INodeProperties;
}

const propertiesIn = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option] : [],
	);

/** The fields with their inputs, and those inside of them. */
function placedIn(fields: Fields, inputs: readonly INodeProperties[], title: string): Placed[] {
	const all = inputs.flatMap((input) =>
		input.name === 'additionalFields' ? [input, ...propertiesIn(input)] : [input],
	);
	return Object.entries(fields).flatMap(([name, field]) =>
		all
			.filter((input) => input.name === name)
			.flatMap((input) => {
				const path = `${title} ${name}`;
				return [
					{ title: path, field, input },
					...placedIn(field.spec.fields ?? {}, propertiesIn(input), path),
				];
			}),
	);
}

const placed = Object.entries(areas).flatMap(([area, resources]) => {
	const properties = propertiesOfNode(resources);
	return resources.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) => {
			const own = properties.filter(
				({ displayOptions: { show } = {} }) =>
					show?.resource?.includes(value) && show.operation?.includes(name),
			);
			const inside = own.filter(({ type }) => type === 'collection').flatMap(propertiesIn);
			return placedIn(inputFields(operation), [...own, ...inside], `${area} ${value}.${name}`);
		}),
	);
});

const isListOrForm = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'fixedCollection' || (type === 'string' && typeOptions?.multipleValues === true);

/** Without any, each of its fields is added by a person. */
const hasRequired = ({ spec }: Field): boolean =>
	Object.values(spec.fields ?? {}).some((inner) => inner.spec.required);

const required = placed.filter(
	({ field, input }) =>
		field.spec.required &&
		!field.spec.mayBeEmpty &&
		((field.isForm && hasRequired(field)) || isListOrForm(input)),
);

test('required lists and forms are found, also inside others', () => {
	const kinds = new Set(required.map(({ input }) => input.type));
	expect([...kinds].sort()).toEqual(['collection', 'fixedCollection', 'string']);
	expect(required.map(({ title }) => title)).toEqual(
		expect.arrayContaining([
			'SCIM user.create name',
			'Stewardship campaign.createWithDataModel participants logins',
			'Stewardship semanticType.create regEx validator',
		]),
	);
});

test('each required list or form opens with one empty entry', () => {
	const empty = required.filter(({ input }) => Object.keys(input.default as object).length === 0);
	expect(empty.map(({ title }) => title)).toEqual([]);
});

test('an entry of a form has an input for each of its required fields', () => {
	for (const { title, input } of required) {
		if (input.type !== 'fixedCollection') continue;
		const [{ name, values }] = input.options as [INodePropertyCollection];
		const start = input.default as Record<string, unknown>;
		const [entry] = [start[name]].flat() as [Record<string, unknown>];
		expect({ title, names: Object.keys(entry) }).toEqual({
			title,
			names: values.map((value) => value.name),
		});
	}
});
