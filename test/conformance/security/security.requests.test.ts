import { describeRequests } from '../../support/conformance';
import { platformForAll } from '../../support/platform';

const platform = platformForAll();

const confirmAccess = true;
const confirmLoss = true;

describeRequests('Security', () => platform, {
	'ipAllowlist.create': { base: { confirmAccess } },
	'ipAllowlist.update': {
		base: {
			enabled: false,
			ips: { rows: [{ ip: '203.0.113.7', description: 'Office in Paris' }] },
			description: 'Offices and n8n',
		},
	},
	'ipAllowlist.delete': { base: { confirmDeletion: true } },
	'ipAllowlist.updateAddress': {
		base: { confirmAccess, ip: '203.0.113.7', description: 'Office in Paris' },
	},
	'ipAllowlist.updateAddresses': { base: { confirmAccess } },
	'ipAllowlist.removeAddress': { base: { confirmAccess } },
	'ssoRoleMapping.replaceAll': { base: { confirmLoss } },
	'ssoRoleMapping.deleteAll': { base: { confirmLoss } },
});
