/**
 * What every kind of field has. Each file in `kinds/` has one kind, or a few that are alike: how a
 * value is entered, read, checked and sent, and the modifiers that only fields of that kind have.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { isObject } from '../../../support/json';
import { titleCase } from '../../../support/words';
import { BadInput, MissingInput } from '../../input/badInput';
import { isLeftOut, whyRefused } from '../../input/blank';
import { checkValue } from '../../input/check';
import {
	type ChangeId,
	type Choosable,
	GivenName,
	type Loadable,
	type Mappable,
} from '../../input/chosen';
import type { FieldContext } from '../../input/fieldContext';
import { type EntryWords, nextStep } from '../../input/nextStep';
import { shownForVersions, type Versioned } from '../../versions';

/** What fields of any kind have; each kind adds what makes sense only for it. */
export interface Spec extends Versioned {
	readonly kind: string;
	description: string;
	required: boolean;
	/** Title Case name; derived from the parameter's name if absent. */
	label?: string;
	placeholder?: string;
	/** The API's own name, if the parameter needs another one. */
	wireName?: string;
	/** The platform's default if the field is not sent; shown, never sent. */
	apiDefault?: string | number | boolean;
	initial?: unknown;
	/** The expression that a required input starts with, such as the present time. */
	opensWith?: string;
	/** The field is at the top level although it is optional. */
	onTop?: boolean;
	/** A valid value; tests and the reference use it. */
	example?: unknown;
	/** The labels of the field, by the value of another top-level parameter (`by`). */
	labels?: { by: string; labels: Readonly<Record<string, string>> };
	/**
	 * Why users are not asked for a value: the operation derives it from others, or the platform sets
	 * it, which OpenAPI calls read-only.
	 */
	notAsked?: 'derived' | 'readOnly';
	/**
	 * Another field took its place: it is no longer offered, but still read from workflows that were
	 * saved with it.
	 */
	former?: boolean;
	/** Other top-level parameters, and the values at which this one is shown and read. */
	shownWhen?: Readonly<Record<string, readonly unknown[]>>;
	// The following properties exist only in some kinds. They are here so that code can read them
	// without knowing the kind.

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

declare const optional: unique symbol;

/** A field that may be left out; for the types alone. */
interface Optional {
	readonly [optional]: true;
}

/** The values of a set of fields after reading. */
export type Values<F extends Fields> = {
	[K in keyof F]: F[K] extends Field<infer T> ? (F[K] extends Optional ? T | undefined : T) : never;
};

/** What the input of every kind begins with. */
export type PropertyBase = Pick<
	INodeProperties,
	'displayName' | 'name' | 'required' | 'description' | 'placeholder' | 'hint'
>;

/**
 * One field of an operation. Immutable: each method returns a changed copy.
 * `T` is the type of the value in the request.
 */
export abstract class Field<T = unknown, S extends Spec = Spec> implements EntryWords {
	declare readonly value: T;
	/** Created when it is needed for the first time: a node creates all its fields at once. */
	private madeSchema: z.ZodType | undefined;

	constructor(readonly spec: S) {}

	/** The type of the value, which says how it is written as text, for example in a query. */
	readonly wire: 'text' | 'number' | 'boolean' = 'text';

	/** Whether its value is a list. */
	readonly isMany: boolean = false;

	readonly isObject: boolean = false;

	/** Whether it is a file, which is a part of its own in an upload. */
	readonly isFile: boolean = false;

	/** Whether it is a point in time or a day. */
	readonly isTime: boolean = false;

	/** The value that clears what was there. */
	get emptied(): unknown {
		return this.isMany ? [] : '';
	}

	/** Whether a message should ask for several values. */
	get takesSeveral(): boolean {
		return this.isMany;
	}

	/** What a message asks the user to do with the field. */
	get verb(): EntryWords['verb'] {
		if (this.spec.picker || this.spec.source) return 'Choose';
		return this.isMany ? 'Add' : 'Enter';
	}

	/**
	 * Whether a blank is refused whatever the purpose of the field. A blank selects no record, and
	 * without a secret the platform would choose one.
	 */
	protected get refusesBlank(): boolean {
		const { picker, source, secret = false } = this.spec;
		return picker !== undefined || source !== undefined || secret;
	}

