import type { INode, INodeParameters } from 'n8n-workflow';

import { allFields } from '../../declare/derived/operationParts';
import { type Fields, hidesSecret } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import { isObject } from '../../support/json';
import { perObject } from '../../support/perObject';
import { allSpellings, withoutSpellings } from '../../support/text/mask';
import { byAnyName, isSecretAt, maskedTexts, NO_FIELDS } from './secrets';

/** The node for an error, with masked parameters, because n8n stores them with the error. */
export function nodeWithoutSecrets(
	node: INode,
	operation: Operation,
	secrets: readonly string[],
): INode {
	return secrets.length === 0
		? nodeWithoutDeclaredSecrets(node)(operation)
		: maskedNode(node, operation, secrets);
}

/**
 * The node without its declared secrets, if there are no other values to mask. It is computed once
 * for all items of a run.
 */
const nodeWithoutDeclaredSecrets = perObject((node: INode) =>
	perObject((operation: Operation) => maskedNode(node, operation, [])),
);

const maskedNode = (node: INode, operation: Operation, secrets: readonly string[]): INode => ({
	...node,
	parameters: maskedParameters(
		node.parameters,
		allFields(operation),
		allSpellings(secrets),
	) as INodeParameters,
});

/** The node for an error before the operation is known. */
export function nodeWithoutParameters(node: INode): INode {
	const { resource, operation } = node.parameters;
	return { ...node, parameters: { resource, operation } };
}

function maskedParameters(value: unknown, fields: Fields, spellings: readonly string[]): unknown {
	if (typeof value === 'string') return withoutSpellings(value, spellings);
	if (Array.isArray(value)) return value.map((entry) => maskedParameters(entry, fields, spellings));
	if (!isObject(value)) return value;
	const declared = byAnyName(fields);
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => {
			const spec = declared.get(key)?.spec;
			// A form that is given as JSON or with an expression.
			const isFormAsText = typeof inner === 'string' && hidesSecret(spec?.fields);
			if (isSecretAt(value, key, declared) || isFormAsText) return [key, maskedTexts(inner)];
			return [key, maskedParameters(inner, spec ? (spec.fields ?? NO_FIELDS) : fields, spellings)];
		}),
	);
}
