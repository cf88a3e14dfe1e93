/** Tokens, service accounts and the subscription (document A). */
import { randomBytes } from 'node:crypto';

import { PERMISSIONS as KNOWN } from '../../../nodes/TalendCloudAccount/resources/serviceAccount';
import { rfc3339 } from '../../clock';
import { badRequest, conflict, forbidden, notFound, Refusal } from '../../refusals';
import type { State, ServiceAccount } from '../../state';
import { created, noContent, ok, type Handlers } from '../handler';
import { forgetSubject } from './workspacePermission';

/** The permission ids that service accounts can hold (document A, "Authentication" 4). */
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

interface Licence {
	/** Nothing: the account has none (404). */
	subscription?: Subscription;
	allowsServiceAccounts: boolean;
	/** How far back audit logs can be read. */
	hotPeriodDays: number;
	/** The ids that service accounts can hold; the documents leave the list open. */
	permissions: string[];
}

/** What the licence of the account allows. */
export const licenceOf = (state: State): Licence =>
	state.room('licence', () => ({ allowsServiceAccounts: true, hotPeriodDays: 60, permissions: [...PERMISSIONS] }));

/** Adds a service account; its secret is the caller's to remember. */
export function addServiceAccount(state: State, account: ServiceAccount): void {
	state.serviceAccounts.set(account.id, account);
}

/** The account behind `Authorization: Basic`. @throws Refusal 401 */
function basicAccount(authorization: string | undefined, state: State): ServiceAccount {
	const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1];
	const [id, ...rest] = Buffer.from(encoded ?? '', 'base64').toString('utf8').split(':');
	const account = state.serviceAccounts.get(id ?? '');
	if (!account || account.secret !== rest.join(':')) throw new Refusal(401, 'Client id or secret is missing or invalid');
	return account;
}

/** A service account as it stands in answers: without its secret. */
function view({ secret, createdDate, lastModifiedDate, lastUsedDate, ...rest }: ServiceAccount) {
	void secret;
	return {
		...rest,
		createdDate: rfc3339(createdDate),
		lastModifiedDate: rfc3339(lastModifiedDate),
		...(lastUsedDate === undefined ? {} : { lastUsedDate: rfc3339(lastUsedDate) }),
	};
}

function accountFor(state: State, id: string): ServiceAccount {
	const account = state.serviceAccounts.get(id);
	if (!account) throw notFound(`Service account ${id} was not found`);
	return account;
}

interface Given {
	name?: string;
	permissions?: string[];
}

/** Checks a body as the platform does; an account may keep what it holds already. @throws Refusal 400, 409 */
function checkedBody(state: State, body: unknown, own?: ServiceAccount): Required<Given> {
	const { name, permissions } = body as Given;
	if (name === undefined || permissions === undefined) throw badRequest('Malformed body: name and permissions are required');
	const possible = new Set([...licenceOf(state).permissions, ...(own?.permissions ?? [])]);
	const unknown = permissions.filter((permission) => !possible.has(permission));
	if (unknown.length > 0) throw badRequest(`Invalid permissions: ${unknown.join(', ')}`);
	const taken = [...state.serviceAccounts.values()].some((other) => other !== own && other.name === name);
	if (taken) throw conflict(`A service account with the name ${name} exists already`);
	return { name, permissions };
}

export const account: Handlers = {
	'POST /security/oauth/token': async ({ headers, state, emulator, body, origin }) => {
		const found = basicAccount(headers.authorization, state);
		if (!found.permissions.includes('TMC_SERVICE_ACCOUNT_MANAGEMENT'))
			throw forbidden('Permission TMC_SERVICE_ACCOUNT_MANAGEMENT is required');
		const { audience } = body as { audience: string };
		if (audience !== `${origin}/`) throw badRequest(`The audience must be ${origin}/`);
		return ok(await emulator.tokens.issue(found.id));
	},
	'GET /account/service-accounts': ({ state }) => ok([...state.serviceAccounts.values()].map(view)),
	'POST /account/service-accounts': ({ state, body, clock, origin }) => {
		if (!licenceOf(state).allowsServiceAccounts) throw forbidden('The licence does not allow service accounts');
		const now = clock.now();
		const made = {
			id: state.uuid(),
			secret: randomBytes(24).toString('base64url'),
			...checkedBody(state, body),
			createdDate: now,
			lastModifiedDate: now,
		};
		addServiceAccount(state, made);
		return created({ ...view(made), secret: made.secret }, { location: `${origin}/account/service-accounts/${made.id}` });
	},
	'GET /account/service-accounts/count': ({ state }) => ok({ tenantId: state.accountId, count: state.serviceAccounts.size }),
	'GET /account/service-accounts/permissions': ({ state }) => ok(licenceOf(state).permissions),
	'GET /account/service-accounts/{id}': ({ state, path }) => ok(view(accountFor(state, path.id!))),
	'PUT /account/service-accounts/{id}': ({ state, path, body, clock }) => {
		const found = accountFor(state, path.id!);
		Object.assign(found, checkedBody(state, body, found), { lastModifiedDate: clock.now() });
		return ok(view(found));
	},
	'DELETE /account/service-accounts/{id}': ({ state, path }) => {
		const { id } = accountFor(state, path.id!);
		state.serviceAccounts.delete(id);
		forgetSubject(state, 'serviceAccount', id);
		return noContent();
	},
	'GET /account/subscription': ({ state }) => {
		const { subscription } = licenceOf(state);
		if (!subscription) throw notFound('The account has no subscription');
		return ok(subscription);
	},
};
