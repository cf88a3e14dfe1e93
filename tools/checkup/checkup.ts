/**
 * The check-up of a real account: sends each read-only request once, with IDs from the account's
 * lists, and records the shapes of the responses. Nothing is created, changed, started or
 * downloaded.
 */
import { baseAddress } from '../../credentials/values/address';
import { OTHER_REGION } from '../../credentials/values/regions';
import { keyOf } from '../../nodes/shared/declare/define';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { everyOperation } from '../../platform/operations';
import { type Recording, recordingOf } from '../../platform/recording/recording';
import { Account, requiredFields, TIMEOUT_MS, whyUnanswered } from './account';
import { QUESTIONS } from './questions';

export interface Access {
	region?: string;
	address?: string;
	/**
	 * Addresses of the other applications, by field of the credential, if they do not follow from
	 * `address`.
	 */
	applications?: Readonly<Record<string, string | undefined>>;
	clientId?: string;
	clientSecret?: string;
	/** A personal access token, instead of client ID and secret. */
	token?: string;
}

type Progress = (done: number, all: number, operation: string) => void;

/** The pause before each request: the platform allows only 60 per minute for some API families. */
const EVERY_MS = 1_100;

/** The operations that only read, and return neither secrets nor files. */
export function readings(): Array<{ name: string; operation: RequestOperation }> {
	return everyOperation.flatMap(({ area, resource, value, operation }) =>
		operation.kind === 'request' && isReading(operation)
			? [{ name: `${area} ${resource.value}.${value}`, operation }]
			: [],
	);
}

const isReading = ({ method, effect, endpoint, answers }: RequestOperation): boolean =>
	answers.kind !== 'file' &&
	answers.whySecret === undefined &&
	endpoint.startsWith('/') &&
	(method === 'GET' ||
		(method === 'POST' && effect === 'read' && /(search|\.search)$/.test(endpoint)));

/** @throws Error if the sign-in fails */
export async function runCheckup(
	access: Access,
	{
		progress = () => undefined,
		everyMs = EVERY_MS,
	}: { progress?: Progress; everyMs?: number } = {},
): Promise<Recording> {
	const region = access.address === undefined ? access.region : OTHER_REGION;
	const addressed = { region, address: access.address, ...access.applications };
	const base = baseAddress(addressed);
	const token = access.token ?? (await signIn(base, access));
	const account = new Account(addressed, token, everyMs);
	const all = readings();
	const notAsked = new Map<RequestOperation, string>();
	// Requests without an ID come first: their responses contain the IDs for the others.
	const ordered = [...all].sort(
		(a, b) => requiredFields(a.operation).length - requiredFields(b.operation).length,
	);
	for (const [index, { operation }] of ordered.entries()) {
		progress(index + 1, ordered.length, keyOf(operation));
		const why = await account.tryRequest(operation);
		if (why !== undefined) notAsked.set(operation, why);
	}
	for (const { needs } of QUESTIONS) {
		const asked = needs && all.find(({ operation }) => keyOf(operation) === needs.operation);
		if (asked) await account.tryRequest(asked.operation, needs.values);
	}
	return recordingOf({
		date: new Date().toISOString().slice(0, 10),
		region: region ?? 'eu',
		signIn: access.token === undefined ? 'service account' : 'personal access token',
		operations: all.map(({ operation }) => ({ operation, notAsked: notAsked.get(operation) })),
		reads: account.reads,
		questions: QUESTIONS.map(({ asks, answer }) => ({
			asks,
			answer: answer(account.reads) ?? NOT_SEEN,
		})),
	});
}

async function signIn(base: string, { clientId = '', clientSecret = '' }: Access): Promise<string> {
	const answer = await fetch(`${base}/security/oauth/token`, {
		method: 'POST',
		redirect: 'error',
		signal: AbortSignal.timeout(TIMEOUT_MS),
		headers: {
			'Content-Type': 'application/json',
			Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
		},
		body: JSON.stringify({ audience: `${base}/`, grant_type: 'client_credentials' }),
	}).catch((error: unknown) => {
		throw new Error(
			`The platform at ${base} did not respond (${whyUnanswered(error)}). Check the region or address, and your network.`,
		);
	});
	const body = (await answer.json().catch(() => ({}))) as { access_token?: string };
	if (!answer.ok || typeof body.access_token !== 'string')
		throw new Error(
			`The platform did not accept the client ID and secret (status ${answer.status}). Check them, and the region.`,
		);
	return body.access_token;
}

/** The answer to a question if no response shows it. */
export const NOT_SEEN = 'not seen';
