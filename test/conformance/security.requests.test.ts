import { describeRequests } from '../support/conformance';
import { startPlatform, type Platform } from '../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

const confirmAccess = true;
const confirmLoss = true;

describeRequests('Security', () => platform, {
	'ipAllowlist.create': { base: { confirmAccess } },
	'ipAllowlist.update': { base: { enabled: false, ips: { rows: [{ ip: '203.0.113.7', description: 'Office in Paris' }] }, description: 'Offices and n8n' } },
	'ipAllowlist.delete': { base: { confirmDeletion: true } },
	'ipAllowlist.updateAddress': { base: { confirmAccess, ip: '203.0.113.7', description: 'Office in Paris' } },
	'ipAllowlist.updateAddresses': { base: { confirmAccess } },
	'ipAllowlist.removeAddress': { base: { confirmAccess } },
	'ssoRoleMapping.replaceAll': { base: { confirmLoss } },
	'ssoRoleMapping.deleteAll': { base: { confirmLoss } },
});
