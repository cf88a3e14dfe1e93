import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { isExpression } from '../../declare/field/parse';
import { isObject } from '../../support/json';

/**
 * Reads parameters, with their expressions evaluated. n8n copies and checks a value each time it is
 * read. A value without an expression is the same for all items, so it is read once. Only values
 * that are cheap to copy are kept, so that items do not share objects.
 * @param node the node with its expressions
 * @returns a function that reads a parameter of an item; `null` if the item has no such parameter
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
 * Whether a value is a text, a number or the like, or an object or list with only such values, and
 * none of them is an expression.
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
