/** Judges a response of the platform by both descriptions, without repeating any value of the account. */
import type { IDataObject } from 'n8n-workflow';

import { schemaFindings as documentFindings } from '../interface/documented';
import { isVendorSchema, jsonSchemaOf, findingsBySchema, vendorOperation } from '../interface/vendor';
import { recordsOf } from '../../nodes/shared/declare/lists/records';
import type { RequestOperation } from '../../nodes/shared/declare/operation';

/** Deviations from one of the two descriptions, in words without values. */
export interface Deviations {
	documents: string[];
	vendor: string[];
}

/** Removes the offending value, which the check against the documents repeats. */
const withoutValue = (finding: string): string => finding.replace(/^(\S+) is .*, not (.+)$/s, '$1 is not $2');

/** @param body the JSON of a successful response */
export function deviationsOf(operation: RequestOperation, status: number, body: unknown): Deviations {
	const { answers } = operation;
	const documents = new Set<string>();
	const judge = (schema: string | undefined, value: unknown) => {
		if (schema === undefined || isVendorSchema(schema)) return;
		for (const finding of documentFindings(schema, value)) documents.add(withoutValue(finding));
	};
	judge(answers.page, body);
	if (answers.kind === 'list') for (const record of listIn(operation, body)) judge(answers.schema, record);
	else if (answers.kind === 'record') judge(answers.schema, body);
	const declared = vendorOperation(operation.method, operation.endpoint);
	const schema = jsonSchemaOf(declared?.answers[String(status)]) ?? jsonSchemaOf(declared?.answers['200']);
	return { documents: [...documents].sort(), vendor: schema === undefined ? [] : vendorDeviations(schema, operation, body) };
}

/** Some of the vendor's files declare lists by their record, others as an array. */
function vendorDeviations(schema: Record<string, unknown>, operation: RequestOperation, body: unknown): string[] {
	const whole = findingsBySchema(schema, body);
	if (whole.length === 0 || operation.answers.kind !== 'list' || !Array.isArray(body)) return whole.sort();
	return [...new Set(body.flatMap((record) => findingsBySchema(schema, record)))].sort();
}

/** The records of a list; none if the response has no list. */
export function listIn(operation: RequestOperation, body: unknown): IDataObject[] {
	try {
		return recordsOf(body, operation.answers.root) ?? [];
	} catch {
		return [];
	}
}