	/** Whether it is entered in a form, with JSON as the alternative. */
	readonly isForm: boolean = false;

	/**
	 * If each field inside has an input of its own: the names of these inputs, and the field of each.
	 */
	parts?(name: string): Record<string, string>;

	/** The check of a value, whether or not it is required. */
	protected abstract check(): z.ZodType;

	/** Turns what was given into the value to send; returns `undefined` if that is nothing. */
	protected abstract readGiven(context: FieldContext, raw: unknown): unknown;

	/**
	 * The input of a field of this kind. Inside rows and forms (`nested`), records can be chosen from
	 * the list or given by ID, but not given by name.
	 */
	protected abstract inputOf(base: PropertyBase, nested: boolean): INodeProperties;

	/**
	 * The value with the ID that is sent in place of each name or other ID of a record, anywhere
	 * inside.
	 */
	async withIds(value: unknown, change: ChangeId): Promise<unknown> {
		const { fields, source, picker = source?.picker } = this.spec;
		if (!fields && !picker) return value;
		if (Array.isArray(value))
			return await Promise.all(value.map(async (entry) => await this.withIds(entry, change)));
		if (picker && (typeof value === 'string' || value instanceof GivenName))
			return await change(value, picker);
		if (!isObject(value)) return value;
		const fieldOf = (wire: string): Field | undefined =>
			fields
				? Object.entries(fields).find(
						([name, inner]) =>
							nameOnWire(name, inner) === wire && isShownBeside(inner, fields, value),
					)?.[1]
				: this;
		const changed = Object.entries(value).map(async ([name, inner]) => [
			name,
			(await fieldOf(name)?.withIds(inner, change)) ?? inner,
		]);
		return Object.fromEntries(await Promise.all(changed)) as IDataObject;
	}

	/** Makes the field optional; if left out, it is not sent. */
	optional(): this & Optional {
		return this.with({ required: false }) as this & Optional;
	}

	protected with(change: Partial<S> | Partial<Spec>): this {
		const Kind = this.constructor as new (spec: S) => this;
		return new Kind({ ...this.spec, ...change });
	}

	/** Sets the label (in Title Case) that users see, if the API's own name would confuse them. */
	label(label: string): this {
		return this.with({ label });
	}

	/** Sets a label for each value of another parameter (`by`), which decides what is meant. */
	labeledBy(by: string, labels: Readonly<Record<string, string>>): this {
		return this.with({ labels: { by, labels } });
	}

	/** Replaces the description, for a field that several operations share. */
	describe(description: string): this {
		return this.with({ description });
	}

	/** Sets an example that an empty input shows after "e.g. ". */
	eg(example: string | number): this {
		return this.with({ placeholder: `e.g. ${example}`, example });
	}

	/** Sets an example only for tests and the reference, if the input needs none. */
	sample(example: unknown): this {
		return this.with({ example });
	}

	/** Says which value the platform uses if the field is not sent. The node does not send it. */
	byDefault(apiDefault: T & Spec['apiDefault']): this {
		return this.with({ apiDefault });
	}

	/** Lets the input start with a value, which is sent unless the user changes or clears it. */
	initial(initial: T): this {
		return this.with({ initial });
	}

	/**
	 * Lets a required input start with an expression. Workflows that are not made in the editor have
	 * to give a value, because they get no such start.
	 */
	opensWith(opensWith: string): this {
		return this.with({ opensWith });
	}

	/** Gives the API's own name, if the parameter in n8n has another one. */
	wireName(wireName: string): this {
		return this.with({ wireName });
	}

	/** Users are not asked for a value: the operation derives it from others. */
	derived(): this {
		return this.with({ notAsked: 'derived' });
	}

	/** Users are not asked for a value: the platform sets it. */
	readOnly(): this {
		return this.with({ notAsked: 'readOnly' });
	}

	/** Another field took its place: only workflows that were saved with it show and read it. */
	former(): this {
		return this.with({ former: true });
	}

	/** Shows and reads the field only if other parameters have one of the given values. */
	shownWhen(shownWhen: Readonly<Record<string, readonly unknown[]>>): this {
		return this.with({ shownWhen });
	}

	/** Adds the field in this version of the node: workflows built with older ones do not have it. */
	since(since: number): this {
		return this.with({ since });
	}

