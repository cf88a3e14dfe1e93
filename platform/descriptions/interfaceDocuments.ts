/** The interface documents as data. */
import { readData } from '../data';

export interface InterfaceField {
	type: string;
	required: boolean;
	note?: string;
	min?: number;
	max?: number;
	/** The possible values, if the documents list them. */
	enum?: string[] | null;
}

export interface InterfaceBody {
	kind: string;
	contentType?: string;
	fields?: Record<string, InterfaceField>;
	variants?: InterfaceBody[];
	schema?: string;
	/** The entries of an array: a type, or an object of fields. */
	items?: { type?: string; fields?: Record<string, InterfaceField> };
}

/** One of the 166 operations. */
export interface InterfaceOperation {
	id: string;
	/** A, B or C: the document whose schemas it refers to. */
	doc: string;
	node: string;
	method: string;
	path: string | null;
	pathParams: Record<string, unknown>;
	query: Record<string, InterfaceField>;
	body: InterfaceBody | null;
	success: Array<{ status: number | null; body: string | null }>;
	errors: Array<number | string>;
	permission: string | null;
}

interface InterfaceSchema {
	fields?: Record<string, InterfaceField>;
}

interface Fact {
	/** The document and a number, "A.17". */
	id: string;
	doc: string;
	fact: string;
}

export const interfaceOperations = readData<InterfaceOperation[]>('interface/operations.json');
export const interfaceSchemas =
	readData<Record<string, Record<string, InterfaceSchema>>>('interface/schemas.json');

export const interfaceFacts = readData<Fact[]>('interface/facts.json');

/** A path, with or without its method, whose variables have no names: "GET /users/{}". */
export const withoutVariableNames = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/** The operation of the interface on a method and path. */
export function interfaceOperation(method: string, path: string): InterfaceOperation | undefined {
	return interfaceOperations.find(
		(each) =>
			each.method === method &&
			each.path !== null &&
			withoutVariableNames(each.path) === withoutVariableNames(path),
	);
}

/** Paths for operations whose path the documents do not show: `{path}` takes their place. */
export const UNSHOWN_PATHS = ['/processing/runtimes/cloud-engines/configuration'];
