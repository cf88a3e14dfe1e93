/** Keeping what is secret out of errors: the values that were given, and the node that an error carries. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { type Fields, nameOnWire } from '../declare/field';
import { jsonTwin } from '../declare/layout';
import { type Operation } from '../declare/operation';
import { inputFields } from '../declare/define';
import { withoutValues } from '../support/mask';

const fieldsOf = (operation: Operation): Fields => ({ ...inputFields(operation), ...operation.settings });

/** The secrets among the values that were given to an operation. */
export function secretsGiven(operation: Operation, values: IDataObject): string[] {
	return secretsIn(fieldsOf(operation), values);
}

function secretsIn(fields: Fields, values: unknown): string[] {
	if (Array.isArray(values)) return values.flatMap((entry) => secretsIn(fields, entry));
	if (typeof values !== 'object' || values === null) return [];
	return Object.entries(fields).flatMap(([name, field]) => {
		const value = (values as IDataObject)[name] ?? (values as IDataObject)[nameOnWire(name, field)];
		if (field.spec.secret) return typeof value === 'string' ? [value] : [];
		return field.spec.fields ? secretsIn(field.spec.fields, value) : [];
	});
}

/** A shorter one may be a word that stands in names, too: an output must not be changed by chance. */
const TELLING = 8;

/** An output in which the secrets that were given are not repeated, whatever the platform answered. */
export function outputWithoutSecrets(output: Output, secrets: readonly string[]): Output {
	const telling = secrets.filter(({ length }) => length >= TELLING);
	return telling.length === 0 ? output : { ...output, json: unrepeated(output.json, telling) as IDataObject };
}

function unrepeated(value: unknown, secrets: readonly string[]): unknown {
	if (typeof value === 'string') return withoutValues(value, secrets);
	if (Array.isArray(value)) return value.map((entry) => unrepeated(entry, secrets));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unrepeated(inner, secrets)]));
}

/** Names of the parameters that hold secrets, forms given as JSON included. */
function secretNames(fields: Fields): Set<string> {
	const names = new Set<string>();
	for (const [name, field] of Object.entries(fields)) {
		if (field.spec.secret) names.add(name);
		if (!field.spec.fields) continue;
		const inner = secretNames(field.spec.fields);
		for (const each of inner) names.add(each);
		if (inner.size > 0) names.add(jsonTwin(name));
	}
	return names;
}

/** The node as an error may carry it: n8n stores its parameters with the error. */
export function nodeWithoutSecrets(node: INode, operation: Operation): INode {
	const names = secretNames(fieldsOf(operation));
	return names.size === 0 ? node : { ...node, parameters: masked(node.parameters, names) as INodeParameters };
}

function masked(value: unknown, names: ReadonlySet<string>): unknown {
	if (Array.isArray(value)) return value.map((entry) => masked(entry, names));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			names.has(name) && inner !== '' && inner !== undefined ? '***' : masked(inner, names),
		]),
	);
}
