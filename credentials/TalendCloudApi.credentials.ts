import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { allowedRequest, readOnlyField } from './guard/readOnly';
import { signInTest } from './signIn/signInTest';
import { signed, tokenFor } from './signIn/token';
import { noteToken } from './signIn/tokensInUse';
import { addressFields, furtherFields } from './values/addressFields';
import { CredentialRefused } from './values/credentialRefused';

/**
 * A service account: its client ID and secret are exchanged for a token
 * (docs/platform/interface.md, "Signing in").
 */
export class TalendCloudApi implements ICredentialType {
	name = 'talendCloudApi';

	displayName = 'Talend Cloud API';

	icon = {
		light: 'file:../icons/talendCloud.svg',
		dark: 'file:../icons/talendCloud.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/n8n-nodes-talend-cloud/n8n-nodes-talend-cloud#credentials';

	properties: INodeProperties[] = [
		...addressFields,
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of the service account',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Secret of the service account, shown once when it is created',
		},
		readOnlyField,
		...furtherFields,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** n8n calls this if it has no token, or if its token was refused. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		return { accessToken: await tokenFor(this, credentials, credentials.accessToken) };
	}

	authenticate: IAuthenticate = async (credentials, request) => {
		const allowed = allowedRequest(request, credentials);
		const signedRequest = signed(credentials, request, (token) => {
			noteToken(token);
			return { ...allowed, headers: { ...allowed.headers, Authorization: `Bearer ${token}` } };
		});
		if (!signedRequest) throw tokenRefusal();
		return signedRequest;
	};

	test: ICredentialTestRequest = signInTest;
}

/**
 * An error that makes n8n fetch a new token before anything is sent, as if the platform had
 * refused the stored one. It is thrown if no token is stored, or if the stored one was refused,
 * has expired, or was issued for another secret or region.
 */
function tokenRefusal(): CredentialRefused & { response: { status: number } } {
	return Object.assign(
		new CredentialRefused(
			'The credential has no valid token yet',
			'A new one is fetched automatically.',
			{ refusedWith: 401 },
		),
		{ response: { status: 401 } },
	);
}
