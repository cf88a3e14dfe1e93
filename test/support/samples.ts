/** A value for each field, as a person would give it and as it must stand on the wire. */
import type { IDataObject } from 'n8n-workflow';

import { type Field, type Fields, nameOnWire } from '../../nodes/shared/declare/field';
import { collectionOf, isFirstInForm, isTopLevel } from '../../nodes/shared/declare/layout';
import { type Operation } from '../../nodes/shared/declare/operation';
import { inputFields } from '../../nodes/shared/declare/define';

const TIME = '2026-03-01T00:00:00Z';

export interface Sample {
	/** As the node's parameter. */
	given: unknown;
	/** As it leaves. */
	wire: unknown;
}

/** A sample of a field. */
export function sampleOf(name: string, field: Field): Sample {
	const { spec } = field;
	const example = spec.example;
	if (spec.picker) {
		const value = (example as string | undefined) ?? spec.picker.example;
		return { given: { __rl: true, mode: 'id', value }, wire: value };
	}
	switch (spec.kind) {
		case 'text':
		case 'id':
			return same(example ?? (spec.pattern ? '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11' : `a-${name}`));
		case 'integer':
		case 'number':
			return same(example ?? spec.max ?? (spec.min ?? 0) + 1);
		case 'boolean':
			return same(example ?? !(spec.initial ?? spec.apiDefault ?? false));
		case 'choice':
			return same(example ?? spec.choices!.at(-1)!.value);
		case 'choices':
			return same(example ?? [spec.choices![0]!.value]);
		case 'list':
			return same(example ?? [`${name}-1`, `${name}-2`]);
		case 'date': {
			const time = (example as string | undefined) ?? TIME;
			return { given: time, wire: spec.dateForm === 'milliseconds' ? Date.parse(time) : spec.dateForm === 'date' ? time.slice(0, 10) : time };
		}
		case 'pairs': {
			const pairs = (example as IDataObject | undefined) ?? { [`${name}-key`]: 'a value' };
			return { given: { pairs: Object.entries(pairs).map(([key, value]) => ({ name: key, value })) }, wire: pairs };
		}
		case 'rows': {
			const row = formSample(spec.fields ?? {});
			return { given: { rows: [row.given] }, wire: [row.wire] };
		}
		case 'object': {
			const allOptional = Object.values(spec.fields ?? {}).every((inner) => !inner.spec.required);
			if (allOptional) return samplesOf(spec.fields ?? {});
			const one = formSample(spec.fields ?? {});
			return { given: { value: one.given }, wire: one.wire };
		}
		case 'json':
			return { given: JSON.stringify(example ?? (spec.shape === 'array' ? ['a'] : { a: 1 })), wire: example ?? (spec.shape === 'array' ? ['a'] : { a: 1 }) };
	}
}

const same = (value: unknown): Sample => ({ given: value, wire: value });

/** Optional fields of a form stand in a collection of their own. */
function formSample(fields: Fields): { given: IDataObject; wire: IDataObject } {
	const { given, wire } = samplesOf(fields);
	const required: IDataObject = {};
	const optional: IDataObject = {};
	for (const [name, value] of Object.entries(given)) (isFirstInForm(fields[name]!) ? required : optional)[name] = value;
	return { given: Object.keys(optional).length > 0 ? { ...required, additionalFields: optional } : required, wire };
}

function samplesOf(fields: Fields): { given: IDataObject; wire: IDataObject } {
	const given: IDataObject = {};
	const wire: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		const sample = sampleOf(name, field);
		given[name] = sample.given as IDataObject;
		wire[nameOnWire(name, field)] = sample.wire as IDataObject;
	}
	return { given, wire };
}

/** Puts values where the node's parameters hold them: on top, or in the operation's collection. */
export function parametersOf(operation: Operation, values: IDataObject): IDataObject {
	const fields: Fields = { ...inputFields(operation), ...operation.settings };
	const parameters: IDataObject = {};
	const inner: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields[name];
		if (!field) throw new Error(`The operation has no field ${name}`);
		(isTopLevel(field) ? parameters : inner)[name] = value;
	}
	if (Object.keys(inner).length > 0) parameters[collectionOf(operation)] = inner;
	return parameters;
}
