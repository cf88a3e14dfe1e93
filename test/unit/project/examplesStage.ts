/** Compares the nodes of the example workflows with their declarations. */
import {
	type IDataObject,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isObject } from '../../../nodes/shared/support/json';
import { anyNode } from '../../support/anyNode';
import { nodeTypes, triggerTypes } from '../../support/engine';

const workflows = join(__dirname, '../../../workflows');

export const types = new Map(
	[...Object.values(nodeTypes), ...Object.values(triggerTypes)].map((type) => [
		type.description.name,
		type,
	]),
);

export const OURS = 'n8n-nodes-talend-cloud.';

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

/** What of some parameters the inputs of a node do not have. */
function unknownIn(
	properties: readonly INodeProperties[],
	given: IDataObject,
	path = '',
): string[] {
	return Object.entries(given).flatMap(([name, value]) => {
		const candidates = properties.filter((property) => property.name === name);
		if (candidates.length === 0) return [`${path}${name} is no parameter`];
		const findings = candidates.map((property) => wrongWith(property, value, `${path}${name}`));
		// Several inputs share a name: it must fit the one that is shown.
		return (
			findings.find((each) => each.length === 0) ??
			findings.find((each) => !each.some((words) => words.endsWith('is no parameter'))) ??
			findings[0]!
		);
	});
}

function wrongWith(property: INodeProperties, value: unknown, path: string): string[] {
	if (isExpression(value)) return [];
	const options = (property.options ?? []) as INodePropertyOptions[];
	switch (property.type) {
		case 'options':
			return property.typeOptions?.loadOptionsMethod ||
				value === property.default ||
				options.some((option) => option.value === value)
				? []
				: [`${path} has no choice ${JSON.stringify(value)}`];
		case 'multiOptions':
			if (!Array.isArray(value)) return [`${path} is no list`];
			return property.typeOptions?.loadOptionsMethod
				? []
				: value
						.filter((each) => !options.some((option) => option.value === each))
						.map((each) => `${path} has no choice ${JSON.stringify(each)}`);
		case 'collection':
			return isObject(value)
				? unknownIn(property.options as INodeProperties[], value, `${path}.`)
				: [`${path} is no collection`];
		case 'fixedCollection':
			if (!isObject(value)) return [`${path} has no rows`];
			return Object.entries(value).flatMap(([name, rows]) => {
				const group = (property.options as INodePropertyCollection[]).find(
					(each) => each.name === name,
				);
				if (!group) return [`${path} has no rows ${name}`];
				return [rows]
					.flat()
					.flatMap((row) => unknownIn(group.values, row as IDataObject, `${path}.${name}.`));
			});
		case 'resourceLocator': {
			const mode = isObject(value) ? String(value.mode) : undefined;
			return property.modes?.some((each) => each.name === mode)
				? []
				: [`${path} has no way ${mode}`];
		}
		default:
			return [];
	}
}

/**
 * Those of the names whose parameters are hidden by others: n8n keeps them, and nobody sees them.
 */
function hiddenIn({ description }: INodeType, node: INode, names: string[]): string[] {
	return names.filter((name) => {
		const candidates = description.properties.filter((property) => property.name === name);
		return (
			candidates.length > 0 &&
			!candidates.some((property) =>
				NodeHelpers.displayParameter(node.parameters, property, node, description),
			)
		);
	});
}

/** What is wrong with a node. The parameters that it leaves out start as n8n starts them. */
export function findings(
	type: INodeType,
	given: Partial<INode> & Pick<INode, 'parameters'>,
): string[] {
	const node = anyNode({ type: type.description.name, ...given });
	const filled = {
		...node,
		parameters: NodeHelpers.getNodeParameters(
			type.description.properties,
			node.parameters,
			true,
			false,
			node,
			type.description,
		)!,
	};
	const issues =
		NodeHelpers.getNodeParametersIssues(type.description.properties, filled, type.description)
			?.parameters ?? {};
	// n8n itself adds the poll times of a trigger.
	const { pollTimes, ...own } = node.parameters;
	const unknown = unknownIn(
		type.description.properties,
		type.description.polling ? own : { ...own, ...(pollTimes ? { pollTimes } : {}) },
	);
	return [
		...unknown,
		...(unknown.length > 0
			? []
			: hiddenIn(
					type,
					{ ...node, parameters: { ...filled.parameters, ...node.parameters } },
					Object.keys(node.parameters),
				).map((name) => `${name} is hidden`)),
		...Object.values(issues).flat(),
	];
}

interface Workflow {
	nodes: INode[];
}

export const nodes = readdirSync(workflows)
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) =>
		(JSON.parse(readFileSync(join(workflows, file), 'utf8')) as Workflow).nodes
			.filter(({ type }) => type.startsWith(OURS))
			.map((node) => [`${file}: ${node.name}`, node] as const),
	);
