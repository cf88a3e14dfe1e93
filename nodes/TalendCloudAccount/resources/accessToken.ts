import { baseAddress } from '../../../credentials/values/address';
import { OTHER_REGION, REGIONS } from '../../../credentials/values/regions';
import { type Output, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { id, suggestion, text } from '../../shared/declare/fields';
import { requirement } from '../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import type { Input } from '../../shared/declare/runtime/context';
import { objectIn } from '../../shared/support/json';

const NO_SLASH = requirement('audience', 'Region', 'must end with a slash');
const NO_ADDRESS = requirement('audience', 'Region', 'is not a Talend Cloud address: {reason}');

const issue = operation('POST /security/oauth/token', {
	name: 'Issue',
	action: 'Issue an access token',
	description: 'Exchange the client ID and secret of a service account for an access token',
	permissions: 'TMC_SERVICE_ACCOUNT_MANAGEMENT',
	basicAuth: true,
	effect: 'write',
	creates: false,
	settings: {
		address: text('Address of the API, such as that of a proxy or an emulator')
			.eg('https://api.eu.cloud.talend.com')
			.shownWhen({ audience: [OTHER_REGION] }),
		clientId: id('Client ID of the service account').eg('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
		clientSecret: text('Client secret of the service account').secret().sample('a-client-secret'),
	},
	body: {
		audience: suggestion('API address of the region, with a slash at the end', [
			...REGIONS.map(({ name, value: region }) => ({ name, value: `${baseAddress({ region })}/` })),
			{ name: 'Another Address', value: OTHER_REGION },
		])
			.sample('https://api.eu.cloud.talend.com/')
			.label('Region'),
	},
	constants: { grant_type: 'client_credentials' },
	refusals: {
		400: 'Check the region: it must be that of the service account.',
		401: 'Check the client ID, the client secret and the region in this node. The credential of the node is not used here.',
		403: 'Ask an administrator to give this service account the permission TMC_SERVICE_ACCOUNT_MANAGEMENT (Service Account - Manage).',
	},
	answers: record('A.TokenResponse', {
		requiredFields: ['access_token'],
		whySecret: 'anyone with the token can act as the service account',
		sensitive: ['access_token'],
	}),
	messages: [NO_SLASH, NO_ADDRESS],
	perform: requestToken,
});

/** Signs in as the given account at the given region; the credential of the node is not used. */
async function requestToken(
	op: OperationContext<typeof NO_SLASH | typeof NO_ADDRESS>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { clientId, clientSecret, address } = input.settings as Record<string, string>;
	const chosen = String(objectIn(input.body).audience);
	const audience = chosen === OTHER_REGION ? address!.replace(/\/?$/, '/') : chosen;
	const answer = await op.sendElsewhere(
		request,
		{ ...input, body: { ...objectIn(input.body), audience } },
		{
			address: addressOf(op, audience),
			headers: {
				Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
			},
		},
	);
	return op.outputs(request, input, answer);
}

/** The audience is the address followed by a slash (docs/platform/interface.md, "Signing in"). */
function addressOf(
	op: OperationContext<typeof NO_SLASH | typeof NO_ADDRESS>,
	audience: string,
): string {
	if (!audience.endsWith('/')) throw op.refusal(NO_SLASH, {}, audience);
	const base = resultOrError(() => baseAddress({ region: OTHER_REGION, address: audience }));
	if (base instanceof Error) throw op.refusal(NO_ADDRESS, { reason: base.message }, audience);
	return base;
}

function resultOrError<T>(work: () => T): T | Error {
	try {
		return work();
	} catch (error) {
		return error as Error;
	}
}

export const accessToken = resource(
	'accessToken',
	'Access Token',
	{ issue },
	'What a service account signs in with',
);
