/** Which credential a node uses. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { CREDENTIALS } from '../transport/credentialTypes';

/** The credential types of a node, each shown with its choice of {@link authentication}. */
export const credentials: NonNullable<INodeTypeDescription['credentials']> = Object.entries(
	CREDENTIALS,
).map(([authenticatedBy, name]) => ({
	name,
	required: true,
	displayOptions: { show: { authentication: [authenticatedBy] } },
}));

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Service Account',
			value: 'serviceAccount',
			description: 'Client ID and secret of a service account',
		},
		{ name: 'Token', value: 'token', description: 'A personal access token or a JWT' },
	],
	default: 'serviceAccount',
};
