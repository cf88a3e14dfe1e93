/**
 * What the code knows about a field without knowing its kind. Each file in `kinds/` has one kind,
 * or a few that are alike, and overrides what is different there. Beside this file are the
 * modifiers of a declaration (declaration.ts), how a value is read (reading.ts), and how a field
 * becomes a property in n8n (property.ts).
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { titleCase } from '../../support/text/words';
import type { Choosable, Loadable, Mappable } from './chosen';
import { DeclaredField, type Optional, type Spec } from './declaration';
import type { FieldContext } from './fieldContext';
import type { EntryWords } from './nextStep';

/** What the declaration of a field says only in some kinds; the type of a kind picks from it. */
export interface KindSpec {
	/** The user confirms the operation with this field: a model may not set it. */
	confirms?: { why?: string; when?: (values: IDataObject) => boolean; value?: string };
	/** The value is entered like a password, and never repeated in an error or an output. */
	secret?: boolean;
	/** The fields of an object, or of the rows of a list. */
	fields?: Fields;
	/** The list from which the user chooses a record. */
	picker?: Choosable;
	/** A list whose entries are chosen from the platform's records. */
	source?: Loadable;
	/** An object whose names are loaded from the platform. */
	columns?: Mappable;
	/** The text is a path on the platform and is used in the URL unchanged. */
	rawPath?: boolean;
	/** An empty value is sent: it clears what was there. In an update, Clear Fields offers it. */
	mayBeEmpty?: boolean;
}

export type Fields = Record<string, Field>;

/** The values of a set of fields after reading. */
export type Values<F extends Fields> = {
	[K in keyof F]: F[K] extends Field<infer T> ? (F[K] extends Optional ? T | undefined : T) : never;
};

/** What the property of every kind begins with. */
export type PropertyBase = Pick<
	INodeProperties,
	'displayName' | 'name' | 'required' | 'description' | 'placeholder' | 'hint'
>;

/** Where a field is shown. */
export interface Placement {
	/**
	 * Inside rows or a form. There, records can be chosen from the list or given by ID, but not by
	 * name.
	 */
	nested?: boolean;
}

/** One field of an operation. `T` is the type of its value in the request. */
export abstract class Field<T = unknown, S extends Spec = Spec & KindSpec>
	extends DeclaredField<T, S>
	implements EntryWords
{
	/** Created when it is needed for the first time: a node creates all its fields at once. */
	private madeSchema: z.ZodType | undefined;

	/** The type of the value, which says how it is written as text, for example in a query. */
	readonly sentAs: 'text' | 'number' | 'boolean' = 'text';

	/** Whether its value is a list. */
	readonly isMany: boolean = false;

	/** Whether its value is an object. */
	readonly isObject: boolean = false;

	/** Whether its value is the user's own data, in which anything is allowed. */
	readonly isContent: boolean = false;

	/** Whether it is a file, which is a part of its own in an upload. */
	readonly isFile: boolean = false;

	/** Whether it is a point in time or a day. */
	readonly isTime: boolean = false;

	/** The value that clears what was there. */
	get emptied(): unknown {
		return this.isMany ? [] : '';
	}

	/** The values that it can have, as far as they are known. */
	get knownValues(): readonly string[] {
		return [];
	}

	/** Whether a message should ask for several values. */
	get takesSeveral(): boolean {
		return this.isMany;
	}

	/** What a message asks the user to do with the field. */
	get verb(): EntryWords['verb'] {
		return this.isMany ? 'Add' : 'Enter';
	}

	/**
	 * Whether a blank is refused whatever the purpose of the field. A blank selects no record, and
	 * without a secret the platform would choose one.
	 */
	get refusesBlank(): boolean {
		return false;
	}

	/** Whether it is entered in a form, with JSON as the alternative. */
	readonly isForm: boolean = false;

	/**
	 * If each field inside has an input of its own: the names of these inputs, and the field of each.
	 */
	parts?(name: string): Record<string, string>;

	/** The schema of a value, whether or not it is required. */
	abstract valueSchema(): z.ZodType;

	/** Turns what was given into the value to send; returns `undefined` if that is nothing. */
	abstract readGiven(context: FieldContext, raw: unknown): unknown;

	/** Completes the n8n property of a field of this kind. */
	abstract toProperty(base: PropertyBase, place: Placement): INodeProperties;

	/** Checks a value that is about to be sent or, in the emulator, has arrived. */
	get schema(): z.ZodType {
		const { required, since, until } = this.spec;
		// The emulator does not know with which version of the node a record was created.
		this.madeSchema ??=
			required && since === undefined && until === undefined
				? this.valueSchema()
				: this.valueSchema().optional();
		return this.madeSchema;
	}
}

/** Whether any of these fields, or one inside of them, is secret. */
export const hidesSecret = (fields: Fields = {}): boolean =>
	Object.values(fields).some(({ spec }) => spec.secret === true || hidesSecret(spec.fields));

/** The API's own name of a field. */
export function nameOnWire(name: string, field: Field): string {
	return field.spec.wireName ?? name;
}

/** The readable name of a field. */
export function labelOf(name: string, field: Field): string {
	if (field.spec.label) return field.spec.label;
	const label = titleCase(name);
	return field.spec.picker ? label.replace(/ ID$/, '') : label;
}

/**
 * The value that a field of a form counts as having if it is missing, as in JSON and with agents,
 * which leave out what the editor fills in.
 */
export const initialOf = ({ spec }: Field): unknown => (spec.shownWhen ? spec.initial : undefined);

/** Whether a field of a form is shown and read, according to the values beside it. */
export function isShownBeside(
	{ spec }: Field,
	fields: Fields,
	form: Record<string, unknown>,
): boolean {
	return Object.entries(spec.shownWhen ?? {}).every(([name, values]) => {
		const beside = fields[name];
		return beside === undefined || values.includes(form[name] ?? initialOf(beside));
	});
}
