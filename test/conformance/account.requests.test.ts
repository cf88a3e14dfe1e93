import { describeRequests } from '../support/conformance';
import { startPlatform, type Platform } from '../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

const onOne = (subjects: string) => ({ base: { [subjects]: ['8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'], workspaceIds: ['57f64991e4b0b689a64feed2'] } });

describeRequests('Account', () => platform, {
	'accessToken.issue': { late: () => ({ audience: `${platform.address}/` }) },
	'serviceAccount.update': { base: { name: 'Nightly reports', permissions: ['TMC_OPERATOR'] } },
	'workspacePermission.deleteManyForUsers': onOne('userIds'),
	'workspacePermission.deleteManyForServiceAccounts': onOne('serviceAccountIds'),
});
