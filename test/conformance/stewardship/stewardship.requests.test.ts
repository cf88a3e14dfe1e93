import { describeRequests } from '../../support/conformance';
import { byId } from '../../support/demo';
import { platformForAll } from '../../support/platform';

const platform = platformForAll();

const campaignName = byId('rejected-invoices');
const confirmDeletion = true;

describeRequests('Stewardship', () => platform, {
	'task.createMany': {
		base: { campaignName, takeFrom: 'json', records: [{ number: 'INV-17', amount: 12.5 }] },
	},
	'dataModel.update': {
		base: { dataModelName: byId('rejected_invoices'), displayName: 'Invoices' },
		keeps: true,
	},
	'campaign.create': { base: { dataModelName: byId('rejected_invoices') } },
	'campaign.update': { base: { campaignName } },
	'campaign.delete': { base: { confirmDeletion } },
});
