import { describeRequests } from '../support/conformance';
import { startPlatform, type Platform } from '../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

describeRequests('SCIM', () => platform, {
	'group.replace': { base: { keepOthers: false, displayName: 'Finance' } },
	'role.replace': { base: { keepOthers: false, name: 'Night Shift' } },
	'user.update': {
		base: { keepOthers: false, userName: 'ana.demo@example.com', name: { givenName: 'Ana', familyName: 'Demo' } },
	},
});
