/** Tokens of service accounts. */
import { type Handlers, ok } from '../../handler';
import { badRequest, forbidden, Refusal } from '../../refusals';
import type { ServiceAccount } from '../../state/caller';
import type { State } from '../../state/state';
import { serviceAccounts } from './accountStore';

/**
 * The account behind `Authorization: Basic`.
 * @throws Refusal 401
 */
function basicAccount(authorization: string | undefined, state: State): ServiceAccount {
	const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1];
	const [id, ...rest] = Buffer.from(encoded ?? '', 'base64')
		.toString('utf8')
		.split(':');
	const account = serviceAccounts.recordsIn(state).get(id ?? '');
	if (!account || account.secret !== rest.join(':'))
		throw new Refusal(401, 'Client id or secret is missing or invalid');
	return account;
}

export const tokenHandlers: Handlers = {
	'POST /security/oauth/token': async ({ headers, state, emulator, body, origin }) => {
		const serviceAccount = basicAccount(headers.authorization, state);
		if (!serviceAccount.permissions.includes('TMC_SERVICE_ACCOUNT_MANAGEMENT'))
			throw forbidden('Permission TMC_SERVICE_ACCOUNT_MANAGEMENT is required');
		const { audience } = body as { audience: string };
		if (audience !== `${origin}/` && !(state.seen.bareAudiences && audience === origin))
			throw badRequest(`The audience must be ${origin}/`);
		return ok(await emulator.tokens.issue(serviceAccount.id));
	},
};
