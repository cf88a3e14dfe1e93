/**
 * The vocabulary of fields. A field is declared once, as data; the input that a person sees
 * (describe.ts), the reading of what they gave (values.ts), the check before anything is sent
 * (request.ts) and the checks of the emulator are all derived from it.
 */
import { z } from 'zod/v4';

import { titleCase } from '../support/words';

export type FieldKind =
	| 'text'
	| 'id'
	| 'integer'
	| 'number'
	| 'boolean'
	| 'choice'
	| 'choices'
	| 'date'
	| 'list'
	| 'pairs'
	| 'rows'
	| 'object'
	| 'json';

/** How a date stands on the wire. */
export type DateForm = 'milliseconds' | 'rfc3339' | 'date';

export interface Choice {
	value: string;
	/** What a person reads; made from the value when absent. */
	name?: string;
	description?: string;
	/** What it is called in n8n's list of actions and triggers. */
	action?: string;
}

/** What a field knows of the list that its record is chosen from; the list itself is declared beside the operations. */
export interface Choosable {
	/** Singular, in words: "task". */
	noun: string;
	/** Name of the list search method. */
	method: string;
	/** Whether a person may give the name: where the platform can search by it. */
	byName: boolean;
	/** What an ID looks like. */
	example: string;
}

/** What a field knows of the choices that are loaded for it. */
export interface Loadable {
	/** Name of the method that n8n calls. */
	method: string;
	/** Fields of the same operation, by parameter name, that hold the ID of what the choices belong to. */
	dependsOn: readonly string[];
}

export interface FieldSpec {
	kind: FieldKind;
	description: string;
	required: boolean;
	/** Title Case name; made from the parameter's name when absent. */
	label?: string;
	placeholder?: string;
	/** The API's own name where the parameter had to be called otherwise. */
	wireName?: string;
	min?: number;
	max?: number;
	minLength?: number;
	maxLength?: number;
	/** A further rule for a text, with the words that explain it. */
	pattern?: { test: RegExp; rule: string };
	choices?: Choice[];
	/** The choices are those known; other values are let through. */
	open?: boolean;
	multiline?: boolean;
	/** An empty text or list is sent: it clears what was there. */
	mayBeEmpty?: boolean;
	/** Typed like a password and never repeated in an error or an output. */
	secret?: boolean;
	/** The text is a path of the platform and stands in the URL as it is. */
	rawPath?: boolean;
	dateForm?: DateForm;
	fields?: Fields;
	/** The values of pairs may be numbers, too. */
	numbersAllowed?: boolean;
	/** JSON: which top-level shape is taken; `loose` takes a text that is no JSON as it is. */
	shape?: 'object' | 'array' | 'any' | 'loose';
	picker?: Choosable;
	/** A list whose entries are chosen from what the platform has. */
	source?: Loadable;
	/** What the platform takes when the field is not sent; shown, never sent. */
	apiDefault?: string | number | boolean;
	/** What the input of a person starts with. */
	initial?: unknown;
	/** Stands on top although it may be left out. */
	onTop?: boolean;
	/** A value that the field takes; tests and the reference use it. */
	example?: unknown;
	/** Other top-level parameters and the values at which this one is shown and read. */
	shownWhen?: Readonly<Record<string, readonly unknown[]>>;
}

export type Fields = Record<string, Field>;

