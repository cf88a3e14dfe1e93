/**
 * An account on a server that shares nothing with the emulator, with secrets everywhere and with
 * everything that a platform can do wrong: fields too many and missing, wrong types, nulls,
 * refusals, a limit, a web page, empty and damaged answers.
 */
import { NO_RESPONSE, type OwnServer, serve } from '../../../support/server';

/** Everything in the answers of this account that may never be in a file. */
export const PRIVATE = {
	token: 'tZ9-pat-4f1e77d0c2',
	company: 'Zanzibar',
	name: 'Zanzibar Ledger',
	key: 'zanzibar_password',
	field: 'zanzibarLedgerMode',
	/** In no value of the account. */
	otherField: 'okaforBonus',
	person: 'mira.kowalski',
	email: 'mira.kowalski@zanzibar-bank.example',
	id: '5fd3a9c17b2e4d6088f1a2b3',
	uuid: 'd2719c3e-58a4-4b0f-9c61-7e5a0f3b8d42',
	time: '2026-03-14T15:09:26Z',
	milliseconds: '1773500966000',
	number: '48151623',
	state: 'zanzibar_state',
	cookie: 'session-zz91',
} as const;

interface OddAnswer {
	status?: number;
	body?: unknown;
	/** Instead of JSON. */
	text?: string;
	type?: string;
	headers?: Record<string, string>;
	/** Ends the connection. */
	breaks?: boolean;
}

const milliseconds = Number(PRIVATE.milliseconds);
const user = (more: object) => ({
	id: PRIVATE.uuid,
	login: PRIVATE.person,
	firstName: PRIVATE.name,
	email: PRIVATE.email,
	...more,
});
const environment = {
	id: PRIVATE.id,
	name: PRIVATE.name,
	maxCloudContainers: 3,
	default: false,
	description: null,
};
const task = (index: number) => ({
	executable: PRIVATE.id,
	name: `${PRIVATE.name} ${index}`,
	// A map: its names are data.
	parameters: { [PRIVATE.key]: PRIVATE.token, [PRIVATE.person]: '1' },
	// Named like something of the account.
	[PRIVATE.field]: true,
	[PRIVATE.otherField]: null,
	// In no description.
	priorityLevel: index === 0 ? PRIVATE.company : null,
	...(index % 2 === 0 ? { workspace: { id: PRIVATE.id, name: PRIVATE.name, environment } } : {}),
});

const ANSWERS: Readonly<Record<string, OddAnswer>> = {
	'GET /account/users': {
		body: [
			user({ runScore: 42 }),
			user({ runScore: 38.5, email: null }),
			user({ login: undefined }),
		],
	},
	'GET /account/groups': { status: 302, text: '', headers: { location: `/${PRIVATE.company}` } },
	'GET /account/roles': {
		text: `<!doctype html><title>${PRIVATE.company} sign-in</title>`,
		type: 'text/html; charset=utf-8',
	},
	'GET /account/subscription': {
		body: { licenseType: 5, expiresAt: milliseconds, owner: { [PRIVATE.person]: PRIVATE.email } },
	},
	'GET /account/me': { body: { id: 48_151_623, login: [PRIVATE.person] } },
	'GET /security/ip-allowlist': { text: '', type: 'application/json' },
	'GET /security/role-mappings': { body: {} },
	'GET /connections': {
		text: `[{"id":"${PRIVATE.uuid}","name":"${PRIVATE.company}`,
		type: 'application/json',
	},
	'GET /orchestration/environments': { body: [environment] },
	'GET /orchestration/workspaces': { text: 'null', type: 'application/json' },
	'GET /orchestration/executables/tasks': { body: { items: [task(0), task(1), task(2)] } },
	'GET /orchestration/executables/plans': {
		body: [{ executable: PRIVATE.id, name: PRIVATE.name }],
		type: 'text/plain',
	},
	'GET /processing/executables/tasks/executions': {
		body: {
			items: [
				{
					executionId: PRIVATE.uuid,
					status: PRIVATE.state,
					executionStatus: PRIVATE.state,
					startTimestamp: PRIVATE.time,
					triggeredTimestamp: milliseconds,
				},
			],
			total: 48_151_623,
		},
	},
	'GET /processing/runtimes/remote-engines': {
		status: 500,
		body: {
			status: 500,
			message: `${PRIVATE.name} of ${PRIVATE.email} failed`,
			requestId: PRIVATE.uuid,
		},
	},
	'GET /security/audit/logs': {
		body: [{ id: PRIVATE.id, timestamp: PRIVATE.time, userEmail: PRIVATE.email }],
		type: `application/vnd.${PRIVATE.company}+json`,
	},
};

export interface OddAccount extends OwnServer {
	/** Method and path of each request. */
	requests: string[];
}

export async function startOddAccount(): Promise<OddAccount> {
	const requests: string[] = [];
	const server = await serve(({ method, path }) => {
		const key = `${method} ${path}`;
		const isFirst = !requests.includes(key);
		requests.push(key);
		const { status, body, text, type, headers, breaks } = answerTo(key, path, isFirst);
		if (breaks) return NO_RESPONSE;
		return {
			status,
			body: text ?? JSON.stringify(body),
			headers: {
				'content-type': type ?? 'application/json',
				'set-cookie': PRIVATE.cookie,
				'x-zanzibar-tenant': PRIVATE.id,
				'x-run-region': PRIVATE.uuid,
				'x-request-id': PRIVATE.uuid,
				...headers,
			},
		};
	});
	return { ...server, requests };
}

function answerTo(key: string, path: string, isFirst: boolean): OddAnswer {
	if (key === 'GET /orchestration/environments' && isFirst)
		return {
			status: 429,
			body: { message: PRIVATE.name },
			headers: {
				'retry-after': '1',
				'x-ratelimit-reset': PRIVATE.milliseconds,
				'x-ratelimit-limit': '60',
			},
		};
	if (path.startsWith('/tdp/')) return { breaks: true };
	if (path.startsWith('/tds/'))
		return { status: 404, text: `${PRIVATE.company} has no stewards`, type: 'text/plain' };
	const known = ANSWERS[key];
	if (known) return known;
	// Half of all others are not allowed, and of the rest nothing is there.
	return path.length % 2 === 0
		? { status: 403, body: { status: 403, message: `${PRIVATE.person} may not` } }
		: { status: 404, body: { status: 404, message: `No ${PRIVATE.id}` } };
}
