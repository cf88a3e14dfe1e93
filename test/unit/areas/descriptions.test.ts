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
				/personal access tokens can use projects: set Authentication to Token\.$/,
			),
		]);
		expect(noticesFor(operation, 'token')).toEqual([]);
	}
	// For them it is not known.
	expect(noticesFor('getUsers', 'serviceAccount')).toEqual([]);
});
