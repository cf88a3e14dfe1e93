/**
 * What identifies the credential of a node, and its secrets.
 */
import type { IDataObject, INode } from 'n8n-workflow';

import { credentialKey } from '../../../nodes/shared/transport/credential';
import { senderOf } from '../../../nodes/shared/transport/senders';
import { context, node } from './sendersStage';

test('the key of a credential is its type with its ID, with its name if it has no ID, or with the node', () => {
	const key = (type: string, used?: INode['credentials']) => credentialKey(node(used), type);
	expect(key('a', { a: { id: '7', name: 'mine' } })).toBe('a 7');
	expect(key('a', { a: { id: null, name: 'mine' } })).toBe('a mine');
	expect(key('a')).toBe('a node');
	expect(key('b', { a: { id: '7', name: 'mine' } })).toBe('b node');
});

describe('the secrets of a credential', () => {
	test.each<{ what: string; credential: IDataObject | Error; secrets: string[] }>([
		{
			what: 'a credential with a token',
			credential: { region: 'eu', token: 'my-token' },
			secrets: ['my-token'],
		},
		{
			what: 'a credential with a secret and a stored token',
			credential: {
				clientId: 'id',
				clientSecret: 'my-secret',
				accessToken: '{"token":"kept-token","of":"x"}',
			},
			secrets: ['my-secret', 'kept-token'],
		},
		{
			what: 'a credential without a stored token',
			credential: { clientSecret: 'my-secret', accessToken: '' },
			secrets: ['my-secret'],
		},
		{
			what: 'a credential whose values are not texts',
			credential: { clientSecret: 17, token: '', accessToken: undefined },
			secrets: [],
		},
		{ what: 'an unreadable credential', credential: new Error('gone'), secrets: [] },
	])('$what gives the secrets $secrets', async ({ credential, secrets }) => {
		expect(await senderOf(context({ credential }).given, 'talendCloudTokenApi').secrets!()).toEqual(
			secrets,
		);
	});
});
