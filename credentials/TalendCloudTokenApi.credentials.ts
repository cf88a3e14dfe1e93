import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { allowedRequest, readOnlyField } from './guard/readOnly';
import { signInTest } from './signIn/signInTest';
import { noteToken } from './signIn/tokensInUse';
import { addressFields, furtherFields } from './values/addressFields';
import { checkCopied, plainToken } from './values/copied';
import { CredentialRefused } from './values/credentialRefused';

/**
 * A token that a person created in the console, or a JWT
 * (docs/platform/interface.md, "Signing in").
 */
export class TalendCloudTokenApi implements ICredentialType {
	name = 'talendCloudTokenApi';

	displayName = 'Talend Cloud Token API';

	icon = {
		light: 'file:../icons/talendCloud.svg',
		dark: 'file:../icons/talendCloud.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/n8n-nodes-talend-cloud/n8n-nodes-talend-cloud#credentials';

	properties: INodeProperties[] = [
		...addressFields,
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A personal access token from your profile preferences in Talend Management Console, or a JWT',
		},
		readOnlyField,
		...furtherFields,
	];

	authenticate: IAuthenticate = async (credentials, request) => {
		const allowed = allowedRequest(request, credentials);
		const token = plainToken(credentials.token);
		if (token === '')
			throw new CredentialRefused(
				'The credential has no token',
				'Open the credential and enter a personal access token or a JWT.',
				{ isFinal: true },
			);
		checkCopied('Token', token);
		noteToken(token);
		return { ...allowed, headers: { ...allowed.headers, Authorization: `Bearer ${token}` } };
	};

	test: ICredentialTestRequest = signInTest;
}
