/**
 * The dialects of the emulator: each of the two descriptions of the platform, and the OpenAPI
 * files with everything that others have seen on the real one. Requests that Talend's OpenAPI files
 * describe in another form than the interface documents are translated here. The form of the other
 * description is refused, because the real platform may accept only one of them. Differences in
 * responses and in meaning are in the resource's file, by `request.follows` and `state.seen`.
 */
import type { Description } from '../platform/descriptions/exchange';
import { OBSERVATIONS, type SeenBehavior, type SeenName } from '../platform/observations';
import { badRequest, Refusal } from './refusals';

export const DIALECTS = ['documents', 'vendor', 'field'] as const;

/** A description, or the platform as others have seen it. */
export type Dialect = (typeof DIALECTS)[number];

export const isDialect = (name: unknown): name is Dialect => DIALECTS.includes(name as Dialect);

/** Whether each observation applies. */
export type Seen = Readonly<Record<SeenName, boolean>>;

/** @param also observations that apply in addition */
export const seenIn = (dialect: Dialect, also: readonly SeenName[] = []): Seen =>
	Object.fromEntries(
		Object.entries<SeenBehavior>(OBSERVATIONS).map(([name, { in: where }]) => [
			name,
			where === 'all dialects' ||
				(where === 'field' && dialect === 'field') ||
				also.includes(name as SeenName),
		]),
	) as Seen;

/**
 * The description that applies where nothing was observed. With `field`, it is `vendor`,
 * because it describes the platform that others have seen.
 */
export const descriptionOf = (dialect: Dialect): Description =>
	dialect === 'field' ? 'vendor' : dialect;

/** The parts of a request that a dialect may have in another form. */
export interface Sent {
	query: URLSearchParams;
	contentType: string | undefined;
	text: string;
}

const VENDOR: Readonly<Record<string, (sent: Sent) => Sent>> = {
	// The body is a text in JSON here, and not plain text.
	'POST /monitoring/executions/{executionId}/logs/status': ({ query, contentType, text }) => {
		if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
			throw new Refusal(415, 'The body must be application/json');
		return { query, contentType: 'text/plain', text: textIn(text) };
	},
	// The values are in capital letters here.
	'POST /monitoring/executions/{executionId}/logs': ({ query, ...sent }) => {
		const format = query.get('fileFormat');
		if (format === null) return { query, ...sent };
		if (format !== 'JSON' && format !== 'TEXT')
			throw badRequest('Query parameter fileFormat must be JSON or TEXT');
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

/** Forms of requests that the real platform accepts, as others have seen. */
const SEEN_ACCEPTED: Readonly<
	Record<string, { seen: SeenName; translated: (sent: Sent) => Sent }>
> = {
	'PUT /orchestration/executables/tasks/{taskId}': {
		seen: 'wholeTasks',
		translated: ({ text, ...sent }) => {
			const { taskPauseDetails, ...task } = objectIn(text);
			return { ...sent, text: taskPauseDetails === undefined ? text : JSON.stringify(task) };
		},
	},
};

/** The object in a body; empty if there is none, which is refused elsewhere. */
function objectIn(text: string): Record<string, unknown> {
	try {
		return { ...(JSON.parse(text) as object) };
	} catch {
		return {};
	}
}

/**
 * A request in the form of the declarations.
 * @throws Refusal if the OpenAPI files are followed and the request has the form of the documents
 */
export function asDeclared(follows: Description, seen: Seen, operation: string, sent: Sent): Sent {
	const accepted = SEEN_ACCEPTED[operation];
	if (accepted && seen[accepted.seen]) return accepted.translated(sent);
	return follows === 'vendor' ? (VENDOR[operation]?.(sent) ?? sent) : sent;
}
