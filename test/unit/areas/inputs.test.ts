/** The inputs that a person sees in the editor: how they start, and what helps to fill them in. */
import { type INodeProperties, type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { propertyOf } from '../../../nodes/shared/declare/field/property';
import { type Fields, integer } from '../../../nodes/shared/declare/fields';
import { NumberField } from '../../../nodes/shared/declare/kinds/number';
import { anyNode } from '../../support/anyNode';
import { nodeTypes } from '../../support/engine';
import { allProperties, nodes, ownProperties } from './descriptionsStage';

/** The optional numbers of a set of fields, those of its forms included. */
function* optionalNumbers(fields: Fields, path: string): Generator<[string, NumberField]> {
	for (const [name, field] of Object.entries(fields)) {
		const { required, fields: inner } = field.spec;
		if (field instanceof NumberField && !required) yield [`${path}.${name}`, field];
		if (inner) yield* optionalNumbers(inner, `${path}.${name}`);
	}
}

test('an added number starts with the platform’s default, or with a usual value', () => {
	const findings = Object.entries(areas).flatMap(([area, resources]) =>
		resources.flatMap(({ value, operations: all }) =>
			Object.entries(all).flatMap(([name, operation]) =>
				[
					...optionalNumbers(
						{ ...inputFields(operation), ...operation.settings },
						`${area} ${value}.${name}`,
					),
				]
					// The first page and no record skipped are what the platform begins with.
					.filter(
						([path, { spec }]) =>
							!/\.(page|offset)$/.test(path) &&
							spec.initial === undefined &&
							spec.apiDefault === undefined &&
							spec.example === undefined,
					)
					.map(([path]) => path),
			),
		),
	);
	expect(findings).toEqual([]);
	const timeout = integer('After how many minutes').min(1).eg(90).optional();
	expect(propertyOf('timeout', timeout).default).toBe(90);
	expect(
		propertyOf('size', integer('Size').min(1).byDefault(100).sample(3).optional()).default,
	).toBe(100);
});

test.each(nodes)('%s: an added start of a list skips nothing', (_area, type) => {
	const begins = [...allProperties(ownProperties(type))].filter(
		([, { name, type: kind, description }]) =>
			kind === 'number' &&
			(/^(page|offset|start|startIndex)$/.test(name) || /to skip/.test(description ?? '')),
	);
	expect(
		begins
			.filter(
				([, { default: begin, description }]) =>
					Number(begin) > (/to skip/.test(description ?? '') ? 0 : 1),
			)
			.map(([path]) => path),
	).toEqual([]);
});

test.each(nodes)('%s: the placeholder of a search or query shows its syntax', (_area, type) => {
	const queries = [...allProperties(ownProperties(type))].filter(
		([, { name, type: kind }]) => kind === 'string' && /^(query|filter|search)$/.test(name),
	);
	expect(queries.filter(([, { placeholder }]) => !placeholder).map(([path]) => path)).toEqual([]);
});

/** The collections of a node, those inside forms included, with the forms around them. */
function* collectionsIn(
	properties: INodeProperties[],
	path = '',
): Generator<[path: string, collection: INodeProperties]> {
	for (const property of properties) {
		if (property.type === 'collection') yield [`${path}${property.name}`, property];
		for (const option of (property.options ?? []) as Array<
			INodeProperties & { values?: INodeProperties[] }
		>)
			if (option.values) yield* collectionsIn(option.values, `${path}${property.name}.`);
			else if ('type' in option) yield* collectionsIn([option], `${path}${property.name}.`);
	}
}

test.each(nodes)(
	'%s: an option that was just added to a collection is kept when the editor cleans up the node',
	(_name, type) => {
		const vanished: string[] = [];
		for (const [path, collection] of collectionsIn(ownProperties(type)))
			for (const option of collection.options as INodeProperties[]) {
				const alone: INodeProperties = {
					...collection,
					displayOptions: undefined,
					options: [{ ...option, displayOptions: undefined }],
				};
				const added = { [collection.name]: { [option.name]: structuredClone(option.default) } };
				// As the editor does after each change: it keeps what differs from the defaults.
				const kept = NodeHelpers.getNodeParameters(
					[alone],
					added,
					false,
					false,
					{ typeVersion: 1 },
					{ ...type.description, properties: [alone] },
				);
				if (!(option.name in ((kept?.[collection.name] ?? {}) as object)))
					vanished.push(`${path}.${option.name}`);
			}
		expect(vanished).toEqual([]);
	},
);

test.each(nodes)('%s: a choice of types ends with the one that is given as JSON', (_name, type) => {
	const properties = [...allProperties(ownProperties(type))];
	const shows = ([, { displayOptions }]: (typeof properties)[number], name: string) =>
		displayOptions?.show?.[name]?.includes('JSON') === true;
	const endings = properties
		.filter(
			([, { name, type: kind }]) =>
				kind === 'options' && properties.some((each) => shows(each, name)),
		)
		.map(([path, { options }]) => [path, (options as INodePropertyOptions[]).at(-1)?.value]);
	expect(endings).toEqual(endings.map(([path]) => [path, 'JSON']));
});

test.each(nodes)('%s: each entry of a list of texts shows an example', (_name, type) => {
	const withoutExample = [...allProperties(ownProperties(type))].filter(
		([, { type: kind, typeOptions, placeholder }]) =>
			kind === 'string' && typeOptions?.multipleValues && !placeholder?.startsWith('e.g. '),
	);
	expect(withoutExample.map(([path]) => path)).toEqual([]);
});

test.each(nodes)('%s: an empty box for a long text shows an example', (_name, type) => {
	const withoutExample = [...allProperties(ownProperties(type))].filter(
		([, { type: kind, typeOptions, placeholder, default: starts }]) =>
			kind === 'string' && typeOptions?.rows !== undefined && !placeholder && starts === '',
	);
	expect(withoutExample.map(([path]) => path)).toEqual([]);
});

/** About how many pixels a name takes in the editor. */
const pixels = (name: string) =>
	[...name].reduce(
		(sum, letter) =>
			sum +
			(/[iljI.,()'|]/.test(letter)
				? 3.5
				: /[tfr ]/.test(letter)
					? 4.5
					: /[mwMW]/.test(letter)
						? 10.5
						: /[A-Z]/.test(letter)
							? 8.5
							: 6.8),
		0,
	);

/**
 * What the editor shows of the name of an input, by how deep it is inside of others: seen in the
 * editor, with "Keep Microservice Deployments" as the longest that is shown whole, and "Executor
 * Memory Overhead (MB)" the shortest that is not.
 */
const fits = (depth: number) => (depth === 0 ? 260 : depth === 1 ? 188 : 150);

test.each(nodes)('%s: no name of an input is cut off', (_name, type) => {
	const cut = [...allProperties(ownProperties(type))].filter(
		([path, { displayName, type: kind }]) =>
			kind !== 'notice' && pixels(displayName) > fits(path.split('.').length - 1),
	);
	expect(cut.map(([path, { displayName }]) => `${path}: ${displayName}`)).toEqual([]);
});

test.each(nodes)('%s: a boolean filter that is added means yes', (_name, type) => {
	const isYesOrNo = ({ options }: INodeProperties) =>
		(options as Array<{ value?: unknown }> | undefined)
			?.map(({ value }) => String(value))
			.sort()
			.join() === 'false,true';
	const filters = [...allProperties(ownProperties(type))].filter(
		([, property]) => property.type === 'options' && isYesOrNo(property),
	);
	expect(
		filters.filter(([, property]) => property.default !== 'true').map(([path]) => path),
	).toEqual([]);
});

test('a switch that is added to a creation or update of a user deactivates nobody', () => {
	const active = nodes.flatMap(([, type]) =>
		[...allProperties(ownProperties(type))].filter(
			([, { name, type: kind }]) => name === 'active' && kind === 'boolean',
		),
	);
	expect(active.length).toBeGreaterThan(3);
	expect(active.filter(([, property]) => property.default !== true).map(([path]) => path)).toEqual(
		[],
	);
});

/** The editor gives them 91 pixels, in which "By Login" fits and "By Version" does not. */
const MODE_FITS = 8;

test.each(nodes)('%s: no mode name of a picker is cut off', (_name, type) => {
	const labels = new Set<string>();
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const { modes } = value as { modes?: Array<{ type: string; displayName: string }> };
		// The editor has its own words for lists.
		for (const mode of modes ?? []) if (mode.type !== 'list') labels.add(mode.displayName);
		Object.values(value).forEach(visit);
	};
	visit(ownProperties(type));
	expect([...labels].filter((label) => label.length > MODE_FITS)).toEqual([]);
});

test('n8n requires nothing inside a form that is given as JSON', () => {
	const asked: string[] = [];
	let forms = 0;
	for (const [area, type] of Object.entries(nodeTypes))
		for (const { name, type: kind, displayOptions } of type.description.properties) {
			const [hidden] = Object.keys(displayOptions?.hide ?? {});
			if (kind === 'resourceMapper' || hidden === undefined) continue;
			const [collection, twin] = hidden.slice(1).split('.') as [string, string];
			const { resource, operation } = displayOptions!.show as Record<string, string[]>;
			const node = anyNode({
				parameters: {
					...{ resource: resource![0]!, operation: operation![0]! },
					[collection]: { [twin]: '={{ $json.all }}' },
				},
			});
			const { properties } = type.description;
			const parameters = NodeHelpers.getNodeParameters(
				properties,
				node.parameters,
				true,
				false,
				node,
				type.description,
			)!;
			const issues = NodeHelpers.getNodeParametersIssues(
				properties,
				{ ...node, parameters },
				type.description,
			);
			const own = new Set(properties.map((property) => property.name));
			const inside = Object.keys(issues?.parameters ?? {}).filter((each) => !own.has(each));
			if (inside.length > 0) asked.push(`${area} ${name}: ${inside.join()}`);
			forms++;
		}
	expect(asked).toEqual([]);
	expect(forms).toBeGreaterThan(10);
});

describe('forms', () => {
	const isForm = ({ type, required }: INodeProperties) =>
		type === 'fixedCollection' || (type === 'collection' && required);
	const shownForms = Object.entries(nodeTypes).flatMap(([area, type]) =>
		ownProperties(type)
			.filter(isForm)
			.map((form) => ({ title: `${area} ${form.name}`, form })),
	);
	const startsEmpty = ({ default: start }: INodeProperties) =>
		Object.keys(start as object).length === 0;

	test('a form is hidden for its JSON only if it starts filled', () => {
		expect(shownForms.length).toBeGreaterThan(10);
		const findings = shownForms
			.map(({ title, form }) => ({
				title,
				hiddenFor: Object.keys(form.displayOptions?.hide ?? {}).map((at) => at.split('.').at(-1)),
				expected: form.required || !startsEmpty(form) ? [`${form.name}Json`] : [],
			}))
			.filter(({ hiddenFor, expected }) => hiddenFor.join() !== expected.join());
		expect(findings).toEqual([]);
	});

	test('a required form starts filled', () => {
		expect(
			shownForms
				.filter(({ form }) => form.type === 'fixedCollection' && form.required)
				.filter(({ form }) => startsEmpty(form))
				.map(({ title }) => title),
		).toEqual([]);
	});

	test('the JSON of a form is nowhere but in the collection', () => {
		expect(
			Object.values(nodeTypes)
				.flatMap((type) => ownProperties(type))
				.filter(({ name }) => name.endsWith('Json')),
		).toEqual([]);
	});

	const collected = Object.entries(nodeTypes).flatMap(([area, type]) =>
		[...collectionsIn(ownProperties(type))]
			.filter(([path]) =>
				['additionalFields', 'updateFields', 'filters', 'options'].includes(
					path.split('.').at(-1)!,
				),
			)
			.flatMap(([path, { options }]) =>
				(options as INodeProperties[])
					.filter(({ type: kind }) => kind === 'fixedCollection')
					.map((form) => ({
						title: `${area} ${path}.${form.name}`,
						form,
						siblings: (options as INodeProperties[]).map(({ name }) => name),
					})),
			),
	);

	test('a form in a collection starts filled, because n8n drops one that is empty', () => {
		expect(collected.filter(({ form }) => startsEmpty(form)).map(({ title }) => title)).toEqual([]);
	});

	test('a form in a collection has its JSON beside it', () => {
		expect(
			collected
				.filter(({ form, siblings }) => !siblings.includes(`${form.name}Json`))
				.map(({ title }) => title),
		).toEqual([]);
	});
});
