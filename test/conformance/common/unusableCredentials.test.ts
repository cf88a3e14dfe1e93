/**
 * Credentials with which nothing can be sent: no item may have started or created something, and
 * the message says what to correct.
 */
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { runNode, TestCredentials } from '../../support/engine';
import { everywhereAt } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';

const stage = scriptedForAll();

const create = async (credentialStore: TestCredentials, credentials: INode['credentials']) => {
	stage.server.asked.length = 0;
	return await runNode({
		node: 'Orchestration',
		parameters: {
			authentication: 'token',
			resource: 'environment',
			operation: 'create',
			name: 'Production',
			workspaceName: 'Finance',
		},
		items: [{ json: {} }, { json: {} }, { json: {} }],
		credentials,
		credentialStore,
	});
};

test.each<[string, ICredentialDataDecryptedObject, string]>([
	[
		'an invalid version',
		{ apiVersion: '2021\u201303' },
		'API Version (apiVersion) in the credential must be a year and a month such as 2021-03, or empty',
	],
	[
		'an address without encryption',
		{ address: 'http://api.eu.cloud.talend.com' },
		'Address must begin with https:// (http:// is possible only for this machine, such as http://127.0.0.1)',
	],
])(
	'a credential with %s fails every item before anything is sent',
	async (_what, more, message) => {
		const credentialStore = new TestCredentials();
		const { error, items } = await create(credentialStore, {
			talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
				...everywhereAt(stage.server.address),
				token: 'a-personal-token',
				...more,
			}),
		});
		expect(error).toMatchObject({
			message,
			description: 'Nothing was sent. Check the credential.',
		});
		expect(items).toEqual([]);
		expect(stage.server.asked).toEqual([]);
	},
);

test.each<[string, INode['credentials']]>([
	['no credential', undefined],
	['no credential of the type', {}],
])('a node with %s fails every item before anything is sent', async (_what, credentials) => {
	const { error, items } = await create(new TestCredentials(), credentials);
	expect(error).toMatchObject({
		message: expect.stringMatching(/^Node does not have any credentials set/) as string,
		description: 'Check the credential and the settings of the node.',
	});
	expect(items).toEqual([]);
	expect(stage.server.asked).toEqual([]);
});

test('a credential that no longer exists fails every item before anything is sent', async () => {
	const credentialStore = new TestCredentials();
	jest
		.spyOn(credentialStore, 'getDecrypted')
		.mockRejectedValue(new Error('There is no such credential'));
	const { error, items } = await create(credentialStore, {
		talendCloudTokenApi: { id: 'gone', name: 'gone' },
	});
	expect(error).toMatchObject({
		message: 'There is no such credential',
		description: 'Check the credential and the settings of the node.',
	});
	expect(items).toEqual([]);
	expect(stage.server.asked).toEqual([]);
});
