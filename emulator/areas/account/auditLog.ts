/** Audit logs: what was done in the account, newest first. */
import { DAY } from '../../../nodes/shared/support/time/time';
import type { Handler, Handlers } from '../../handler';
import { numberedPage } from '../../lists/replies';
import { forbidden } from '../../refusals';
import { addAuditLog, auditOf, licenseOf } from './accountStore';

const SUPPORT_LEVELS = ['Platinum', 'Mission Critical'];

/** `2026-03-31T08:00:50.000Z` as `2026-03-31T08:00:50.0000` */
const withoutZone = (timestamp: string): string =>
	`${new Date(timestamp).toISOString().replace('Z', '')}0`;

export const auditHandlers: Handlers = {
	'GET /security/audit/logs': ({ state, query, clock }) => {
		const { hotPeriodDays, subscription } = licenseOf(state);
		if (!SUPPORT_LEVELS.includes(subscription?.supportLevel ?? ''))
			throw forbidden(`The support level must be ${SUPPORT_LEVELS.join(' or ')}`);
		const now = clock.now();
		const hot = now - hotPeriodDays * DAY;
		const { fromDate, fromId, toDate } = query as {
			fromDate?: string;
			fromId?: string;
			toDate?: string;
		};
		const until = toDate === undefined ? now : Math.min(now, Date.parse(toDate));
		const from = fromDate === undefined ? hot : Math.max(hot, Date.parse(fromDate));
		let matchingLogs = auditOf(state)
			.logs.map((log, index) => ({ log, index, at: Date.parse(log.timestamp) }))
			.filter(({ at }) => at >= from && at <= until)
			.sort((a, b) => b.at - a.at || b.index - a.index)
			.map(({ log }) => log);
		// For an unknown ID, the index is -1, so no log is left.
		if (fromDate === undefined && fromId !== undefined)
			matchingLogs = matchingLogs.slice(
				0,
				matchingLogs.findIndex(({ logId }) => logId === fromId) + 1,
			);
		return numberedPage(matchingLogs, query, (log) =>
			state.seen.timesWithoutZone ? { ...log, timestamp: withoutZone(log.timestamp) } : log,
		);
	},
};

const CATEGORIES: ReadonlyArray<readonly [path: RegExp, category: string]> = [
	[/\/(scim\/v2\/Users|account\/users)/, 'user account'],
	[/\/(scim\/v2\/Groups|account\/groups)/, 'user group'],
	[/\/(scim\/v2\/Roles|account\/roles)/, 'user role'],
	[/\/ip-allowlist/, 'ip allowlist'],
	[/\/role-mappings/, 'role mapping'],
	[/\/account\/service-accounts/, 'service account'],
	[/permissions/, 'workspace permission'],
];

const OPERATIONS: Record<string, string> = {
	POST: 'create',
	PUT: 'update',
	PATCH: 'update',
	DELETE: 'delete',
};

/**
 * The same handlers, with an audit log for each change that succeeds. Bodies are left out: they can
 * contain passwords.
 */
export function withAuditLogs(handlers: Handlers): Handlers {
	return Object.fromEntries(
		Object.entries(handlers).map(([name, handler]): [string, Handler] => {
			const [method, path] = name.split(' ') as [string, string];
			const category = CATEGORIES.find(([pattern]) => pattern.test(path))?.[1];
			const operation = OPERATIONS[method];
			if (category === undefined || operation === undefined || path.endsWith('/.search'))
				return [name, handler];
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
						request: {
							url:
								origin +
								path.replace(/\{(\w+)\}/g, (_all, variable: string) => request.path[variable]!),
							method,
							userAgent: headers['user-agent'],
						},
						response: { code: String(result.status) },
					});
					return result;
				},
			];
		}),
	);
}
