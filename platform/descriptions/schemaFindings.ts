/**
 * Checks whether a record matches its schema in the interface documents: required fields are
 * present, and every field is known and has its type. This keeps the emulator strict; a lenient
 * emulator would lead to lenient nodes.
 */
import { isAbsent } from '../../nodes/shared/support/nothing';
import { type InterfaceField, interfaceSchemas } from './interfaceDocuments';
import { isVendorSchema, vendorFindings } from './vendor';

/**
 * Fields that Talend's service adds to the documents' schemas (docs/platform/interface.md,
 * "Where the documents and the OpenAPI files disagree").
 */
const VENDOR_ADDS: Record<string, readonly string[]> = {
	'B.JobExecutionStatus': ['taskId', 'taskVersion', 'runtime'],
	'B.PlanExecutionStatus': ['status'],
	'B.AuditLog': ['email'],
	'A.AuditLog': ['email'],
};

/** What is wrong with a record, in words; empty if it is as documented. */
export function schemaFindings(schemaName: string, record: unknown): string[] {
	if (isVendorSchema(schemaName)) return vendorFindings(schemaName, record);
	const [doc, ...rest] = schemaName.split('.');
	const schema = interfaceSchemas[doc!]?.[rest.join('.')];
	if (!schema) return [`there is no schema ${schemaName}`];
	if (!schema.fields || Object.keys(schema.fields).length === 0) return [];
	if (typeof record !== 'object' || record === null) return [`${schemaName} is not an object`];
	const values = record as Record<string, unknown>;
	const known = new Set([...Object.keys(schema.fields), ...(VENDOR_ADDS[schemaName] ?? [])]);
	return [
		...Object.entries(schema.fields).flatMap(
			([name, field]) => valueFinding(`${schemaName}.${name}`, field, values[name]) ?? [],
		),
		...Object.keys(values)
			.filter((name) => !known.has(name))
			.map((name) => `${schemaName} has no field ${name}`),
	];
}

function valueFinding(path: string, field: InterfaceField, value: unknown): string | undefined {
	if (isAbsent(value)) return field.required ? `${path} is missing` : undefined;
	return isOfDocumentedType(field, value)
		? undefined
		: `${path} is ${JSON.stringify(value)}, not ${field.type}`;
}

/**
 * Basic types are checked exactly; of others ("Runtime", "array of Step"), only the shape is
 * checked.
 */
function isOfDocumentedType({ type }: InterfaceField, value: unknown): boolean {
	if (/^array/.test(type)) return Array.isArray(value);
	if (/^string/.test(type)) return typeof value === 'string';
	if (/^datetime/.test(type)) return typeof value === 'string' && !Number.isNaN(Date.parse(value));
	if (/^integer/.test(type)) return Number.isInteger(value);
	if (/^number/.test(type)) return typeof value === 'number';
	if (/^boolean/.test(type)) return typeof value === 'boolean';
	if (/^object/.test(type)) return typeof value === 'object';
	return true;
}
