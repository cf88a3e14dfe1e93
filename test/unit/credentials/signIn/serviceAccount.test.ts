import { accountFingerprint } from '../../../../credentials/signIn/serviceAccount';

describe('several accounts', () => {
	const credential = { region: 'eu', clientId: 'my-client', clientSecret: 'my-secret' };
	const changes = [{}, { region: 'us' }, { clientId: 'c' }, { clientSecret: 'c' }];
	const fingerprints = changes.map((change) => accountFingerprint({ ...credential, ...change }));

	test('another address, ID or secret makes another account', () => {
		expect(new Set(fingerprints).size).toBe(changes.length);
	});

	test('a fingerprint repeats neither the ID nor the secret', () => {
		expect(fingerprints.join()).not.toMatch(/my-(client|secret)/);
	});
});

test('spaces around an ID, or a missing value, do not make another account', () => {
	const credential = { region: 'eu', clientId: 'a', clientSecret: '' };
	expect(accountFingerprint({ ...credential, clientId: ' a ' })).toBe(
		accountFingerprint(credential),
	);
	expect(accountFingerprint({ ...credential, clientSecret: undefined })).toBe(
		accountFingerprint(credential),
	);
	expect(accountFingerprint({ ...credential, clientId: undefined })).toBe(
		accountFingerprint({ ...credential, clientId: '' }),
	);
	for (const clientSecret of [' b\n', '\ufeffb', 'b\u200b'])
		expect(accountFingerprint({ ...credential, clientSecret })).toBe(
			accountFingerprint({ ...credential, clientSecret: 'b' }),
		);
});
