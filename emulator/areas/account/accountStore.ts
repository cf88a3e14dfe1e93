/** Service accounts, the license, permissions on workspaces and audit logs of an account. */
import { PERMISSIONS as KNOWN } from '../../../nodes/records/identities/serviceAccounts';
import type { ServiceAccount } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { stateEntry, stateEvent, store } from '../../state/store';

export const serviceAccounts = store<ServiceAccount>({
	name: 'Service account',
	idForm: 'uuid',
	recordsIn: ({ serviceAccounts: kept }) => kept,
});

/** A service account was deleted. */
export const serviceAccountDeleted = stateEvent<ServiceAccount>();

/** The permission IDs that service accounts can have. */
export const PERMISSIONS = KNOWN.map(({ value }) => value);

export interface Subscription {
	startDate: string;
	endDate: string;
	licenseType: string;
	applications: string[];
	supportLevel: string;
	tokensStatus: { total: number; consumed: number };
	enginesStatus: Array<{ type: string; consumed: number }>;
	seats: Array<{ application: string; maxUsers: number; currentUsers: number }>;
}

interface License {
	/** Undefined if the account has none (404). */
	subscription?: Subscription;
	allowsServiceAccounts: boolean;
	/** How far back audit logs can be read. */
	hotPeriodDays: number;
	/** The permissions that service accounts can have. The documents leave the list open. */
	permissions: string[];
}

/** What the license of the account allows. */
export const licenseOf = stateEntry<License>('license', () => ({
	allowsServiceAccounts: true,
	hotPeriodDays: 60,
	permissions: [...PERMISSIONS],
}));

/** Who can have permissions on a workspace. */
export type SubjectKind = 'user' | 'serviceAccount';

/** The permissions of a subject on a workspace. */
export interface Grant {
	workspaceId: string;
	subjectId: string;
	permissions: string[];
}

/** By workspace and subject. */
export const grantsOf = stateEntry<Record<SubjectKind, Map<string, Grant>>>('permissions', () => ({
	user: new Map(),
	serviceAccount: new Map(),
}));

/** An audit log. Almost all of its fields are optional. */
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

export const auditOf = stateEntry<Audit>('audit', () => ({ logs: [], count: 0 }));

/**
 * Registers a log. A log may be registered late: with a timestamp before that of others.
 * @returns the log
 */
export function addAuditLog(
	state: State,
	at: number,
	log: Omit<AuditLog, 'timestamp' | 'logId'>,
): AuditLog {
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
