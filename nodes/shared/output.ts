/** An answer → items. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nameOnWire } from './field';
import type { Answers, Input, Output, RequestOperation } from './operation';
import type { Answer } from './send';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps the fields that matter to most people; an absent field stays absent. */
export function simplified(record: IDataObject, simple: readonly string[] | undefined): IDataObject {
	if (!simple) return record;
	return Object.fromEntries(simple.filter((name) => name in record).map((name) => [name, record[name]]));
}

/** Only these fields of a record; "request.url" keeps one field of an inner object. */
export function picked(record: IDataObject, paths: readonly string[]): IDataObject {
	const kept: IDataObject = {};
	for (const path of paths) {
		const [name, ...rest] = path.split('.') as [string, ...string[]];
		if (!(name in record)) continue;
		const value = record[name];
		if (rest.length === 0) kept[name] = value;
		else if (isObject(value)) kept[name] = { ...(kept[name] as IDataObject | undefined), ...picked(value, [rest.join('.')]) };
	}
	return kept;
}

/** A record of a list as an object: some lists hold plain texts. */
export function asRecord(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as IDataObject[string] };
}

/** The output of one answer that is not a list. */
export function outputOf(operation: RequestOperation, input: Input, answer: Answer): Output[] {
	const { answers } = operation;
	if (answers.output) return [{ json: answers.output(answer, input.values) }];
	if (answers.kind === 'nothing' || answer.body === undefined || answer.body === '' || answer.body === null)
		return [{ json: done(operation, input) }];
	if (Array.isArray(answer.body))
		return answer.body.map((entry) => ({ json: simplify(answers, input, asRecord(entry)) }));
	return [{ json: simplify(answers, input, asRecord(answer.body)) }];
}

/** Applies Simplify when the person left it on. */
export function simplify(answers: Answers, input: Input, record: IDataObject): IDataObject {
	return input.settings.simplify === true ? simplified(record, answers.simple) : record;
}

/** An answer without a body: what was done, and to what. */
export function done(operation: RequestOperation, input: Input): IDataObject {
	const ids: IDataObject = {};
	for (const [name, field] of Object.entries(operation.path ?? {}))
		ids[name] = input.path[nameOnWire(name, field)];
	return operation.method === 'DELETE' ? { deleted: true, ...ids } : { success: true, ...ids };
}

/** Links each output to the item that it comes from. */
export function paired(outputs: Output[], itemIndex: number): INodeExecutionData[] {
	return outputs.map((output) => ({ ...output, pairedItem: { item: itemIndex } }));
}
