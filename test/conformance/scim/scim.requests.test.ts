import { describeRequests } from '../../support/conformance';
import { platformForAll } from '../../support/platform';

const platform = platformForAll();

describeRequests('SCIM', () => platform, {
	'group.replace': { base: { keepOthers: false, displayName: 'Finance' } },
	'role.replace': { base: { keepOthers: false, name: 'Night Shift' } },
	'user.update': {
		base: {
			keepOthers: false,
			userName: 'ana.demo@example.com',
			name: { givenName: 'Ana', familyName: 'Demo' },
		},
	},
});
