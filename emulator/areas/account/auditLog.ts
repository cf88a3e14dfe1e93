/** Audit logs: what was done in the account, newest first (document A, "Audit logs"). */
import { rfc3339 } from '../../clock';
import { forbidden } from '../../refusals';
import type { State } from '../../state';
import { licenceOf } from './serviceAccount';
import { ok, type Handler, type Handlers } from '../handler';

/** All fields are optional; the e-mail field is called `email` (vendor-facts). */
export interface AuditLog {
	timestamp: string;
	logId: string;
	requestId?: string;
	applicationId?: string;
	eventCategory?: string;
	eventType?: string;
	eventOperation?: string;
	clientIp?: string;
	userId?: string;
	username?: string;
	email?: string;
	request?: { url?: string; method?: string; userAgent?: string; body?: string };
	response?: { code?: string; body?: string };
}

interface Audit {
	/** In the order in which they were registered. */
	logs: AuditLog[];
	count: number;
}

/** The room of this area. */
export const auditOf = (state: State): Audit => state.room('audit', () => ({ logs: [], count: 0 }));

/** Registers a log. A log may be registered late: with a timestamp before that of others. @returns the log */
export function addAuditLog(state: State, at: number, log: Omit<AuditLog, 'timestamp' | 'logId'>): AuditLog {
	const audit = auditOf(state);
	const tail = (++audit.count).toString(16).padStart(12, '0');
	const added = {
		timestamp: rfc3339(at),
		logId: `a0d17000-0000-4000-8000-${tail}`,
		requestId: `4e900000-0000-4000-8000-${tail}`,
		...log,
	};
	audit.logs.push(added);
	return added;
}

const DAY = 86_400_000;
/** vendor-facts, "Permissions, SCIM, audit": page 1, size 100. */
const DEFAULT_SIZE = 100;
const SUPPORT_LEVELS = ['Platinum', 'Mission Critical'];

export const audit: Handlers = {
	'GET /security/audit/logs': ({ state, query, clock }) => {
		const { hotPeriodDays, subscription } = licenceOf(state);
		if (!SUPPORT_LEVELS.includes(subscription?.supportLevel ?? '')) throw forbidden(`The support level must be ${SUPPORT_LEVELS.join(' or ')}`);
		const now = clock.now();
		const hot = now - hotPeriodDays * DAY;
		const { fromDate, fromId, toDate } = query as { fromDate?: string; fromId?: string; toDate?: string };
		const until = toDate === undefined ? now : Math.min(now, Date.parse(toDate));
		const from = fromDate === undefined ? hot : Math.max(hot, Date.parse(fromDate));
		let found = auditOf(state)
			.logs.map((log, index) => ({ log, index, at: Date.parse(log.timestamp) }))
			.filter(({ at }) => at >= from && at <= until)
			.sort((a, b) => b.at - a.at || b.index - a.index)
			.map(({ log }) => log);
		// An unknown id is at place -1: nothing is left.
		if (fromDate === undefined && fromId !== undefined) found = found.slice(0, found.findIndex(({ logId }) => logId === fromId) + 1);
		const page = (query.page as number | undefined) ?? 1;
		const size = (query.size as number | undefined) ?? DEFAULT_SIZE;
		const pages = Math.ceil(found.length / size);
		const part = found.slice((page - 1) * size, page * size);
		return ok(part, {
			'page-first': String(page === 1),
			'page-last': String(page >= pages),
			'page-number': String(page),
			'page-total-elements': String(part.length),
			'total-elements': String(found.length),
			'total-pages': String(pages),
		});
	},
};

const CATEGORIES: ReadonlyArray<readonly [path: RegExp, category: string]> = [
	[/\/scim\/v2\/Users/, 'user account'],
	[/\/scim\/v2\/Groups/, 'user group'],
	[/\/account\/service-accounts/, 'service account'],
	[/permissions/, 'workspace permission'],
];

const OPERATIONS: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };

/** The same handlers, with a log of each change that succeeds. Bodies are left out: they can hold passwords. */
export function audited(handlers: Handlers): Handlers {
	return Object.fromEntries(
		Object.entries(handlers).map(([name, handler]): [string, Handler] => {
			const [method, path] = name.split(' ') as [string, string];
			const category = CATEGORIES.find(([pattern]) => pattern.test(path))?.[1];
			const operation = OPERATIONS[method];
			if (category === undefined || operation === undefined || path.endsWith('/.search')) return [name, handler];
			return [
				name,
				async (request) => {
					const { state, clock, caller, headers, origin } = request;
					const result = await handler(request);
					addAuditLog(state, clock.now(), {
						applicationId: 'TMC',
						eventCategory: category,
						eventType: 'access management',
						eventOperation: operation,
						clientIp: '127.0.0.1',
						userId: caller.id,
						username: caller.name,
						request: { url: origin + path.replace(/\{(\w+)\}/g, (_all, variable: string) => request.path[variable]!), method, userAgent: headers['user-agent'] },
						response: { code: String(result.status) },
					});
					return result;
				},
			];
		}),
	);
}
