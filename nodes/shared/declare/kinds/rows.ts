/** Lists of objects, entered as the rows of a form. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isObject, isTooDeep } from '../../support/json';
import { isAbsent, isNothing } from '../../support/nothing';
import { singular } from '../../support/text/nouns';
import { isBlank } from '../field/blank';
import { bounded, type Sizes } from '../field/bounds';
import type { Spec } from '../field/declaration';
import {
	type Fields,
	type KindSpec,
	labelOf,
	type PropertyBase,
	type Values,
} from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { objectSchema, readFormFields } from '../field/form';
import { formProperties } from '../field/formProperties';
import { rowsOfForm } from '../field/inputs';
import { contextAt, enteredAt, parseGiven, refuse, rowLabel, spellingOf } from '../field/parse';
import { SeveralField } from '../field/several';

interface RowsSpec extends Spec, Pick<KindSpec, 'mayBeEmpty'>, Sizes {
	fields: Fields;
	/** Converts the data of other systems to rows. */
	prepare?: (raw: unknown) => unknown;
	/** Whether an empty list, and rows without a required value, are left out with a hint. */
	leavesOutBlanks?: boolean;
}

class RowsField<T> extends SeveralField<T, RowsSpec> {
	override readonly isForm = true;

	/**
	 * Also accepts the data of other systems in place of rows.
	 * @param prepare converts the value of the input (the form, a list, or something else) to rows
	 */
	preparedBy(prepare: (raw: unknown) => unknown): this {
		return this.with({ prepare });
	}

	/**
	 * When a record is created or changed, an empty list, and rows in which a required value is
	 * blank, are left out with a hint. This applies only to a list that is given as JSON: in the
	 * form, a blank means that a user forgot to fill it in.
	 */
	leavesOutBlanks(): this {
		return this.with({ leavesOutBlanks: true });
	}

	override valueSchema(): z.ZodType {
		return bounded(z.array(objectSchema(this.spec.fields, true)), this.spec);
	}

	/** Reads `{rows: [...]}` from the form, or an array. */
	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		const { value, spelling } = this.parsed(context, raw);
		const form = rowsIn(value);
		// A form to which no row was added is an empty object.
		if (isAbsent(form) || (isObject(form) && Object.keys(form).length === 0)) return undefined;
		const array: unknown[] = Array.isArray(form) ? [...(form as unknown[])] : [form];
		const leavesOutBlanks =
			this.spec.leavesOutBlanks === true && context.purpose !== 'selects' && Array.isArray(value);
		if (array.length === 0) {
			if (leavesOutBlanks) context.leftOut?.(context.label);
			return this.spec.mayBeEmpty ? [] : undefined;
		}
		const rowsContext: FieldContext = {
			...context,
			entered: enteredAt(context.entered, 'rows') ?? context.entered,
			spelling: [rowsIn(spelling)].flat(),
		};
		const values = array.flatMap((row, index) => {
			const inner = contextAt(rowsContext, index, { label: rowLabel(context, index) });
			return isObject(row)
				? this.readRow(inner, row, leavesOutBlanks)
				: refuse(inner, 'must be an object', row);
		});
		return values.length === 0 ? undefined : values;
	}

	/** The rows that were given, and the same rows as they are spelled in JSON. */
	private parsed(context: FieldContext, raw: unknown): { value: unknown; spelling: unknown } {
		const { prepare } = this.spec;
		// A value that is nested too deeply is refused later, by the field that contains it.
		const prepared = (value: unknown) =>
			prepare && value !== undefined && !isTooDeep(value) ? prepare(value) : value;
		if (typeof raw !== 'string')
			return { value: prepared(raw), spelling: prepared(context.spelling) };
		const parsed = parseGiven(context, raw, prepare ? 'JSON' : 'a list');
		return { value: prepared(parsed), spelling: prepared(spellingOf(raw)) };
	}

	/** The row to send, in a list; the list is empty if the row is left out. */
	private readRow(
		context: FieldContext,
		row: Record<string, unknown>,
		leavesOutBlanks: boolean,
	): unknown[] {
		const blank = Object.entries(this.spec.fields).find(
			([name, { spec }]) => spec.required && Object.hasOwn(row, name) && isBlank(row[name]),
		);
		if (leavesOutBlanks && blank) {
			context.leftOut?.(`${context.label}: ${labelOf(...blank)}`);
			return [];
		}
		let hasLeftOut = false;
		const leftOut = (label: string) => {
			hasLeftOut = true;
			context.leftOut?.(label);
		};
		const fields = readFormFields({ ...context, leftOut }, this.spec.fields, row);
		if (Object.keys(fields).length > 0) return [fields];
		return hasLeftOut ? [] : refuse(context, 'is empty: fill it in, or remove it', undefined);
	}

	override toProperty(base: PropertyBase): INodeProperties {
		return rowsOfForm(base, {
			displayName: singular(base.displayName),
			name: 'rows',
			values: formProperties(this.spec.fields),
		});
	}
}

/** The rows in the value of a form. Any other value is taken for the rows. */
const rowsIn = (value: unknown): unknown =>
	isObject(value) && 'rows' in value ? value.rows : value;

/** A list of objects, entered as rows of a form or given as JSON. */
export const rows = <F extends Fields>(description: string, fields: F) =>
	new RowsField<Array<Values<F>>>({ kind: 'rows', description, required: true, fields });
