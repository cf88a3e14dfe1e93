/**
 * Checks whether a record matches its schema in the interface documents: required fields are present,
 * and every field is known and has its type. This keeps the emulator strict; a lenient emulator would
 * lead to lenient nodes.
 */
import { interfaceSchemas, type InterfaceField } from './documents';
import { isVendorSchema, vendorFindings } from './vendor';

/** Fields that the vendor's service adds to the documents' schemas (docs/platform/interface.md, "Where the two disagree"). */
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
	const found: string[] = [];
	const values = record as Record<string, unknown>;
	for (const [name, field] of Object.entries(schema.fields)) {
		const value = values[name];
		if (value === undefined || value === null) {
			if (field.required) found.push(`${schemaName}.${name} is missing`);
		} else if (!isOfDocumentedType(field, value))
			found.push(`${schemaName}.${name} is ${JSON.stringify(value)}, not ${field.type}`);
	}
	const known = new Set([...Object.keys(schema.fields), ...(VENDOR_ADDS[schemaName] ?? [])]);
	for (const name of Object.keys(values))
		if (!known.has(name)) found.push(`${schemaName} has no field ${name}`);
	return found;
}

/** Basic types are checked exactly; of others ("Runtime", "array of Step"), only the shape is checked. */
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
