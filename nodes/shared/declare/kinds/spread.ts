/** Objects whose fields have properties of their own among those of the operation. */
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../support/json';
import { isNothing } from '../../support/nothing';
import { withInvisibleShown } from '../../support/text/visibleNames';
import type { Spec } from '../field/declaration';
import {
	Field,
	type Fields,
	isShownBeside,
	labelOf,
	nameOnWire,
	type PropertyBase,
	type Values,
} from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { objectSchema } from '../field/form';
import { contextAt, enteredAt, isExpression, isUntouched, refuse } from '../field/parse';
import { readValue } from '../field/reading';

interface SpreadSpec extends Spec {
	fields: Fields;
}

/** The name of the input of an inner field: `artifact` and `version` make `artifactVersion`. */
const partName = (name: string, inner: string): string =>
	`${name}${inner.charAt(0).toUpperCase()}${inner.slice(1)}`;

class SpreadField<T> extends Field<T, SpreadSpec> {
	override readonly isObject = true;

	/** The fields that are inputs. */
	private readonly withInput = Object.entries(this.spec.fields).filter(
		([, { spec }]) => !spec.notAsked,
	);

	override parts(name: string): Record<string, string> {
		return Object.fromEntries(this.withInput.map(([inner]) => [partName(name, inner), inner]));
	}

	override valueSchema() {
		return objectSchema(this.spec.fields, true);
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		const { fields, required } = this.spec;
		if (isNothing(raw) && !required) return undefined;
		const object = isNothing(raw) ? {} : raw;
		if (!isObject(object)) refuse(context, 'must be an object', raw);
		refuseUnknownFields(context, fields, object);
		const values: Record<string, unknown> = {};
		for (const [name, inner] of Object.entries(fields)) {
			if (!isShownBeside(inner, fields, object)) continue;
			const wire = nameOnWire(name, inner);
			// A refusal names the input of the inner field.
			const part = partName(context.path, name);
			const entered = enteredAt(context.entered, name);
			const key = Object.hasOwn(object, name) ? name : wire;
			const innerContext = contextAt(context, key, {
				path: part,
				label: labelOf(part, inner),
				entered,
				isGiven: context.isGiven === true && (!isUntouched(object[name]) || isExpression(entered)),
			});
			const value = readValue(inner, innerContext, object[name] ?? object[wire]);
			if (value !== undefined) values[wire] = value;
		}
		return Object.keys(values).length === 0 && !required ? undefined : values;
	}

	override toProperty(base: PropertyBase): INodeProperties {
		return { ...base, type: 'json', default: '{}' };
	}
}

/** Refuses an object that has a field which is not declared, by its name in n8n or in the API. */
function refuseUnknownFields(
	context: FieldContext,
	fields: Fields,
	object: Record<string, unknown>,
): void {
	const names = new Set(
		Object.entries(fields).flatMap(([name, inner]) => [name, nameOnWire(name, inner)]),
	);
	for (const name of Object.keys(object))
		if (!names.has(name))
			refuse(
				context,
				`has no field ${withInvisibleShown(name)}: remove it, or check its spelling`,
				undefined,
			);
}

/**
 * Fields that are sent together as one object, but each of which has its own input among the other
 * inputs of the operation.
 */
export const spread = <F extends Fields>(description: string, fields: F) =>
	new SpreadField<Values<F>>({ kind: 'spread', description, required: true, fields });
