/**
 * Requests as the vendor's OpenAPI files describe them, where that is another form than that of the
 * interface documents. The form of the other dialect is refused: what a client sends is right in one
 * of them only. Differences in responses and in meaning are in the resource's file, by `request.dialect`.
 */
import { badRequest, Refusal } from './refusals';

/**
 * Whose description of the platform the emulator follows where the two differ: the interface
 * documents, or the OpenAPI files that the vendor publishes.
 */
export type Dialect = 'documents' | 'vendor';

/** The parts of a request that are checked. */
export interface Sent {
	query: URLSearchParams;
	contentType: string | undefined;
	text: string;
}

const VENDOR: Readonly<Record<string, (sent: Sent) => Sent>> = {
	// A text as JSON, not as plain text.
	'POST /monitoring/executions/{executionId}/logs/status': ({ query, contentType, text }) => {
		if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') throw new Refusal(415, 'The body must be application/json');
		return { query, contentType: 'text/plain', text: textIn(text) };
	},
	// In capitals.
	'POST /monitoring/executions/{executionId}/logs': ({ query, ...sent }) => {
		const format = query.get('fileFormat');
		if (format === null) return { query, ...sent };
		if (format !== 'JSON' && format !== 'TEXT') throw badRequest('Query parameter fileFormat must be JSON or TEXT');
		const documented = new URLSearchParams(query);
		documented.set('fileFormat', format.toLowerCase());
		return { query: documented, ...sent };
	},
};

function textIn(json: string): string {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		throw badRequest('The body is not valid JSON');
	}
	if (typeof value !== 'string') throw badRequest('The body must be text');
	return value;
}

/** A request in the form of the declarations. @throws Refusal when it has the form of the other dialect */
export const asDeclared = (dialect: Dialect, operation: string, sent: Sent): Sent => (dialect === 'vendor' ? (VENDOR[operation]?.(sent) ?? sent) : sent);