/** The values that a set of fields gives once read. */
export type Values<F extends Fields> = {
	[K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/**
 * One field of an operation. Immutable: each method answers a changed copy.
 * `T` is the type of the value on the wire.
 */
export class Field<T = unknown> {
	declare readonly value: T;
	private made: z.ZodType | undefined;

	constructor(readonly spec: FieldSpec) {}

	private with<U = T>(change: Partial<FieldSpec>): Field<U> {
		return new Field<U>({ ...this.spec, ...change });
	}

	/** May be left out; then it is not sent. */
	optional(): Field<T | undefined> {
		return this.with<T | undefined>({ required: false });
	}

	/** Title Case name where the API's own name would puzzle a person. */
	label(label: string): Field<T> {
		return this.with({ label });
	}

	describe(description: string): Field<T> {
		return this.with({ description });
	}

	/** The example shown in an empty input, after "e.g. ". */
	eg(example: string | number): Field<T> {
		return this.with({ placeholder: `e.g. ${example}`, example });
	}

	/** A value for tests and the reference, where no placeholder is shown. */
	sample(example: unknown): Field<T> {
		return this.with({ example });
	}

	wireName(wireName: string): Field<T> {
		return this.with({ wireName });
	}

	/** Smallest number, or fewest entries of a list. */
	min(min: number): Field<T> {
		return this.with({ min });
	}

	/** Largest number, or most entries of a list. */
	max(max: number): Field<T> {
		return this.with({ max });
	}

	maxLength(maxLength: number): Field<T> {
		return this.with({ maxLength });
	}

	/** `rule` completes the sentence "<label> must …". */
	matching(test: RegExp, rule: string): Field<T> {
		return this.with({ pattern: { test, rule } });
	}

	uuid(): Field<T> {
		return this.matching(
			/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
			'be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		);
	}

	/** An empty text, list or set of pairs is sent, and clears what was there. */
	mayBeEmpty(): Field<T> {
		return this.with({ mayBeEmpty: true });
	}

	multiline(): Field<T> {
		return this.with({ multiline: true });
	}

	secret(): Field<T> {
		return this.with({ secret: true });
	}

	rawPath(): Field<T> {
		return this.with({ rawPath: true });
	}

	/** From a list with search, by ID and, where the API can search by name, by name. */
	pick(picker: Choosable): Field<T> {
		return this.with({ picker });
	}

	/** Several, chosen from what the platform has. */
	from(source: Loadable): Field<T> {
		return this.with({ source });
	}

	/** What the platform takes when the field is not sent. */
	byDefault(apiDefault: string | number | boolean): Field<T> {
		return this.with({ apiDefault });
	}

	/** Shown, and read, only while other top-level parameters have these values. */
	shownWhen(shownWhen: Readonly<Record<string, readonly unknown[]>>): Field<T> {
		return this.with({ shownWhen });
	}

	/**
	 * Stands on top, beside the required fields, although it may be left out. In a form only for what
	 * an empty input leaves out (texts, lists): n8n gives a value to every other kind.
	 */
	onTop(): Field<T> {
		return this.with({ onTop: true });
	}

	/** What the input starts with, standing on top; it is sent unless the person empties it. */
	startsWith(initial: unknown): Field<T> {
		return this.with({ initial });
	}

	/** The check of a value that is about to leave (or, in the emulator, has arrived). */
	get schema(): z.ZodType {
		if (!this.made) {
			const schema = bareSchema(this.spec);
			this.made = this.spec.required ? schema : schema.optional();
		}
		return this.made;
	}
}

/** A point in time with its zone. */
export const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function bareSchema(spec: FieldSpec): z.ZodType {
	switch (spec.kind) {
		case 'text':
		case 'id': {
			let schema = z.string().min(spec.minLength ?? (spec.mayBeEmpty ? 0 : 1));
			if (spec.maxLength !== undefined) schema = schema.max(spec.maxLength);
			return patterned(schema, spec);
		}
		case 'integer':
		case 'number': {
			let schema = spec.kind === 'integer' ? z.number().int() : z.number();
			if (spec.min !== undefined) schema = schema.min(spec.min);
			if (spec.max !== undefined) schema = schema.max(spec.max);
			return schema;
		}
		case 'boolean':
			return z.boolean();
		case 'choice':
			return choiceSchema(spec);
		case 'choices':
			return sized(z.array(choiceSchema(spec)), spec);
		case 'date':
			if (spec.dateForm === 'milliseconds') return z.number().int().min(0);
			return z
				.string()
				.regex(
					spec.dateForm === 'date' ? /^\d{4}-\d{2}-\d{2}$/ : RFC3339,
					spec.dateForm === 'date' ? 'must be a date' : 'must be a date and time',
				);
		case 'list': {
			let item = z.string().min(1);
			if (spec.maxLength !== undefined) item = item.max(spec.maxLength);
			return sized(z.array(patterned(item, spec)), spec);
		}
		case 'pairs':
			// zod's own record does not take an object that has a key such as "constructor".
			return z.custom(
				(value) => isPairs(value, spec.numbersAllowed === true),
				`must have names, and texts${spec.numbersAllowed ? ' or numbers' : ''} as values`,
			);
		case 'rows':
			return sized(z.array(objectSchema(spec.fields ?? {})), spec);
		case 'object':
			return objectSchema(spec.fields ?? {});
		case 'json':
			if (spec.fields) return objectSchema(spec.fields);
			if (spec.shape === 'array') return sized(z.array(z.unknown()), spec);
			if (spec.shape === 'any' || spec.shape === 'loose') return z.unknown();
			// Not z.record: it breaks off at an object with a field called constructor.
			return z.looseObject({});
	}
}

function isPairs(value: unknown, numbersAllowed: boolean): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	return Object.entries(value).every(
		([name, entry]) => name !== '' && (typeof entry === 'string' || (numbersAllowed && typeof entry === 'number')),
	);
}

function choiceSchema(spec: FieldSpec): z.ZodType {
	return spec.open
		? patterned(z.string().min(1), spec)
		: z.enum((spec.choices ?? []).map((choice) => choice.value) as [string, ...string[]]);
}

const patterned = (schema: z.ZodString, { pattern }: FieldSpec): z.ZodString =>
	pattern ? schema.regex(pattern.test, `must ${pattern.rule}`) : schema;

function sized<T extends z.ZodType>(schema: z.ZodArray<T>, spec: FieldSpec): z.ZodType {
	let result = schema;
	if (spec.min !== undefined) result = result.min(spec.min);
	if (spec.max !== undefined) result = result.max(spec.max);
	return result;
}

/** The check of an object with these fields and no others, keyed by their names on the wire. */
export function objectSchema(fields: Fields): z.ZodType {
	return z.strictObject(
		Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [nameOnWire(name, field), field.schema]),
		),
	);
}

