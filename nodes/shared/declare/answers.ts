/** What a response contains, and how a declaration says so. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Answer } from './exchange';

export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/**
	 * The input item that it belongs to, if that is not the one that the operation is executed for.
	 */
	item?: number;
}

/** The response that an operation expects, and what is made of it. */
export interface Answers {
	kind: 'record' | 'list' | 'nothing' | 'file';
	/**
	 * Schema of a record: "B.User" in an interface document, "vendor:file/Schema" in the vendor's;
	 * undefined if none describes it.
	 */
	schema?: string;

	// When it is valid, and which record it is.

	/**
	 * Fields without which a record is invalid, such as the ID of what was started. An entry that is
	 * a list means: at least one of these. {@link record} sets `['id']` if the record has a schema.
	 */
	requiredFields?: ReadonlyArray<string | readonly string[]>;
	/** An empty object is a record, too: all of its fields may be left out. */
	orEmpty?: boolean;
	/** A 202 says that it was started, and may show no record. */
	begins?: boolean;
	/** One request is about several records: the response may list them. */
	several?: boolean;
	/**
	 * The field that identifies records, so that pages that moved repeat none; of a single record, if
	 * that is not its ID.
	 */
	key?: string;
	/**
	 * The path variable with the ID of the record, if that is not the last part of the path; `false`
	 * if the path has it nowhere.
	 */
	idVariable?: string | false;
	/** A creation may show only the address of the record, in the header `location`. */
	inLocation?: boolean;

	// Where the records of a list are.

	/** Schema of the object around the records of a list. */
	page?: string;
	/** Where the list is, if not in one of the usual places. */
	listPath?: string;
	/** Completes a record of a list with what is around the list in the response. */
	completeRecord?: (record: IDataObject, around: IDataObject) => IDataObject;
	/** The name of the only field, if the records of a list are plain values instead of objects. */
	valueName?: string;

	// The content of a file.

	/** Name of the file if the response has none. */
	fileName?: string;
	/** The format of the file: a body that does not begin like one is none. Any content if absent. */
	fileFormat?: FileFormat;
	/** What it means if the file is empty, as a sentence; without it, an empty body is not a file. */
	whenEmpty?: string;

	// What users get.

	/** Builds the output of a response that is more than its body. */
	output?: (answer: Answer, values: IDataObject) => IDataObject;
	/** The fields that are kept if Simplify is on. */
	simple?: readonly string[];
	/**
	 * What Simplify makes of a record before it keeps those fields: one name and one format for one
	 * thing.
	 */
	readable?: (record: IDataObject) => IDataObject;
	/**
	 * Times in milliseconds since 1970, as a number or as text: Simplify outputs them as ISO 8601.
	 */
	times?: readonly string[];
	/**
	 * The fields that come first in an output, where the general order (`readingOrder.ts`) reads
	 * badly.
	 */
	leads?: readonly string[];
	/** The output itself is a secret, as the reference and the field say. */
	whySecret?: string;
	/**
	 * Fields of the output that are equivalent to a credential; they are marked as sensitive for n8n.
	 */
	sensitive?: readonly string[];
}

export type FileFormat = 'zip' | 'csv' | 'definition';

type More = Omit<Answers, 'kind' | 'schema'>;

/**
 * One record: a response without the fields that it needs, such as `{"status": 500}`, is none,
 * whatever its schema requires.
 */
export const record = (schema: string | undefined, more: More = {}): Answers => ({
	kind: 'record',
	schema,
	...(schema === undefined ? {} : { requiredFields: ['id'] }),
	...more,
});

/** A list of records, one item each. */
export const records = (schema: string | undefined, more: More = {}): Answers => ({
	kind: 'list',
	schema,
	...more,
});

/** No body: the item says that it was done, to what. */
export const nothing = (more: More = {}): Answers => ({ kind: 'nothing', ...more });

/** A file. */
export const fileAnswer = (more: More = {}): Answers => ({ kind: 'file', ...more });
