/** Service accounts. */
import { randomBytes } from 'node:crypto';

import { withoutUndefined } from '../../../nodes/shared/support/json';
import { created, type Handlers, ok } from '../../handler';
import { badRequest, conflict, forbidden } from '../../refusals';
import type { ServiceAccount } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { licenseOf, serviceAccountDeleted, serviceAccounts } from './accountStore';

/** A service account as responses show it: without its secret. */
function serviceAccountView({
	secret,
	createdDate,
	lastModifiedDate,
	lastUsedDate,
	...rest
}: ServiceAccount) {
	return withoutUndefined({
		...rest,
		createdDate: rfc3339(createdDate),
		lastModifiedDate: rfc3339(lastModifiedDate),
		lastUsedDate: rfc3339(lastUsedDate),
	});
}

const { list, get, create, replace, remove } = collection(serviceAccounts, {
	fresh: ({ clock }) => ({
		secret: randomBytes(24).toString('base64url'),
		createdDate: clock.now(),
		lastModifiedDate: clock.now(),
	}),
	touched: ({ clock }) => ({ lastModifiedDate: clock.now() }),
	given: ({ state, body }, own) => {
		const { name, permissions } = body as Partial<ServiceAccount>;
		if (name === undefined || permissions === undefined)
			throw badRequest('Malformed body: name and permissions are required');
		// An account may keep what it already has.
		const possible = new Set([...licenseOf(state).permissions, ...(own?.permissions ?? [])]);
		const unknown = permissions.filter((permission) => !possible.has(permission));
		if (unknown.length > 0) throw badRequest(`Invalid permissions: ${unknown.join(', ')}`);
		return { name, permissions };
	},
	unique: [
		{
			by: ({ name }) => name,
			says: 'name',
			refusal: ({ name }) => conflict(`A service account with the name ${name} already exists`),
		},
	],
	removed: (account, { state }) => serviceAccountDeleted.emit(state, account),
	show: serviceAccountView,
});

const createOne = create((made, { origin }) =>
	created(
		{ ...serviceAccountView(made), secret: made.secret },
		{ location: `${origin}/account/service-accounts/${made.id}` },
	),
);

export const serviceAccountHandlers: Handlers = {
	'GET /account/service-accounts': list(),
	'POST /account/service-accounts': (request) => {
		if (!licenseOf(request.state).allowsServiceAccounts)
			throw forbidden('The license does not allow service accounts');
		return createOne(request);
	},
	'GET /account/service-accounts/count': ({ state }) =>
		ok({ tenantId: state.accountId, count: serviceAccounts.recordsIn(state).size }),
	'GET /account/service-accounts/permissions': ({ state }) => ok(licenseOf(state).permissions),
	'GET /account/service-accounts/{id}': get(),
	'PUT /account/service-accounts/{id}': replace(),
	'DELETE /account/service-accounts/{id}': remove(),
};
