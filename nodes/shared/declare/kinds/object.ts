/** One object, entered as a form or given as an object. */
import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { isObject } from '../../support/json';
import type { FieldContext, Reading } from '../input/badInput';
import { formOf, isAllOptional, formSchema, readFields, sortedInside, withIdsInside } from './common/form';
import { fixedCollection } from './common/inputs';
import type { ChangeId } from './common/chosen';
import { type Base, Field, type Fields, type Spec, type Values } from './common/kind';
import { ABSENT, isNothing, parseGiven, refuse, writtenAt } from './common/reading';

interface ObjectSpec extends Spec {
	fields: Fields;
}

export class ObjectField<T> extends Field<T, ObjectSpec> {
	/** If all fields are optional, the input is a collection, which n8n keeps, and whose fields accept expressions. */
	override readonly isForm = this.spec.required || !isAllOptional(this.spec.fields);

	protected override check(): z.ZodType {
		return formSchema(this.spec.fields);
	}

	protected override readGiven(context: FieldContext, raw: unknown, reading: Reading): unknown {
		return isNothing(raw) ? ABSENT : readObject(context, this.spec.fields, this.spec.required, raw, reading);
	}

	override async withIds(value: unknown, change: ChangeId): Promise<unknown> {
		return await withIdsInside(this.spec.fields, value, change);
	}

	protected override inputOf(base: Base): INodeProperties {
		const { fields } = this.spec;
		return isAllOptional(fields)
			? { ...base, type: 'collection', placeholder: 'Add Field', default: {}, options: sortedInside(fields) }
			: fixedCollection(base, 'value', base.displayName, false, formOf(fields));
	}
}

const needsSomething = (fields: Fields): boolean => Object.values(fields).some(({ spec }) => spec.required && !spec.shownWhen);

/** From `{value: {...}}` of the form, or an object. */
export function readObject(context: FieldContext, fields: Fields, required: boolean, raw: unknown, reading: Reading): unknown {
	const value = typeof raw === 'string' ? parseGiven(context, raw, 'an object') : raw;
	if (!isObject(value)) return refuse(context, 'must be an object', raw);
	const form = Object.keys(value).length === 1 && isObject(value.value) ? value.value : value;
	// A form that was not added is an empty object.
	return Object.keys(form).length === 0 && (!required || needsSomething(fields))
		? ABSENT
		: readFields({ ...context, written: writtenAt(context.written, 'value') ?? context.written }, fields, form, reading);
}

/** One object, entered as a form or given as an object. */
export const object = <F extends Fields>(description: string, fields: F) =>
	new ObjectField<Values<F>>({ kind: 'object', description, required: true, fields });
