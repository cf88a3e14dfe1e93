/**
 * What a check-up writes: the shapes of all responses of an account, without its values. The file
 * can be compared with the sources, and played by the emulator.
 */
import { z } from 'zod/v4';

import { keyOf } from '../../nodes/shared/declare/define';
import { ruleOf } from '../../nodes/shared/declare/field/check';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { withoutUndefined } from '../../nodes/shared/support/json';
import { sourcesOf } from '../descriptions/responseSources';
import { isWritableHeader } from './names';
import { printable, shapeOf, shapeSchema } from './shape';

const ABOUT =
	'Shapes of the answers of a Talend Cloud account, written by "npm run checkup -- --record". Without values of the account.';

/** The kinds of bodies. `damaged`: the media type says JSON, but the body is not valid. */
const BODY_KINDS = ['json', 'page', 'text', 'damaged', 'nothing'] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/** A response, with the operation of the interface ("GET /connections/crawlers"). */
export interface ReadResponse {
	operation: string;
	status?: number;
	/** Instead of a status: why there was no response, such as ECONNREFUSED. */
	unanswered?: string;
	body: unknown;
	content?: BodyKind;
	headers: Record<string, string>;
	/** The parameters that the check-up chose, if this is an additional request for a question. */
	with?: Record<string, string>;
	/** The query parameters that were sent. */
	query: Readonly<Record<string, string>>;
}

/** What stands in the file in place of a value that the check-up chose. */
export const ANY_VALUE = '*';

/** Several equal answers. */
const recordedSchema = z
	.strictObject({
		seen: z.int().min(1).max(10_000),
		/** The parameters that the check-up chose, if it did not send the usual request. */
		with: z.record(printable, printable).optional(),
		status: z.int().min(200).max(599).optional(),
		/** Instead of a status: why there was no answer, such as ECONNREFUSED. */
		unanswered: z
			.string()
			.regex(/^[A-Za-z_]{2,40}$/, 'must be the name of an error')
			.optional(),
		/** The headers. Only headers that say nothing about the account have values. */
		headers: z.record(printable, z.union([printable, z.null()])).optional(),
		/** How many headers have names that may be values of the account. */
		unnamedHeaders: z.int().min(1).max(1_000).optional(),
		content: z.enum(BODY_KINDS).optional(),
		body: shapeSchema.optional(),
	})
	.refine(
		({ status, unanswered }) => (status === undefined) !== (unanswered === undefined),
		'must have either status or unanswered',
	)
	.refine(
		({ status, content }) => (status === undefined) === (content === undefined),
		'must have content if, and only if, it has a status',
	)
	.refine(
		({ content, body }) => (content === 'json') === (body !== undefined),
		'must have body if, and only if, its content is json',
	);

const recordingSchema = z.strictObject({
	about: printable,
	format: z.literal(1),
	/** The day of the check-up. */
	date: z.string().regex(/^\d{4}-\d\d-\d\d$/, 'must be a day, such as 2026-11-25'),
	region: z.string().regex(/^[a-z-]{2,20}$/, 'must be a region'),
	signIn: z.enum(['service account', 'personal access token']),
	/** By method and path template. */
	operations: z.record(
		z.string().regex(/^(GET|POST) \/[\w.~{}/-]{1,200}$/, 'must be a method and a path'),
		z.strictObject({ answers: z.array(recordedSchema).max(100), notAsked: printable.optional() }),
	),
	questions: z.array(z.strictObject({ asks: printable, answer: printable })).max(100),
});

export type Recorded = z.infer<typeof recordedSchema>;
export type Recording = z.infer<typeof recordingSchema>;

/** The media types that can be written. Any other one could be specific to the account. */
const MEDIA_TYPES =
	'application/json application/problem+json application/scim+json application/hal+json application/xml application/octet-stream application/zip text/html text/plain text/xml text/csv'.split(
		' ',
	);

const isCountOfSeconds = (value: string): boolean => /^\d{1,4}$/.test(value);
const NUMBERS = new Set([
	'retry-after',
	'x-ratelimit-limit',
	'x-ratelimit-remaining',
	'x-ratelimit-reset',
	'ratelimit-limit',
	'ratelimit-remaining',
	'ratelimit-reset',
]);

function writtenHeader(name: string, value: string): string | null {
	if (name === 'content-type') {
		const type = value.split(';')[0]!.trim().toLowerCase();
		return MEDIA_TYPES.includes(type) ? type : null;
	}
	return NUMBERS.has(name) && isCountOfSeconds(value) ? value : null;
}

