/** What a person fills in for either sign-in, and what n8n is given for it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { signInTest } from '../../../credentials/signIn/signInTest';
import { tokensInUse } from '../../../credentials/signIn/tokensInUse';
import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import { TalendCloudTokenApi } from '../../../credentials/TalendCloudTokenApi.credentials';
import { CredentialRefused } from '../../../credentials/values/credentialRefused';
import { REGIONS } from '../../../credentials/values/regions';
import { account, signIn } from '../../support/signIn';

const types = {
	talendCloudApi: new TalendCloudApi(),
	talendCloudTokenApi: new TalendCloudTokenApi(),
};
type Authenticate = (credentials: object, request: object) => Promise<{ headers: object }>;

/** A field as a person meets it. */
const fieldsOf = ({ properties }: TalendCloudApi | TalendCloudTokenApi) =>
	properties.map(
		({
			displayName,
			name,
			type,
			required = false,
			default: initially,
			typeOptions: { password = false } = {},
		}) => [displayName, name, type, required, password, initially],
	);

const [REGION, ADDRESS, VERSION] = [
	['Region', 'region', 'options', false, false, 'eu'],
	['Address', 'address', 'string', true, false, ''],
	['API Version', 'apiVersion', 'string', false, false, ''],
];
const READ_ONLY = ['Read-Only', 'readOnly', 'boolean', false, false, false];
const APPLICATION_ADDRESSES = [
	['Data Preparation Address', 'dataPreparationAddress', 'string', false, false, ''],
	['Data Stewardship Address', 'dataStewardshipAddress', 'string', false, false, ''],
	['API Designer Address', 'apiDesignerAddress', 'string', false, false, ''],
	['API Tester Address', 'apiTesterAddress', 'string', false, false, ''],
];

test('a service account signs in with an ID and a secret', () => {
	expect(fieldsOf(types.talendCloudApi)).toEqual([
		REGION,
		ADDRESS,
		['Client ID', 'clientId', 'string', true, false, ''],
		['Client Secret', 'clientSecret', 'string', true, true, ''],
		READ_ONLY,
		...APPLICATION_ADDRESSES,
		VERSION,
		['Access Token', 'accessToken', 'hidden', false, true, ''],
	]);
});

test('the stored token of a service account is marked as one that expires, so that n8n renews it', () => {
	expect(
		types.talendCloudApi.properties.find(({ name }) => name === 'accessToken')!.typeOptions,
	).toMatchObject({ expirable: true });
});

test('a person’s credential is a token', () => {
	expect(fieldsOf(types.talendCloudTokenApi)).toEqual([
		REGION,
		ADDRESS,
		['Token', 'token', 'string', true, true, ''],
		READ_ONLY,
		...APPLICATION_ADDRESSES,
		VERSION,
	]);
});

