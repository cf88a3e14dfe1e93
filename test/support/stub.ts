/** A whole object of a type, for code that reads only some of its members. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** Members of `T`, at any depth; a name or a value that `T` does not have is a type error. */
export type DeepPartial<T> = T extends (...given: infer G) => infer R
	? (...given: G) => PartialResult<R>
	: T extends Whole
		? T
		: T extends object
			? string extends keyof T
				? T | NodeParameters<T>
				: { [K in keyof T]?: DeepPartial<T[K]> }
			: T;

/** n8n hands any data to a node, although it says otherwise of `parameters`. */
type NodeParameters<T> = [T, INodeParameters] extends [INodeParameters, T] ? IDataObject : never;

/** What a function returns: anything where any object may be returned, such as n8n's parameters. */
type PartialResult<R> =
	R extends Promise<infer V>
		? Promise<PartialResult<V>>
		: object extends R
			? unknown
			: R extends void
				? unknown
				: DeepPartial<R>;

/** What a test gives as a whole or not at all. */
type Whole = ReadonlyMap<never, unknown> | ReadonlySet<unknown> | AbortSignal | Uint8Array;

/**
 * An object with only these members.
 *
 * @param given what the code under test reads; unlike in a cast, its names and types are checked
 */
export const stub = <T>(given: DeepPartial<T>): T =>
	// What is missing is not read: this is the one place where a part passes for the whole.
	given as unknown as T;
