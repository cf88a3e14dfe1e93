/** What the declaration of a field says, and the modifiers with which it says so. */
import { shownForVersions, type Versioned } from '../versions';

/** What the declaration of a field says, whatever its kind. */
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
	labels?: { by: string; byValue: Readonly<Record<string, string>> };
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
}

declare const optional: unique symbol;

/** A field that may be left out; for the types alone. */
export interface Optional {
	readonly [optional]: true;
}

/**
 * A field as it is declared. Immutable: each modifier returns a changed copy.
 * `T` is the type of the value in the request.
 */
export abstract class DeclaredField<T, S extends Spec> {
	declare readonly value: T;

	constructor(readonly spec: S) {}

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
		return this.with({ labels: { by, byValue: labels } });
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
}