/** The API's own name of a field. */
export function nameOnWire(name: string, field: Field): string {
	return field.spec.wireName ?? name;
}

function field<T>(kind: FieldKind, description: string, more: Partial<FieldSpec> = {}): Field<T> {
	return new Field<T>({ kind, description, required: true, ...more });
}

/** A text. */
export const text = (description: string) => field<string>('text', description);

/** An opaque identifier. */
export const id = (description: string) => field<string>('id', description);

/** A whole number. */
export const integer = (description: string) => field<number>('integer', description);

/** A number with or without a fraction. */
export const number = (description: string) => field<number>('number', description);

/** A switch; its description begins with "Whether". */
export const boolean = (description: string) => field<boolean>('boolean', description);

/** One of the values that the API knows; any other is refused. */
export const choice = (description: string, values: ReadonlyArray<string | Choice>) =>
	field<string>('choice', description, { choices: values.map(asChoice) });

/**
 * One of the values known from the vendor's public documents. The interface documents leave the
 * set open, so an expression may give any other value.
 */
export const suggestion = (description: string, values: ReadonlyArray<string | Choice>) =>
	field<string>('choice', description, { choices: values.map(asChoice), open: true });

/** Several of the values known; open, as {@link suggestion}. */
export const suggestions = (description: string, values: ReadonlyArray<string | Choice>) =>
	field<string[]>('choices', description, { choices: values.map(asChoice), open: true });

/** Several of the values that the API knows. */
export const choices = (description: string, values: ReadonlyArray<string | Choice>) =>
	field<string[]>('choices', description, { choices: values.map(asChoice) });

/** A point in time that leaves as milliseconds since 1970. */
export const milliseconds = (description: string) =>
	field<number>('date', description, { dateForm: 'milliseconds' });

/** A point in time that leaves as RFC 3339 in UTC. */
export const datetime = (description: string) =>
	field<string>('date', description, { dateForm: 'rfc3339' });

/** A day without a time. */
export const day = (description: string) => field<string>('date', description, { dateForm: 'date' });

/** A list of texts. */
export const list = (description: string) => field<string[]>('list', description);

/** An object of names and texts, entered as rows of name and value. */
export const pairs = (description: string) =>
	field<Record<string, string>>('pairs', description);

/** As {@link pairs}, with numbers allowed as values. */
export const pairsWithNumbers = (description: string) =>
	field<Record<string, string | number>>('pairs', description, { numbersAllowed: true });

/** A list of objects, entered as rows of a form or given as an array. */
export const rows = <F extends Fields>(description: string, fields: F) =>
	field<Array<Values<F>>>('rows', description, { fields });

/** One object, entered as a form or given as an object. */
export const object = <F extends Fields>(description: string, fields: F) =>
	field<Values<F>>('object', description, { fields });

/** An object given as JSON. */
export const json = (description: string) =>
	field<Record<string, unknown>>('json', description, { shape: 'object' });

/** An object with known fields, given as JSON only. */
export const jsonOf = <F extends Fields>(description: string, fields: F) =>
	field<Values<F>>('json', description, { shape: 'object', fields });

/** An array given as JSON. */
export const jsonArray = (description: string) =>
	field<unknown[]>('json', description, { shape: 'array' });

/** Any value given as JSON. */
export const jsonValue = (description: string) =>
	field<unknown>('json', description, { shape: 'any' });

/**
 * Any value, typed as a person would: a text as it stands, `true` and `false`, or JSON (an object, a
 * list, a text in quotes). A number that was typed stays a text: only the API knows what it must be.
 */
export const looseValue = (description: string) =>
	field<unknown>('json', description, { shape: 'loose' });

function asChoice(value: string | Choice): Choice {
	return typeof value === 'string' ? { value } : value;
}

/** The name of a field as a person reads it. */
export function labelOf(name: string, field: Field): string {
	if (field.spec.label) return field.spec.label;
	const label = titleCase(name);
	return field.spec.picker ? label.replace(/ ID$/, '') : label;
}
