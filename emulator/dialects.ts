/**
 * What the emulator follows: one of the two descriptions of the platform, or the vendor's with everything that others
 * have seen on the real one. Requests that the vendor's OpenAPI files describe in another form than the interface documents
 * are translated here. The form of the other description is refused: what a client sends is right in one
 * of them only. Differences in responses and in meaning are in the resource's file, by `request.dialect` and `state.seen`.
 */
import { badRequest, Refusal } from './refusals';

/** The two descriptions: the interface documents, and the OpenAPI files that the vendor publishes. */
export type Description = 'documents' | 'vendor';

export const DIALECTS = ['documents', 'vendor', 'field'] as const;

/** A description, or the platform as others have seen it. */
export type Dialect = (typeof DIALECTS)[number];

export const isDialect = (name: unknown): name is Dialect => DIALECTS.includes(name as Dialect);

/** Something that others have seen the platform do, and that no description says. */
export interface Observation {
	/** Its number in docs/platform/interface.md. */
	number: number;
	says: string;
	/** Several independent clients or a deliberate trial; one careful client; one remark. */
	confidence: 'high' | 'medium' | 'low';
	seenBy: string;
	/** Year and month, if known. */
	seen?: string;
	/** It contradicts no description, so the emulator does it in every dialect. */
	always?: true;
}

const INTEGRATOR = { seenBy: 'the release tool of an integrator', seen: '2026-05' } as const;

/** Everything that was seen, each with its own switch. */
export const OBSERVATIONS = {
	receipts: { number: 1, says: 'Starting a route or data service returns an ID that never belongs to an execution; the execution appears under another ID after 5 to 15 seconds', confidence: 'high', ...INTEGRATOR, always: true },
	endlessServices: { number: 2, says: 'A service runs until it is terminated, and its execution is then shown as successful', confidence: 'high', ...INTEGRATOR, always: true },
	executionPerEngine: { number: 3, says: 'A service on a cluster has one execution for each of its engines', confidence: 'high', ...INTEGRATOR, always: true },
	takenPorts: { number: 4, says: 'Starting a service that is running replaces it without a gap, or fails because the port is still taken', confidence: 'medium', ...INTEGRATOR, always: true },
	vanishingServices: { number: 5, says: 'Services that have been running for weeks are in no list of executions', confidence: 'medium', ...INTEGRATOR, always: true },
	lostPorts: { number: 6, says: 'Updating a task to another version of its artifact sets microservicePort to null, and nothing else', confidence: 'high', ...INTEGRATOR },
	namesByPrefix: { number: 9, says: 'The name filter of tasks and plans matches the beginning of the name', confidence: 'medium', seenBy: 'a public client' },
	promotedSecrets: { number: 18, says: 'Passwords of promoted connections are "<change me>"; a task that is promoted for the first time has no port and no run profile, and is not upgraded automatically', confidence: 'high', ...INTEGRATOR, always: true },
} as const satisfies Record<string, Observation>;

/** Which observations apply. */
export type Seen = Readonly<Record<keyof typeof OBSERVATIONS, boolean>>;

const seenWhere = (applies: (observation: Observation) => boolean): Seen =>
	Object.fromEntries(Object.entries<Observation>(OBSERVATIONS).map(([name, observation]) => [name, applies(observation)])) as Seen;

const SEEN = { all: seenWhere(() => true), always: seenWhere(({ always }) => always === true) };

export const seenIn = (dialect: Dialect): Seen => (dialect === 'field' ? SEEN.all : SEEN.always);

/** What applies where nothing was observed: the vendor describes the platform that others have seen. */
export const descriptionOf = (dialect: Dialect): Description => (dialect === 'field' ? 'vendor' : dialect);

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

/** A request in the form of the declarations. @throws Refusal when it has the form of the other description */
export const asDeclared = (dialect: Description, operation: string, sent: Sent): Sent => (dialect === 'vendor' ? (VENDOR[operation]?.(sent) ?? sent) : sent);
