/** What a response contains, and how a declaration says so. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Answer } from './runtime/exchange';

export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/**
	 * The index of the input item that the output belongs to, if that is another item than the
	 * present one.
	 */
	item?: number;
	/** Why that item failed although others that were processed with it did not; `json` is empty. */
	error?: unknown;
	/** The error with which the node stops, if that is about several items. */
	errorOfNode?: unknown;
}

/** What a declaration says about a response of any kind. */
interface AnyAnswers {
	/**
	 * Schema of a record: "B.User" in an interface document, "vendor:file/Schema" in one of Talend's
	 * OpenAPI files; undefined if none describes it.
	 */
	schema?: string;
	/**
	 * The field that identifies the records of a list, so that none is output twice if pages have
	 * moved; or the field that identifies a single record, if that is not its ID.
	 */
	key?: string;
	/**
	 * The path variable with the ID of the record, if that is not the last part of the path; `false`
	 * if the path has it nowhere.
	 */
	idVariable?: string | false;

	// What users get.

	/** Builds the output from more than the body of the response, such as its headers. */
	output?: (answer: Answer, values: IDataObject) => IDataObject;
	/** The fields that are kept if Simplify is on. */
	simple?: readonly string[];
	/**
	 * Converts a record before Simplify selects fields, so that the same thing has the same name and
	 * format in all outputs.
	 */
	readable?: (record: IDataObject) => IDataObject;
	/**
	 * The fields with times in milliseconds since 1970, as a number or as text. They are output in
	 * ISO 8601, unless Simplify is off.
	 */
	times?: readonly string[];
	/**
	 * The fields that come first in an output, if the general order (`readingOrder.ts`) is hard to
	 * read.
	 */
	leads?: readonly string[];
	/**
	 * Why the output itself is a secret, as a phrase for the reference and for the notice above the
	 * fields.
	 */
	whySecret?: string;
	/**
	 * Fields of the output that are equivalent to a credential; they are marked as sensitive for n8n.
	 */
	sensitive?: readonly string[];
}

/** The response is one record. */
export interface RecordAnswers extends AnyAnswers {
	kind: 'record';
	/**
	 * Fields without which a record is invalid, such as the ID of what was started. An entry that is
	 * a list means: at least one of these. {@link record} sets `['id']` if the record has a schema.
	 */
	requiredFields?: ReadonlyArray<string | readonly string[]>;
	/** An empty object is a valid record, too, because the record has only optional fields. */
	orEmpty?: boolean;
	/** The operation starts something: a response with 202 is valid even without a record. */
	begins?: boolean;
	/** One request is about several records, so the response may be a list of them. */
	several?: boolean;
	/**
	 * After a creation, the response may have no record, but only its address in the header
	 * `location`.
	 */
	inLocation?: boolean;
}

/** The response is a list of records. */
export interface ListAnswers extends AnyAnswers {
	kind: 'list';
	/** Schema of the object around the records of a list. */
	page?: string;
	/** Where the list is, if not in one of the usual places. */
	listPath?: string;
	/** Completes a record of a list with the fields around the list in the response. */
	completeRecord?: (record: IDataObject, around: IDataObject) => IDataObject;
	/** The name of the only field, if the records of a list are plain values instead of objects. */
	valueName?: string;
}

/** The response has no body, or one that says nothing more. */
export interface NothingAnswers extends AnyAnswers {
	kind: 'nothing';
}

/** The response is a file. */
export interface FileAnswers extends AnyAnswers {
	kind: 'file';
	/** Name of the file if the response has none. */
	fileName?: string;
	/**
	 * The format of the file: a body that does not begin in that format is refused. If absent, any
	 * content is accepted.
	 */
	fileFormat?: FileFormat;
	/** What it means if the file is empty, as a sentence; without it, an empty body is not a file. */
	whenEmpty?: string;
}

/** What a declaration says about the response: its shape, and how it becomes the output. */
export type Answers = RecordAnswers | ListAnswers | NothingAnswers | FileAnswers;

export type FileFormat = 'zip' | 'csv' | 'definition';

/** What is declared about a response of this kind; nothing if the response is of another kind. */
export const ofKind = <K extends Answers['kind']>(
	kind: K,
	answers: Answers,
): Partial<Extract<Answers, { kind: K }>> =>
	answers.kind === kind ? (answers as Extract<Answers, { kind: K }>) : {};

/** What a declaration adds to the kind of the response and its schema. */
type More<A extends Answers> = Omit<A, 'kind' | 'schema'>;

/**
 * The response is one record. A response without its required fields, such as `{"status": 500}`, is
 * invalid, even if the schema requires no field.
 */
export const record = (schema: string | undefined, more: More<RecordAnswers> = {}): Answers => ({
	kind: 'record',
	schema,
	...(schema === undefined ? {} : { requiredFields: ['id'] }),
	...more,
});

/** The response is a list of records; each becomes an item. */
export const records = (schema: string | undefined, more: More<ListAnswers> = {}): Answers => ({
	kind: 'list',
	schema,
	...more,
});

/**
 * The response has no body, or one that says nothing more. The output says what was done, and to
 * which record.
 */
export const nothing = (more: More<NothingAnswers> = {}): Answers => ({ kind: 'nothing', ...more });

/** The response is a file. */
export const fileAnswer = (more: More<FileAnswers> = {}): Answers => ({ kind: 'file', ...more });
