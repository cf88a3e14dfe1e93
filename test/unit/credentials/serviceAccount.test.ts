import { accountFingerprint } from '../../../credentials/serviceAccount';

test('another address, ID or secret makes another account', () => {
	const credential = { region: 'eu', clientId: 'a', clientSecret: 'b' };
	const changes = [{}, { region: 'us' }, { clientId: 'c' }, { clientSecret: 'c' }];
	const fingerprints = changes.map((change) => accountFingerprint({ ...credential, ...change }));
	expect(new Set(fingerprints).size).toBe(changes.length);
	expect(fingerprints.join()).not.toMatch(/\b[abc]\b/);
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
