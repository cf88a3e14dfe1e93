import { record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { FROM_VENDOR } from '../../shared/declare/origin';

/**
 * The fields that Simplify keeps. Only users have a login, names and roles; only service accounts
 * have permissions.
 */
const simple = [
	'id',
	'type',
	'name',
	'login',
	'email',
	'active',
	'roles',
	'permissions',
	'accountId',
] as const;

const get = operation('GET /account/me', {
	name: 'Get',
	action: 'Get the user or service account of the credential',
	description:
		'Get the user or service account that the credential belongs to, and its permissions',
	origin: FROM_VENDOR,
	answers: record('vendor:identities-management/MeResponse', { simple }),
});

export const me = resource('me', 'Me', { get }, 'The user or service account of the credential');
