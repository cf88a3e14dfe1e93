/** What a person sees in the editor follows n8n's rules, and n8n can load it. */
import { ESLint } from 'eslint';
import {
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { areas } from '../../../nodes/areas';
import { type Fields, integer } from '../../../nodes/shared/declare/fields';
import { inputFields } from '../../../nodes/shared/declare/fieldsOf';
import { propertyOf } from '../../../nodes/shared/declare/kinds/common/property';
import { NumberField } from '../../../nodes/shared/declare/kinds/number';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { interfaceSchemas } from '../../../platform/interfaceDocuments';
import { anyNode } from '../../support/anyNode';
import { nodeTypes, triggerTypes } from '../../support/engine';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- the plugin has no types
const plugin = require('eslint-plugin-n8n-nodes-base') as { configs: { nodes: { rules: object } } };
// eslint-disable-next-line @typescript-eslint/no-require-imports -- the parser of the plugin's rules
const parser = require('@typescript-eslint/parser') as object;

/**
 * Off in n8n's own scanner, too; a choice that must be made is made by the person: none is preset;
 * and in a form, what a choice shows comes after it, and days of the week are in their order, not
 * alphabetical.
 */
const OFF = [
	'node-param-multi-options-type-unsorted-items',
	'node-param-type-options-max-value-present',
	'node-param-default-wrong-for-options',
	'node-param-fixed-collection-type-unsorted-items',
];

/** The rules for parameters, which see generated properties only when they are in a file. */
const rules = Object.fromEntries(
	Object.keys(plugin.configs.nodes.rules)
		.filter((name) => name.includes('/node-param-') && !OFF.some((off) => name.endsWith(off)))
		.map((name) => [name, 'error'] as const),
);

let folder: string;
let eslint: ESLint;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
	eslint = new ESLint({
		cwd: folder,
		overrideConfigFile: true,
		overrideConfig: [
			{
				files: ['**/*.ts'],
				languageOptions: { parser },
				plugins: { 'n8n-nodes-base': plugin },
				rules,
			},
		],
	});
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The properties as a source file, without what is code. */
const asSource = (properties: INodeProperties[]) =>
	`export const properties = ${JSON.stringify(properties, (key, value: unknown) => (key === 'routing' ? undefined : value), '\t').replace(/"([A-Za-z_]\w*)":/g, '$1:')};\n`;

const nodes = [
	...Object.entries(nodeTypes),
	...Object.entries(triggerTypes).map(([name, type]) => [`${name} Trigger`, type] as const),
];

/** Our properties, without those that n8n adds. */
const ownProperties = (type: INodeType) =>
	type.description.properties.filter(({ name }) => name !== 'requestOptions');

test.each(nodes)(
	'%s: names, descriptions and defaults follow n8n’s conventions',
	async (area, type) => {
		const file = join(folder, `${area}.ts`);
		writeFileSync(file, asSource(ownProperties(type)));
		const [result] = await eslint.lintFiles([file]);
		expect(
			result!.messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
		).toEqual([]);
	},
);

/** All properties, those inside collections and forms included, with the place where they stand. */
function* allProperties(
	properties: INodeProperties[],
	path = '',
): Generator<[string, INodeProperties]> {
	for (const property of properties) {
		yield [`${path}${property.name}`, property];
		for (const option of (property.options ?? []) as Array<
			INodeProperties & { values?: INodeProperties[] }
		>)
			if (option.values) yield* allProperties(option.values, `${path}${property.name}.`);
			else if ('type' in option) yield* allProperties([option], `${path}${property.name}.`);
	}
}

test.each(nodes)('%s: texts are plain and name the next step', (_area, type) => {
	const findings: string[] = [];
	for (const [path, property] of allProperties(ownProperties(type))) {
		const { name, displayName, description, placeholder, type: kind } = property;
		if (kind === 'notice') continue;
		// A form is described once, at the choice of how to give it.
		const isChosen = Object.keys(property.displayOptions?.show ?? {}).includes(
			`${name.replace(/Json$/, '')}Input`,
		);
		if (description?.endsWith('.') && !/\. [A-Z]/.test(description))
			findings.push(`${path}: the description ends with a full stop`);
		if (kind === 'boolean' && !description?.startsWith('Whether '))
			findings.push(`${path}: a switch is described by "Whether …"`);
		if (placeholder && !/^(e\.g\. |Add |Select )/.test(placeholder))
			findings.push(`${path}: the placeholder is "${placeholder}"`);
		if (/\b(Id|Url|Api)\b/.test(displayName))
			findings.push(`${path}: the name is "${displayName}"`);
		if (
			!description &&
			!['Name', 'Value', 'Resource', 'Operation', 'Authentication'].includes(displayName) &&
			!['collection', 'resourceLocator'].includes(kind) &&
			!isChosen
		)
			findings.push(`${path}: no description`);
	}
	expect(findings).toEqual([]);
});

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

const operations = Object.entries(areas)
	.filter(([area]) => area in nodeTypes)
	.flatMap(([area, resources]) =>
		resources.flatMap(({ value, operations: all }) =>
			Object.keys(all).map((name) => [`${area} ${value}.${name}`, area, value, name] as const),
		),
	);

test.each(operations)(
	'%s: n8n loads it unchanged when it is chosen',
	(_title, area, resource, operation) => {
		const type = nodeTypes[area] as INodeType;
		const parameters = { authentication: 'serviceAccount', resource, operation };
		const node = anyNode({ type: type.description.name, parameters });
		const types = {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		};
		expect(
			() => new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: types }),
		).not.toThrow();
		const shown = type.description.properties.filter((property) =>
			NodeHelpers.displayParameter(parameters, property, node, type.description),
		);
		// Nobody can tell two inputs of one label apart, in the panel or in a refusal.
		for (const key of ['name', 'displayName'] as const) {
			const names = shown.map((property) => property[key]);
			expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		}
		// How much of a list stands before where it starts.
		const order = ['returnAll', 'limit', 'offset']
			.map((name) => shown.findIndex((property) => property.name === name))
			.filter((place) => place >= 0);
		expect(order).toEqual([...order].sort((a, b) => a - b));
		// Simplify is about the output: what the record is made of stands before it.
		const { answers } = areas[area]!.find(({ value }) => value === resource)!.operations[
			operation
		]!;
		const afterwards = shown
			.slice(shown.findIndex(({ name }) => name === 'simplify') + 1)
			.filter(({ type: kind, name }) => kind !== 'collection' && name !== 'requestOptions');
		if (answers.kind !== 'list' && shown.some(({ name }) => name === 'simplify'))
			expect(afterwards.map(({ name }) => name)).toEqual([]);
	},
);

