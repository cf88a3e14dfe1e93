/** The interface as data: from `../shared` when it stands beside the project, else the project's copy. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const beside = join(root, '../shared/interface');
const folder = existsSync(join(beside, 'operations.json')) ? beside : join(root, 'test/fixtures/interface');

const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;

export interface InterfaceField {
	type: string;
	required: boolean;
	note?: string;
	min?: number;
	max?: number;
}

interface InterfaceBody {
	kind: string;
	contentType?: string;
	fields?: Record<string, InterfaceField>;
	variants?: InterfaceBody[];
	schema?: string;
}

/** One of the 166 operations. */
export interface InterfaceOperation {
	id: string;
	node: string;
	method: string;
	path: string | null;
	pathParams: Record<string, unknown>;
	query: Record<string, InterfaceField>;
	body: InterfaceBody | null;
	success: Array<{ status: number | null; body: string | null }>;
	permission: string | null;
}

export interface InterfaceSchema {
	fields?: Record<string, InterfaceField>;
}

export interface Fact {
	doc: string;
	fact: string;
}

export const interfaceOperations = read<InterfaceOperation[]>('operations.json');
export const interfaceSchemas = read<Record<string, Record<string, InterfaceSchema>>>('schemas.json');
export const interfaceFacts = read<Fact[]>('facts.json');

const plain = (path: string) => path.replace(/\{[^}]*\}/g, '{}');

/** The operation of the interface on a method and path. */
export function interfaceOperation(method: string, path: string): InterfaceOperation | undefined {
	return interfaceOperations.find((each) => each.method === method && each.path !== null && plain(each.path) === plain(path));
}
