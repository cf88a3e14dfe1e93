/**
 * The messages that the code of operations can show, in addition to rules and to the platform's
 * refusals. Messages are data: the code shows them (`op.problem`, `op.hint`, `op.refusal`), the
 * reference prints them, and the types let an operation show only what it declares in `messages`.
 */

/** Why an operation stops: what happened, and what to do. */
export interface Problem<T extends string = string> {
	readonly kind: 'problem';
	/** A placeholder such as `{name}` is filled in at run time. */
	readonly message: T;
	readonly todo: T;
	/** Tells it from other problems with the same message, for the reference. */
	readonly when?: string;
}

/** A hint on the node, which does not end anything. */
export interface Hint<T extends string = string> {
	readonly kind: 'hint';
	readonly message: T;
}

/** Input that is refused: its parameter, its label, and the end of the sentence `"<label>" …`. */
export interface Requirement<T extends string = string> {
	readonly kind: 'input';
	readonly field: T;
	readonly label: T;
	readonly message: T;
	/** What to do if something is missing. */
	readonly todo?: string;
	/**
	 * The labels that `{label}` can have in an operation ({@link aboutFields}), for the reference.
	 */
	readonly labels?: readonly string[];
}

export type Message<T extends string = string> = Problem<T> | Hint<T> | Requirement<T>;

/**
 * A message that stops an item.
 * @param todo what the user can do
 * @param when the case, if another message of the operation is the same
 */
export const problem = <A extends string, B extends string>(
	message: A,
	todo: B,
	when?: string,
): Problem<A | B> => ({ kind: 'problem', message, todo, when });

/** A message beside the output. */
export const hint = <T extends string>(message: T): Hint<T> => ({ kind: 'hint', message });

/**
 * A refusal of input, which completes the sentence `"<label>" …`.
 * @param todo what to do if something is missing
 */
export const requirement = <A extends string, B extends string, C extends string>(
	field: A,
	label: B,
	message: C,
	todo?: string,
): Requirement<A | B | C> => ({ kind: 'input', field, label, message, todo });

type Named<T extends string> = T extends `${string}{${infer N}}${infer Rest}`
	? N | Named<Rest>
	: never;

type TextOf<M extends Message> = M extends Message<infer T> ? T : never;

/** The same messages, with the labels of the inputs that `{label}` can name. */
export const aboutFields = <M extends Message>(
	labels: readonly string[],
	messages: readonly M[],
): readonly M[] =>
	messages.map((each) =>
		each.kind === 'input' && each.label === '{label}' ? { ...each, labels } : each,
	);

/** The values of a message's placeholders: required if it has any. */
export type ValuesOf<M extends Message> = [Named<TextOf<M>>] extends [never]
	? [values?: Readonly<Record<string, never>>]
	: [values: Readonly<Record<Named<TextOf<M>>, string | number>>];

/** The values of any message, by the names of its placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** A text with its placeholders filled in. */
export const filled = (text: string, values: MessageValues = {}): string =>
	text.replace(/\{(\w{1,40})\}/g, (_whole, name: string) => String(values[name]));

/**
 * A hint that any operation can show: invisible characters were removed from the name of a field.
 */
export const CLEANED_NAME = hint(
	'"{given}" was read as "{name}": invisible characters in field names are ignored.',
);
