/** Objects with known fields, entered in a form, in a collection, or as JSON. */
import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { isObject, isRecord } from '../../support/json';
import { isNothing } from '../../support/nothing';
import type { Spec } from '../field/declaration';
import { Field, type Fields, type PropertyBase, type Values } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { isAllOptional, objectSchema, readFormFields } from '../field/form';
import { formProperties, sortedInside, startingFilled } from '../field/formProperties';
import { singleForm } from '../field/inputs';
import { enteredAt, parseGiven, refuse, spellingAt, spellingOf } from '../field/parse';

interface ObjectSpec extends Spec {
	readonly kind: 'object' | 'json';
	fields: Fields;
}

class ObjectField<T> extends Field<T, ObjectSpec> {
	override readonly isObject = true;

	/**
	 * If all fields are optional, the input is a collection: n8n keeps it even if it is empty, and
	 * its fields accept expressions, so that no JSON is needed.
	 */
	override readonly isForm =
		this.spec.kind === 'object' && (this.spec.required || !isAllOptional(this.spec.fields));

	override get verb() {
		return this.spec.kind === 'object' ? 'Add' : super.verb;
	}

	override valueSchema(): z.ZodType {
		return objectSchema(this.spec.fields, this.spec.kind === 'object');
	}

	/** Reads `{value: {...}}` from the form, or an object. */
	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		const { fields, required } = this.spec;
		const value = typeof raw === 'string' ? parseGiven(context, raw, 'an object') : raw;
		if (!isRecord(value)) return refuse(context, 'must be an object', raw);
		const inner = Object.keys(value).length === 1 ? value.value : undefined;
		const isWrapped = isObject(inner);
		const form = isWrapped ? inner : value;
		const spelling = typeof raw === 'string' ? spellingOf(raw) : context.spelling;
		// A form that was not added is an empty object.
		const needsSomething = Object.values(fields).some(
			({ spec }) => spec.required && !spec.shownWhen,
		);
		return Object.keys(form).length === 0 && (!required || needsSomething)
			? undefined
			: readFormFields(
					{
						...context,
						entered: enteredAt(context.entered, 'value') ?? context.entered,
						spelling: isWrapped ? spellingAt(spelling, 'value') : spelling,
					},
					fields,
					form,
				);
	}

	/**
	 * A required object starts with its required fields. Only a collection can: n8n does not load a
	 * single form that starts filled.
	 */
	override toProperty(base: PropertyBase): INodeProperties {
		const { fields, kind, required } = this.spec;
		if (kind === 'json') return { ...base, type: 'json', default: '{}' };
		if (!isAllOptional(fields) && !required)
			return singleForm(base, {
				displayName: base.displayName,
				name: 'value',
				values: formProperties(fields),
			});
		const options = sortedInside(fields).map((input) => ({
			...startingFilled(input),
			// n8n's rules forbid required inputs in a collection. If something is missing, the refusal
			// names it.
			required: undefined,
		}));
		const start = Object.entries(fields)
			.filter(([, { spec }]) => spec.required)
			.map(([name]) => [name, options.find((input) => input.name === name)!.default] as const);
		const filled = Object.fromEntries(start) as INodeProperties['default'];
		return { ...base, type: 'collection', placeholder: 'Add Field', default: filled, options };
	}
}

/** One object, entered as a form or given as an object. */
export const object = <F extends Fields>(description: string, fields: F) =>
	new ObjectField<Values<F>>({ kind: 'object', description, required: true, fields });

/** An object with known fields, given as JSON only. */
export const jsonOf = <F extends Fields>(description: string, fields: F) =>
	new ObjectField<Values<F>>({ kind: 'json', description, required: true, fields });
