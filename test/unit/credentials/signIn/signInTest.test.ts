import { signInTest } from '../../../../credentials/signIn/signInTest';

test('the check of a credential checks whether the token is valid, not what it permits', () => {
	const { request, rules } = signInTest;
	expect([request.method ?? 'GET', request.url, request.disableFollowRedirect]).toEqual([
		'GET',
		'/account/service-accounts/permissions',
		true,
	]);
	const { ignore, except } = request.ignoreHttpStatusErrors as {
		ignore: boolean;
		except: number[];
	};
	expect(ignore).toBe(true);
	expect([401, 403].filter((status) => except.includes(status))).toEqual([401]);
	// What is neither yes nor no is explained: something else answers there, or nothing does at the
	// moment.
	const reported = new Map(
		rules!.map(({ properties }) => properties).map(({ value, message }) => [value, message]),
	);
	expect([...reported.keys()].sort()).toEqual([...except].sort());
	expect([reported.get(401), reported.get(302), reported.get(503)]).toEqual([
		expect.stringContaining('belongs to another region'),
		expect.stringContaining('check the region or address'),
		expect.stringContaining('try again later'),
	]);
});