const described = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap(({ value, operations: all }) =>
		Object.entries(all).map(([key, { name, action, description }]) => ({
			title: `${area} ${value}.${key}`,
			key,
			name,
			action,
			description,
		})),
	),
);
test('the value of every operation is in camel case', () => {
	expect(described.filter(({ key }) => !/^[a-z][A-Za-z]*$/.test(key))).toEqual([]);
});
test('the name of every operation begins with a capital letter', () => {
	expect(described.filter(({ name }) => !/^[A-Z]/.test(name))).toEqual([]);
});
test('every action is the beginning of a sentence', () => {
	const isSentence = (action: string) => /^[A-Z][^A-Z]*/.test(action) && !action.endsWith('.');
	expect(described.filter(({ action }) => !isSentence(action))).toEqual([]);
});
test('a description ends with a period only if it has several sentences', () => {
	const isOfSeveralSentences = (description: string) => /\. [A-Z]/.test(description);
	expect(
		described.filter(
			({ description }) =>
				!/^[A-Z]/.test(description) ||
				description.endsWith('.') !== isOfSeveralSentences(description),
		),
	).toEqual([]);
});
test('no two operations of a resource have the same name', () => {
	const findings = Object.entries(areas).flatMap(([area, resources]) =>
		resources
			.map(({ value, operations: all }) => ({
				title: `${area} ${value}`,
				names: Object.values(all).map(({ name }) => name),
			}))
			.filter(({ names }) => new Set(names).size < names.length),
	);
	expect(findings).toEqual([]);
});

test.each(Object.entries(nodeTypes))('the node of %s can be a tool', (_area, type) => {
	expect(type.description.usableAsTool).toBe(true);
});
test('every long record can be simplified, or its fields be chosen', () => {
	const long = Object.entries(areas).flatMap(([area, resources]) =>
		resources.flatMap(({ value, operations: all }) =>
			Object.entries(all)
				.filter(([, { kind, answers, ...of }]) => {
					if (kind === 'request' && (of as RequestOperation).effect !== 'read') return false;
					const [doc, ...name] = (answers.schema ?? '').split('.');
					return (
						['record', 'list'].includes(answers.kind) &&
						Object.keys(interfaceSchemas[doc!]?.[name.join('.')]?.fields ?? {}).length > 10
					);
				})
				.map(([key, operation]) => ({
					title: `${area} ${value}.${key}`,
					simple:
						operation.answers.simple !== undefined && 'simplify' in (operation.settings ?? {}),
					fields: 'fields' in (operation.settings ?? {}),
				})),
		),
	);
	expect(long.length).toBeGreaterThan(8);
	expect(long.filter(({ simple, fields }) => !simple && !fields).map(({ title }) => title)).toEqual(
		[],
	);
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

test.each(nodes)('%s: notices are whole sentences', (_name, type) => {
	const notices = ownProperties(type).flatMap(({ type: kind, displayName }) =>
		kind === 'notice' ? [displayName] : [],
	);
	expect(notices.filter((notice) => !/^[A-Z].*\.$/s.test(notice))).toEqual([]);
});

test('operations that require a personal access token say so while a service account is chosen', () => {
	const type = nodeTypes.Orchestration as INodeType;
	const noticesFor = (operation: string, authentication: string) => {
		const parameters = { authentication, resource: 'project', operation };
		const node = { typeVersion: 1, type: type.description.name } as INode;
		return type.description.properties
			.filter(
				(property) =>
					property.type === 'notice' &&
					NodeHelpers.displayParameter(parameters, property, node, type.description),
			)
			.map(({ displayName }) => displayName);
	};
	for (const operation of ['create', 'getMany', 'delete']) {
		expect(noticesFor(operation, 'serviceAccount')).toEqual([
			expect.stringMatching(
				/personal access tokens can use projects: set Authentication to Token\.$/,
			),
		]);
		expect(noticesFor(operation, 'token')).toEqual([]);
	}
	// For them it is not known.
	expect(noticesFor('getUsers', 'serviceAccount')).toEqual([]);
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
