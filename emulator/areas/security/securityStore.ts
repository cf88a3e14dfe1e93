/** The IP allowlist, and the roles that people get by single sign-on. */
import { BlockList, isIP } from 'node:net';

import type { State } from '../../state/state';
import { stateEntry, store } from '../../state/store';

export interface IpEntry {
	id: string;
	ip: string;
	description: string;
}

export const ipEntries = store<IpEntry>({ name: 'Address', idForm: 'objectId' });

/** `settings` is absent as long as the account has no allowlist. */
export const allowlistOf = stateEntry<{ settings?: { enabled: boolean; description?: string } }>(
	'ipAllowlist',
	() => ({}),
);

/** Whether a text is an address or a range of addresses. */
export function isAddress(text: string): boolean {
	const [ip, bits, ...more] = text.split('/');
	const version = isIP(ip ?? '');
	return (
		version !== 0 &&
		more.length === 0 &&
		(bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
	);
}

/** Whether the account can be used from an address now. */
export function isAllowed(state: State, address: string): boolean {
	if (!allowlistOf(state).settings?.enabled) return true;
	const allowed = new BlockList();
	for (const { ip } of ipEntries.all(state)) {
		const [base, bits] = ip.split('/') as [string, string?];
		const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
		if (bits === undefined) allowed.addAddress(base, family);
		else allowed.addSubnet(base, Number(bits), family);
	}
	return isIP(address) !== 0 && allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Roles of the platform by the names of roles at the identity provider. */
export const mappingsOf = stateEntry<{ enabled: boolean; mappings: Map<string, string[]> }>(
	'ssoRoleMappings',
	() => ({ enabled: true, mappings: new Map() }),
);
