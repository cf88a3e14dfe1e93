import { nothing, type Output, record, records } from '../../../shared/declare/answers';
import type { Input } from '../../../shared/declare/context';
import { operation, resource } from '../../../shared/declare/define';
import { boolean, json } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { FROM_HELP, FROM_INTEGRATOR } from '../../../shared/declare/origin';
import { objectIn } from '../../../shared/support/json';
import { createWithDataModel } from './createWithDataModel';
import {
	byRole,
	CAMPAIGN,
	CAMPAIGN_TIMES,
	campaignFields,
	campaignName,
	create,
	getCampaign,
	getManyOwned,
	loginsByRole,
	oneRowForARole,
	OWNED_CAMPAIGNS,
	simpleCampaign,
	withoutAbsent,
} from './requests';

const getMany = operation('GET /data-stewardship/api/v1/campaigns', {
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'List the campaigns that you own or take part in',
	origin: FROM_INTEGRATOR,
	pages: allAtOnce,
	answers: records(CAMPAIGN, { key: 'name', simple: simpleCampaign }),
});

const update = operation(`PUT ${OWNED_CAMPAIGNS}`, {
	destructive: true,
	name: 'Update',
	action: 'Update a campaign or replace its participants',
	description:
		'Change the label of a campaign or replace all of its participants; nothing else of a campaign can be changed',
	origin: FROM_HELP,
	body: {
		campaign: json('Settings of the campaign').sample({ name: 'rejected-invoices' }).derived(),
		loginsByRole,
	},
	settings: {
		campaignName: campaignName(),
		participants: campaignFields.participants.describe(
			'Complete list of participants, by role. A campaign does not show its participants, so all must be given.',
		),
		label: campaignFields.label.optional().onTop(),
	},
	rules: [oneRowForARole],
	answers: record(CAMPAIGN, { requiredFields: ['name'], times: CAMPAIGN_TIMES }),
	perform: updateCampaign,
});

async function updateCampaign(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { campaignName: name, label, participants } = input.settings;
	// The platform refuses an update with other settings, because they cannot be changed. So the
	// present ones are sent.
	const present = objectIn((await op.sendValues(getCampaign, { campaignName: name })).body);
	const { description, owners, taskType, schemaRef, taskResolutionDelay, workflow } = present;
	const campaign = withoutAbsent({
		name,
		label: label ?? present.label,
		description,
		owners,
		taskType,
		schemaRef,
		taskResolutionDelay,
		workflow,
	});
	return await op.request(request, {
		...input,
		body: { campaign, participants: byRole(participants) },
	});
}

const remove = operation(`DELETE ${OWNED_CAMPAIGNS}/{campaignName}`, {
	name: 'Delete',
	action: 'Delete a campaign with its tasks',
	description: 'Delete a campaign with all its tasks',
	origin: FROM_INTEGRATOR,
	path: { campaignName: campaignName() },
	settings: {
		confirmDeletion: boolean(
			'Whether to delete the campaign with all its tasks; they cannot be restored',
		)
			.label('Delete with All Tasks')
			.confirms('its tasks are deleted, too, and cannot be restored')
			.initial(false),
	},
	refusals: { 405: 'A campaign is deleted by its technical name, not by its ID.' },
	answers: nothing(),
});

export const campaign = resource(
	'campaign',
	'Campaign',
	{ create, createWithDataModel, get: getCampaign, getMany, getManyOwned, update, delete: remove },
	'Records that people have to check, correct or merge',
);
