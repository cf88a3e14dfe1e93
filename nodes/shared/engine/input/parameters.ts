import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { isExpression } from '../../declare/input/readField';
import { isObject } from '../../support/json';

/**
 * Reads parameters, with their expressions evaluated. n8n copies and checks a value each time: one
 * without an expression is the same for all items, and is read once. Only what is copied cheaply is
 * kept, so that items do not share objects.
 * @param node the node with its expressions
 * @returns reads a parameter of an item; `null` where there is none
 */
export function parametersOf(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	{ parameters }: Pick<INode, 'parameters'>,
): (name: string, itemIndex: number) => unknown {
	const values = new Map<string, unknown>();
	return (name, itemIndex) => {
		if (values.has(name)) return copyOf(values.get(name));
		const value: unknown = context.getNodeParameter(name, itemIndex, null);
		if (isFlat(parameters[name]) && isFlat(value)) values.set(name, copyOf(value));
		return value;
	};
}

/**
 * Whether a value is, or directly holds, only texts, numbers and the like, none of them an
 * expression.
 */
function isFlat(value: unknown): boolean {
	const isPlain = (inner: unknown) =>
		(typeof inner !== 'object' || inner === null) && !isExpression(inner);
	return (
		isPlain(value) ||
		(isObject(value) &&
			Object.getPrototypeOf(value) === Object.prototype &&
			Object.values(value).every(isPlain))
	);
}

const copyOf = (value: unknown): unknown => (isObject(value) ? { ...value } : value);
