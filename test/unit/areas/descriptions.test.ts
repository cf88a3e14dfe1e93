/** What a person reads in the editor follows n8n’s rules, and n8n can load it. */
import { ESLint } from 'eslint';
import {
	type INode,
	type INodeProperties,
	type INodeType,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { areas } from '../../../nodes/areas';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';
import { anyNode } from '../../support/anyNode';
import { nodeTypes } from '../../support/engine';
import { allProperties, nodes, ownProperties } from './descriptionsStage';

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

test.each(nodes)(
	'every input of %s has a label, a description and a placeholder in the agreed form',
	(_area, type) => {
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
	},
);

const operations = Object.entries(areas)
	.filter(([area]) => area in nodeTypes)
	.flatMap(([area, resources]) =>
		resources.flatMap(({ value: resource, operations: all }) =>
			Object.entries(all).map(([name, { answers }]) => ({
				title: `${area} ${resource}.${name}`,
				type: nodeTypes[area] as INodeType,
				parameters: { authentication: 'serviceAccount', resource, operation: name },
				answers,
			})),
		),
	);

type Chosen = (typeof operations)[number];

const nodeOf = ({ type, parameters }: Chosen) =>
	anyNode({ type: type.description.name, parameters });

/** The inputs that n8n shows when an operation is chosen, in their order. */
const shownFor = (chosen: Chosen) =>
	chosen.type.description.properties.filter((property) =>
		NodeHelpers.displayParameter(
			chosen.parameters,
			property,
			nodeOf(chosen),
			chosen.type.description,
		),
	);

test.each(operations)('n8n loads a workflow with $title', (chosen) => {
	const nodes = [nodeOf(chosen)];
	const known = {
		getByName: () => chosen.type,
		getByNameAndVersion: () => chosen.type,
		getKnownTypes: () => ({}),
	};
	expect(
		() => new Workflow({ nodes, connections: {}, active: false, nodeTypes: known }),
	).not.toThrow();
});

// Nobody could tell such inputs apart, in the panel or in a refusal.
test.each(operations)('no two inputs of $title have the same name or label', (chosen) => {
	const twice = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index);
	const shown = shownFor(chosen);
	expect(twice(shown.map(({ name }) => name))).toEqual([]);
	expect(twice(shown.map(({ displayName }) => displayName))).toEqual([]);
});

const namesShown = (chosen: Chosen) => shownFor(chosen).map(({ name }) => name);

const ofLists = operations.filter((chosen) => namesShown(chosen).includes('returnAll'));

test.each(ofLists)(
	'the inputs Return All, Limit and Offset of $title are in this order',
	(chosen) => {
		const all = namesShown(chosen);
		const inOrder = ['returnAll', 'limit', 'offset'].filter((name) => all.includes(name));
		expect(all.filter((name) => inOrder.includes(name))).toEqual(inOrder);
	},
);

const simplified = operations.filter(
	(chosen) => chosen.answers.kind !== 'list' && namesShown(chosen).includes('simplify'),
);

// It is about the output: what the record is made of stands before it.
test.each(simplified)('Simplify is the last input of $title', (chosen) => {
	const inputs = shownFor(chosen).filter(
		({ type, name }) => type !== 'collection' && name !== 'requestOptions',
	);
	expect(inputs.at(-1)!.name).toBe('simplify');
});

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

/** Words that have capital letters in a sentence, too. */
const CAPITALIZED = /\b[A-Z]{2,}s?\b/g;

test('every action is in sentence case, without a period at its end', () => {
	const isSentence = (action: string) =>
		/^[A-Z][^A-Z]*$/.test(`${action.charAt(0)}${action.slice(1).replace(CAPITALIZED, '')}`) &&
		!action.endsWith('.');
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
				/personal access tokens can use projects\. Set Authentication to Token\.$/,
			),
		]);
		expect(noticesFor(operation, 'token')).toEqual([]);
	}
	// For them it is not known.
	expect(noticesFor('getUsers', 'serviceAccount')).toEqual([]);
});
