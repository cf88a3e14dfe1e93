/**
 * What an operation's own code can say beside its rules and the platform's refusals. Messages are
 * data: the code shows them (`op.problem`, `op.hint`, `op.refusal`), the reference prints them, and
 * the types let an operation show only what it declares in `messages`.
 */

/** Why an operation stops: what happened, and what to do. */
export interface Problem<T extends string = string> {
	readonly kind: 'problem';
	/** `{name}` is what is known only at run time. */
	readonly message: T;
	readonly todo: T;
}

/** A hint on the node; nothing ends. */
export interface Hint<T extends string = string> {
	readonly kind: 'hint';
	readonly message: T;
}

/** Input that is refused: its parameter, its label, and the end of the sentence "<label> …". */
export interface Requirement<T extends string = string> {
	readonly kind: 'input';
	readonly field: T;
	readonly label: T;
	readonly message: T;
	/** What to do if something is missing. */
	readonly todo?: string;
	/** What `{label}` can be in an operation ({@link aboutFields}), for the reference. */
	readonly labels?: readonly string[];
}

export type Message<T extends string = string> = Problem<T> | Hint<T> | Requirement<T>;

/**
 * A message that stops an item.
 * @param todo what to do then
 */
export const problem = <A extends string, B extends string>(
	message: A,
	todo: B,
): Problem<A | B> => ({ kind: 'problem', message, todo });

/** A message beside the output. */
export const hint = <T extends string>(message: T): Hint<T> => ({ kind: 'hint', message });

/**
 * A refusal of input, which completes the sentence "<label> …".
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

/** Messages of which those that say `{label}` are about one of these inputs. */
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

/** A text with its values. */
export const filled = (text: string, values?: unknown): string =>
	text.replace(/\{(\w{1,40})\}/g, (_whole, name: string) =>
		String((values as Record<string, unknown>)[name]),
	);

/** Any operation can show this hint: invisible characters were left out of the name of a field. */
export const CLEANED_NAME = hint(
	'"{given}" was read as "{name}": invisible characters in field names are ignored.',
);
