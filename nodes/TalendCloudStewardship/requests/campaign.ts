/** The requests about campaigns that other operations use, and the field that chooses one. */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id } from '../../shared/declare/field';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { SEEN } from '../../shared/declare/origin';

export const CAMPAIGN = 'vendor:data-stewardship/Campaign';
export const OWNED_CAMPAIGNS = '/data-stewardship/api/v1/campaigns/owned';
export const CAMPAIGN_TIMES = ['creationDate', 'lastUpdateDate', 'startDate'];
export const simpleCampaign = [
	'id',
	'name',
	'label',
	'description',
	'owners',
	'status',
	'taskType',
	'schemaRef',
] as const;

export const getManyOwned = operation(`GET ${OWNED_CAMPAIGNS}`, {
	name: 'Get Many Owned',
	action: 'Get many campaigns that you own',
	description: 'List the campaigns that you own',
	extra: SEEN,
	pages: allAtOnce,
	answers: records(CAMPAIGN, { key: 'name', simple: simpleCampaign }),
});

const campaignPicker = picker({
	noun: 'campaign',
	method: 'searchCampaigns',
	list: getManyOwned,
	// Campaigns are addressed by their technical names; people see their labels.
	entry: ({ name, label }) => ({
		id: String(name ?? ''),
		name: String(label ?? name ?? ''),
		technicalName: String(name ?? ''),
		description: String(name ?? ''),
	}),
	byName: true,
	example: 'rejected-invoices',
});

/** A campaign, as a field of an operation; what is sent is its technical name. */
export const campaignName = (description = 'The campaign') =>
	id(description).label('Campaign').pick(campaignPicker);

export const getCampaign = operation('GET /data-stewardship/api/v1/campaigns/{campaignName}', {
	name: 'Get',
	action: 'Get a campaign',
	description: 'Read one campaign with its workflow and its data model',
	extra: SEEN,
	path: { campaignName: campaignName() },
	// It has an ID as well, by which nothing can be found.
	answers: record(CAMPAIGN, { requiredFields: ['name'], key: 'name', times: CAMPAIGN_TIMES }),
});
