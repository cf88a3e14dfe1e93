/** Several fields that travel as one object and are entered one by one, without a form around them. */
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../support/json';
import type { Place, Reading } from '../badInput';
import { objectSchema } from './form';
import { type Base, type Example, Field, type Fields, labelOf, nameOnWire, type Spec, type Values } from './kind';
import { ABSENT, isNothing, refuse, writtenAt } from './reading';

interface SpreadSpec extends Spec {
	fields: Fields;
}

/** `artifact` and `version` → `artifactVersion`. */
const partName = (name: string, inner: string): string => `${name}${inner.charAt(0).toUpperCase()}${inner.slice(1)}`;

export class SpreadField<T> extends Field<T, SpreadSpec> {
	override optional() {
		return this.with({ required: false }) as unknown as SpreadField<T | undefined>;
	}

	override parts(name: string): Record<string, string> {
		return Object.fromEntries(Object.keys(this.spec.fields).map((inner) => [partName(name, inner), inner]));
	}

	protected override check() {
		return objectSchema(this.spec.fields);
	}

	protected override readGiven(place: Place, raw: unknown, reading: Reading): unknown {
		if (isNothing(raw) && !this.spec.required) return ABSENT;
		const given = isNothing(raw) ? {} : isObject(raw) ? raw : refuse(place, 'must be an object', raw);
		for (const name of Object.keys(given)) if (!Object.hasOwn(this.spec.fields, name)) refuse(place, `has no field ${name}`, undefined);
		const read: Record<string, unknown> = {};
		for (const [name, inner] of Object.entries(this.spec.fields)) {
			// Each has an input of its own, so a refusal names that one.
			const part = partName(place.path, name);
			const at = { ...place, path: part, label: labelOf(part, inner), written: writtenAt(place.written, name) };
			const value = inner.read(at, given[name], reading);
			if (value !== undefined) read[nameOnWire(name, inner)] = value;
		}
		return read;
	}

	override properties(name: string): INodeProperties[] {
		const { fields, required } = this.spec;
		return Object.entries(fields).map(([inner, field]) => (required ? field : field.optional()).property(partName(name, inner), true));
	}

	protected override inputOf(base: Base): INodeProperties {
		return { ...base, type: 'json', default: '{}' };
	}

	override exampleAs(): Example {
		const examples = Object.entries(this.spec.fields).map(([name, field]) => [name, field, field.exampleAs(name)] as const);
		return {
			given: Object.fromEntries(examples.map(([name, , { given }]) => [name, given])),
			wire: Object.fromEntries(examples.map(([name, field, { wire }]) => [nameOnWire(name, field), wire])),
		};
	}
}

/** Several fields that travel as one object and are entered one by one. */
export const spread = <F extends Fields>(description: string, fields: F) => new SpreadField<Values<F>>({ kind: 'spread', description, required: true, fields });
