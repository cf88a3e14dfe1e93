import { describeRequests } from '../../support/conformance';
import { platformForAll } from '../../support/platform';

const platform = platformForAll();

const onOne = (subjects: string) => ({
	base: {
		[subjects]: ['8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'],
		workspaceIds: ['57f64991e4b0b689a64feed2'],
	},
});

const wholeUser = {
	login: 'ana.demo@example.com',
	email: 'ana.demo@example.com',
	firstName: 'Ana',
	lastName: 'Demo',
	active: true,
	phone: '+33 1 23 45 67 89',
	preferredLanguage: 'fr',
	roleIds: ['4f0d2b9e-7c35-4a18-9d62-8e1b5a7c3f20'],
	timezone: 'Europe/Paris',
	title: 'Analyst',
};

describeRequests('Account', () => platform, {
	'user.update': { base: wholeUser },
	'role.update': { base: { name: 'Night Shift', permissions: ['TMC_OPERATOR'] } },
	'accessToken.issue': { late: () => ({ audience: `${platform.address}/` }) },
	'serviceAccount.update': { base: { name: 'Nightly reports', permissions: ['TMC_OPERATOR'] } },
	'workspacePermission.deleteManyForUsers': onOne('userIds'),
	'workspacePermission.deleteManyForServiceAccounts': onOne('serviceAccountIds'),
});