	/** Keeps the field only for workflows that were built with this version of the node or before. */
	until(until: number): this {
		return this.with({ until });
	}

	/**
	 * When the field is shown and read: the values of other parameters, and the versions of the node.
	 */
	get shownFor(): Readonly<Record<string, readonly unknown[]>> {
		return { ...this.spec.shownWhen, ...shownForVersions(this.spec) };
	}

	/**
	 * Puts an optional field at the top level, or directly into its form. In a form, this works only
	 * for texts and lists, which are left out if their input is empty; n8n gives a value to inputs of
	 * every other kind.
	 */
	onTop(): this {
		return this.with({ onTop: true });
	}

	/** Checks a value that is about to be sent or, in the emulator, has arrived. */
	get schema(): z.ZodType {
		const { required, since, until } = this.spec;
		// The emulator does not know with which version of the node a record was created.
		this.madeSchema ??=
			required && since === undefined && until === undefined
				? this.check()
				: this.check().optional();
		return this.madeSchema;
	}

	/** Reads and checks what was given; returns `undefined` if it was not given. */
	read(fieldContext: FieldContext, raw: unknown): unknown {
		let hasLeftOut = false;
		const leftOut = (label: string) => {
			hasLeftOut = true;
			fieldContext.leftOut?.(label);
		};
		const secret = fieldContext.secret === true || hidesSecret(this.spec.fields);
		const context = { ...fieldContext, secret, leftOut };
		const { required, mayBeEmpty = false } = this.spec;
		if (!required && context.isGiven && !this.refusesBlank && isLeftOut(context.purpose, raw)) {
			leftOut(context.label);
			return undefined;
		}
		const valueRead = this.readGiven(context, raw);
		// An object whose fields were all left out is left out itself.
		const value = this.isEmptyForm(valueRead) && (hasLeftOut || !required) ? undefined : valueRead;
		if (value !== undefined) {
			checkValue(this.schema, context, value);
			return value;
		}
		if (required) throw this.missing(context);
		// Not refused: an object that was left out because all of its fields are blank.
		if (context.isGiven && !hasLeftOut)
			throw new BadInput(context.path, context.label, whyRefused(context.purpose, mayBeEmpty));
		return undefined;
	}

	/** Whether a value is an object of fields without any of them. */
	private isEmptyForm(value: unknown): boolean {
		const isForm = this.spec.fields !== undefined && !this.parts;
		return isForm && isObject(value) && Object.keys(value).length === 0;
	}

	private missing({ path, label, inside, isGiven }: FieldContext): MissingInput {
		const step = nextStep(inside?.label ?? label, this, { within: inside?.container });
		return new MissingInput(
			path,
			label,
			'is required',
			isGiven ? `${step}: what was given is empty` : step,
		);
	}

	/** The input that users see. */
	property(name: string, nested = false): INodeProperties {
		const { spec } = this;
		const displayName = labelOf(name, this);
		const { apiDefault, initial, opensWith } = spec;
		const description =
			apiDefault === undefined || initial !== undefined
				? spec.description
				: `${spec.description} (defaults to ${String(apiDefault)})`;
		const input = this.inputOf(
			{
				displayName,
				name,
				// If the parameter that shows or hides a field is an expression, n8n shows the field, and
				// would then run no node in which it is required and empty.
				...(spec.required && !spec.shownWhen ? { required: true } : {}),
				// "The task" would say no more than the label "Task".
				...(description.toLowerCase() === `the ${displayName.toLowerCase()}`
					? {}
					: { description }),
				...(spec.placeholder ? { placeholder: spec.placeholder } : {}),
				// For n8n it is not required, so a hint says that it is.
				...(spec.required && spec.shownWhen && initial === undefined && !nested
					? { hint: 'Required' }
					: {}),
			},
			nested,
		);
		const start = initial ?? opensWith;
		return start === undefined ? input : { ...input, default: start as INodeProperties['default'] };
	}

	/** The inputs of a field, one for most kinds. */
	properties(name: string, nested = false): INodeProperties[] {
		const { labels } = this.spec;
		if (!labels) return [this.property(name, nested)];
		return Object.entries(labels.labels).map(([value, label]) => ({
			...this.label(label).property(name, nested),
			displayOptions: { show: { [labels.by]: [value] } },
		}));
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
