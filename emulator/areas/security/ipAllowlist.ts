/** The IP allowlist. Each account has one, and changes apply at once. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { created, type Handler, type Handlers, noContent, ok } from '../../handler';
import { badRequest, conflict, forbidden, notFound } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { allowlistOf, ipEntries, type IpEntry, isAddress, isAllowed } from './securityStore';

type Given = Omit<IpEntry, 'id'>;

function settingsOf(state: State) {
	const { settings } = allowlistOf(state);
	if (!settings) throw notFound('The account has no IP allowlist');
	return settings;
}

/** @throws Refusal 400, 409 */
function checkEntries(entries: readonly Given[], others: readonly IpEntry[]): void {
	for (const [index, { ip }] of entries.entries()) {
		if (!isAddress(ip)) throw badRequest(`${ip} is not an IP address`);
		if (
			others.some((other) => other.ip === ip) ||
			entries.findIndex((each) => each.ip === ip) < index
		)
			throw conflict(`The address ${ip} is already in the list`);
	}
}

const allowlistView = (state: State, detailed = true) => ({
	...settingsOf(state),
	...(detailed ? { ips: ipEntries.all(state) } : {}),
});

/** Replaces the allowlist. Addresses that are left out are removed. */
function replaceAllowlist(state: State, body: unknown): void {
	const {
		enabled,
		description,
		ips = [],
	} = body as { enabled?: boolean; description?: string; ips?: Given[] };
	if (enabled === undefined) throw badRequest('Field enabled is required');
	checkEntries(ips, []);
	ipEntries.recordsIn(state).clear();
	for (const { ip, description: note } of ips) ipEntries.add(state, { ip, description: note });
	allowlistOf(state).settings = withoutUndefined({ enabled, description });
}

const { get, remove, replace } = collection(ipEntries, {
	required: ['ip', 'description'],
	given: ({ state, body }, own) => {
		checkEntries(
			[body as Given],
			ipEntries.all(state).filter((each) => each !== own),
		);
		return { ...(body as Given) };
	},
});

export const ipAllowlistHandlers: Handlers = {
	'GET /security/ip-allowlist': ({ state, query }) =>
		ok(allowlistView(state, query.detailed !== false)),
	'POST /security/ip-allowlist': ({ state, body }) => {
		if (allowlistOf(state).settings) throw conflict('The account already has an IP allowlist');
		replaceAllowlist(state, body);
		return created(allowlistView(state));
	},
	'PUT /security/ip-allowlist': ({ state, body }) => {
		settingsOf(state);
		replaceAllowlist(state, body);
		return ok(allowlistView(state));
	},
	'PATCH /security/ip-allowlist': ({ state, body }) => {
		settingsOf(state).enabled = (body as { enabled: boolean }).enabled;
		return { status: 200 };
	},
	'DELETE /security/ip-allowlist': ({ state }) => {
		delete allowlistOf(state).settings;
		ipEntries.recordsIn(state).clear();
		return noContent();
	},
	'GET /security/ip-allowlist/ips': ({ state }) => ok(ipEntries.all(state)),
	'POST /security/ip-allowlist/ips': ({ state, body }) => {
		if (!allowlistOf(state).settings) throw badRequest('The account has no IP allowlist');
		checkEntries(body as Given[], ipEntries.all(state));
		return created((body as Given[]).map((entry) => ipEntries.add(state, entry)));
	},
	'PUT /security/ip-allowlist/ips': ({ state, body }) => {
		const entries = body as IpEntry[];
		const replaced = entries.map(({ id }) => ipEntries.find(state, id));
		checkEntries(
			entries,
			ipEntries.all(state).filter((each) => !replaced.includes(each)),
		);
		for (const [index, entry] of replaced.entries()) Object.assign(entry, entries[index]);
		return ok(replaced);
	},
	'GET /security/ip-allowlist/ips/{ipEntryId}': get(),
	'PUT /security/ip-allowlist/ips/{ipEntryId}': replace(),
	'DELETE /security/ip-allowlist/ips/{ipEntryId}': remove(),
};

/**
 * The same handlers, which refuse callers that are not on the allowlist. The address of a caller is
 * taken from the header of a proxy; without it, it is this machine.
 */
export function behindAllowlist(handlers: Handlers): Handlers {
	return Object.fromEntries(
		Object.entries(handlers).map(([name, handler]): [string, Handler] => [
			name,
			(request) => {
				const address = request.headers['x-forwarded-for'] ?? '127.0.0.1';
				if (!isAllowed(request.state, address))
					throw forbidden(`The IP allowlist of the account does not allow ${address}`);
				return handler(request);
			},
		]),
	);
}