/** The kind of a body, and its value if it is JSON. */
export function contentOf(text: string, type = ''): { content: BodyKind; json?: unknown } {
	if (text.trim() === '') return { content: 'nothing' };
	try {
		return { content: 'json', json: JSON.parse(text) as unknown };
	} catch {
		if (/html/i.test(type) || /^\s*<(!doctype|html|head|body)/i.test(text))
			return { content: 'page' };
		return { content: /json/i.test(type) ? 'damaged' : 'text' };
	}
}

/** Everything about a check-up that a recording is made from. */
interface CheckedUp {
	date: string;
	region: string;
	signIn: Recording['signIn'];
	operations: ReadonlyArray<{ operation: RequestOperation; notAsked?: string }>;
	reads: readonly ReadResponse[];
	questions: Recording['questions'];
}

/** The recording of a check-up. */
export function recordingOf({
	date,
	region,
	signIn,
	operations,
	reads,
	questions,
}: CheckedUp): Recording {
	const asked = operations.map(
		({ operation, notAsked }): [string, Recording['operations'][string]] => {
			const own = reads.filter((read) => read.operation === keyOf(operation));
			return [
				keyOf(operation),
				withoutUndefined({
					answers: [...groups(own)].map((equal) => recordedOf(operation, equal)),
					notAsked,
				}),
			];
		},
	);
	return {
		about: ABOUT,
		format: 1,
		date,
		region,
		signIn,
		operations: Object.fromEntries(asked),
		questions,
	};
}

/** Groups responses that differ only in their values, in the order in which they first occur. */
function groups(reads: readonly ReadResponse[]): Iterable<ReadResponse[]> {
	const found = new Map<string, ReadResponse[]>();
	for (const read of reads) {
		const { with: chosen, status, unanswered, headers } = read;
		const key = JSON.stringify([
			chosen,
			status,
			unanswered,
			read.content,
			writtenHeader('content-type', headers['content-type'] ?? ''),
		]);
		found.set(key, [...(found.get(key) ?? []), read]);
	}
	return found.values();
}

function recordedOf(operation: RequestOperation, reads: readonly ReadResponse[]): Recorded {
	const { with: chosen, status, unanswered, content } = reads[0]!;
	const seen = { seen: reads.length, ...(chosen ? { with: chosen } : {}) };
	if (status === undefined) return { ...seen, unanswered: unanswered! };
	const sources = isSuccess(status) ? sourcesOf(operation, status) : [];
	const listed = sources.flatMap(({ headers }) => headers);
	const all = [...new Set(reads.flatMap(({ headers }) => Object.keys(headers)))].sort();
	const shown = all.filter((name) => isWritableHeader(name, listed));
	const valueOf = (name: string): string | null => {
		const values = new Set(
			reads.flatMap(({ headers }) =>
				name in headers ? [writtenHeader(name, headers[name]!)] : [],
			),
		);
		return values.size === 1 ? [...values][0]! : null;
	};
	return {
		...seen,
		status,
		headers: Object.fromEntries(shown.map((name) => [name, valueOf(name)])),
		...(all.length > shown.length ? { unnamedHeaders: all.length - shown.length } : {}),
		content: content!,
		...(content === 'json'
			? {
					body: shapeOf(
						reads.map(({ body }) => body),
						sources.map(({ body }) => body),
					),
				}
			: {}),
	};
}

/** Values that are shorter than this are written in one line. */
const MAX_LINE_LENGTH = 120;

/** JSON for people: short values in one line. */
function written(value: unknown, indent: string): string {
	const line = JSON.stringify(value);
	if (typeof value !== 'object' || value === null || line.length <= MAX_LINE_LENGTH) return line;
	const inner = `${indent}\t`;
	const parts = Array.isArray(value)
		? value.map((entry) => written(entry, inner))
		: Object.entries(value)
				.filter(([, entry]) => entry !== undefined)
				.map(([name, entry]) => `${JSON.stringify(name)}: ${written(entry, inner)}`);
	const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
	return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** The text of the file. */
export const recordingText = (recording: Recording): string => `${written(recording, '')}\n`;

/**
 * Reads such a file.
 * @throws Error naming the field and the rule
 */
export function parseRecording(text: string, name: string): Recording {
	const unreadable = (why: string) =>
		new Error(
			`${name} is not a recording of "npm run checkup": ${why}. Record it again, and do not change it by hand.`,
		);
	// A field with this name would change the prototype of its object.
	if (text.includes('"__proto__"')) throw unreadable('no field may be called __proto__');
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		throw unreadable('it is not JSON');
	}
	let result: ReturnType<typeof recordingSchema.safeParse>;
	try {
		result = recordingSchema.safeParse(json);
	} catch {
		throw unreadable('its shapes are nested too deeply');
	}
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw unreadable(
		`${issue!.path.length === 0 ? 'it' : issue!.path.map(String).join(' › ')} ${ruleOf(issue!)}`,
	);
}