describe.each(Object.entries(types))('the credential type %s', (name, type) => {
	test('the credential says who signs in', () => {
		expect(type.name).toBe(name);
		expect(type.displayName).toBe(
			{ talendCloudApi: 'Talend Cloud API', talendCloudTokenApi: 'Talend Cloud Token API' }[name],
		);
	});

	test('the credential links to its documentation', () => {
		expect(type.documentationUrl).toMatch(/^https:\/\/.*#credentials$/);
	});

	test('the icons of the credential exist', () => {
		for (const icon of Object.values(type.icon))
			expect(existsSync(join(__dirname, '../../../credentials', icon.replace('file:', '')))).toBe(
				true,
			);
	});

	test('the credential is checked by a sign-in', () => {
		expect(type.test).toBe(signInTest);
	});

	test('the credential explains each field', () => {
		for (const { displayName, description, type: kind } of type.properties)
			if (kind !== 'hidden')
				expect([displayName, description]).toEqual([
					displayName,
					expect.stringMatching(/^[A-Z].{10,}/),
				]);
	});

	test('the credential offers each region', () => {
		expect(type.properties[0]!.options).toEqual([
			...REGIONS.map(({ name, value }) => ({ name: `${name} (${value})`, value })),
			{ name: 'Other', value: 'other' },
		]);
	});

	test('the platform’s address is requested only for another region', () => {
		expect(type.properties[1]!.displayOptions).toEqual({ show: { region: ['other'] } });
	});

	test('the addresses of the applications come last', () => {
		const names = type.properties.map(({ name }) => name);
		expect(
			names.slice(names.indexOf('readOnly') + 1).filter((name) => name !== 'accessToken'),
		).toEqual([
			...['dataPreparationAddress', 'dataStewardshipAddress', 'apiDesignerAddress'],
			...['apiTesterAddress', 'apiVersion'],
		]);
	});

	test('each address has an example', () => {
		expect(type.properties.flatMap(({ placeholder = [] }) => placeholder)).toEqual([
			...['api', 'tdp', 'tds', 'apid', 'apit'].map(
				(host) => `e.g. https://${host}.in.cloud.talend.com`,
			),
			'e.g. 2021-03',
		]);
	});
});

test('a region has a readable name', () => {
	expect(REGIONS.map(({ name }) => name)).toEqual([
		'Asia Pacific',
		'Australia',
		'Europe',
		'United States East',
		'United States West',
	]);
});

test('a service account without a token refuses a request with 401 and a message for users', async () => {
	const error = await (types.talendCloudApi.authenticate as Authenticate)(account(), {
		url: '/x',
	}).catch((refused: Error) => refused);
	expect(error).toBeInstanceOf(CredentialRefused);
	expect(error).toMatchObject({
		message: 'The credential has no valid token yet',
		description: 'A new one is fetched automatically.',
		refusedWith: 401,
		response: { status: 401 },
	});
});

describe('the token of a person', () => {
	/** The headers of a request that is sent with this token. */
	const headersWith = async (token: string | undefined) =>
		(
			await (types.talendCloudTokenApi.authenticate as Authenticate)(
				{ token },
				{ url: '/x', headers: { a: 'b' } },
			)
		).headers;

	test.each([' personal-token ', 'Bearer personal-token\n'])(
		'the token is sent and known as a secret without what was copied with it: %j',
		async (token) => {
			expect(await headersWith(token)).toEqual({ a: 'b', Authorization: 'Bearer personal-token' });
			expect(tokensInUse()).toContain('personal-token');
		},
	);

	test.each([undefined, ' '])('a missing token (%j) is refused', async (token) => {
		await expect(headersWith(token)).rejects.toThrow('The credential has no token');
	});

	test.each(['a b', 'a\r\nX-Evil: 1', '"a"', '“a”', '••••', 'Basic a', 'tök'])(
		'a token that cannot be one is refused: %j',
		async (token) => {
			await expect(headersWith(token)).rejects.toThrow(
				/^Token in the credential contains spaces, .* copy it again$/,
			);
		},
	);
});

test('the token of a service account is known as a secret once it is sent', async () => {
	const serviceAccount = account();
	const { helpers } = signIn({
		statusCode: 200,
		body: { access_token: 'exchanged-token', expires_in: 1_800 },
	});
	Object.assign(
		serviceAccount,
		await types.talendCloudApi.preAuthentication.call(helpers, serviceAccount),
	);
	await (types.talendCloudApi.authenticate as Authenticate)(
		{ ...serviceAccount, apiVersion: '2021-03' },
		{ url: '/x' },
	).then(({ headers }) =>
		expect(headers).toEqual({
			'talend-version': '2021-03',
			'platform-version': '2021-03',
			Authorization: 'Bearer exchanged-token',
		}),
	);
	expect(tokensInUse()).toContain('exchanged-token');
});

describe('the check of a credential', () => {
	const rules = new Map(
		signInTest.rules!.map(({ type, properties }) => [
			properties.value as number,
			{ type, message: (properties as { message: string }).message },
		]),
	);

	test('the check explains every response that does not confirm the sign-in', () => {
		expect([...rules.keys()]).toEqual([
			401, 301, 302, 303, 307, 308, 404, 405, 410, 421, 407, 511, 408, 429, 500, 502, 503, 504,
		]);
		expect(signInTest.request.ignoreHttpStatusErrors).toEqual({
			ignore: true,
			except: [...rules.keys()],
		});
		for (const { type } of rules.values()) expect(type).toBe('responseCode');
	});

	test.each([301, 302, 303, 307, 308, 404, 405, 410, 421])(
		'the check of status %i says that something other than the platform responds',
		(status) => {
			expect(rules.get(status)!.message).toBe(
				`Something other than Talend Cloud responds at this address (${status}): check the region or address`,
			);
		},
	);

	test.each([407, 511])('the check of status %i says that a proxy requires a sign-in', (status) => {
		expect(rules.get(status)!.message).toBe(
			`The request did not reach Talend Cloud (${status}): something in front of it requires its own authentication, such as n8n's proxy (HTTPS_PROXY)`,
		);
	});

	test.each([408, 429, 500, 502, 503, 504])(
		'the check of status %i says that the platform cannot answer',
		(status) => {
			expect(rules.get(status)!.message).toBe(
				`Talend Cloud cannot check the credential right now (${status}): try again later`,
			);
		},
	);
});
