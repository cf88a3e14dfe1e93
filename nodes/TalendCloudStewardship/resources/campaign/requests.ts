/** The requests about campaigns, with their fields. */
import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output, record, records } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import {
	boolean,
	choice,
	id,
	integer,
	json,
	list,
	object,
	rows,
	suggestion,
	text,
} from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { problem } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { FROM_HELP, FROM_INTEGRATOR } from '../../../shared/declare/origin';
import { noRowTwice } from '../../../shared/declare/rules';
import type { Input } from '../../../shared/declare/runtime/context';
import { isRecord, objectIn, objectsIn, withoutUndefined } from '../../../shared/support/json';
import { dataModelField, getModel } from '../dataModel';

export const CAMPAIGN = 'vendor:data-stewardship/Campaign';
const OWNED_CAMPAIGNS = '/data-stewardship/api/v1/campaigns/owned';
export const CAMPAIGN_TIMES = ['creationDate', 'lastUpdateDate', 'startDate'];
const simpleCampaignFields = [
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
	origin: FROM_INTEGRATOR,
	pages: allAtOnce,
	answers: records(CAMPAIGN, { key: 'name', simple: simpleCampaignFields }),
});

const campaignPicker = picker({
	noun: 'campaign',
	method: 'searchCampaigns',
	list: getManyOwned,
	// Campaigns are addressed by their technical names; people see their labels.
	entry: ({ name, label }) => ({
		id: name,
		name: label ?? name,
		technicalName: name,
		description: name,
	}),
	byName: true,
	example: 'rejected-invoices',
});

/** A field for choosing a campaign. The value that is sent is its technical name. */
export const campaignField = (description = 'The campaign') =>
	id(description).label('Campaign').pick(campaignPicker);

export const getCampaign = operation('GET /data-stewardship/api/v1/campaigns/{campaignName}', {
	name: 'Get',
	action: 'Get a campaign',
	description: 'Get a campaign with its workflow and its data model',
	origin: FROM_INTEGRATOR,
	path: { campaignName: campaignField() },
	// A campaign also has an ID, but nothing can be found with it.
	answers: record(CAMPAIGN, { requiredFields: ['name'], key: 'name', times: CAMPAIGN_TIMES }),
});

const NAME = /^[a-z][a-z\d-]*$/;

/**
 * The rows of participants. In JSON, they may also be given in the platform's form:
 * `{"Steward": ["bao.nguyen"]}`.
 */
function rowsOfRoles(raw: unknown): unknown {
	if (!isRecord(raw) || 'rows' in raw || 'role' in raw) return raw;
	return Object.entries(raw).map(([role, logins]) => ({ role, logins }));
}

const loginsByRoleField = json('Logins of the participants by role')
	.wireName('participants')
	.sample({ Steward: ['bao.nguyen'] })
	.derived();

/** The fields that all operations share that create a campaign. */
export const campaignFields = {
	name: text('Technical name; it cannot be changed later')
		.label('Technical Name')
		.matching(
			NAME,
			'begin with a lowercase letter and have only lowercase letters, digits and hyphens',
		)
		.eg('rejected-invoices'),
	label: text('Name that people see').eg('Rejected invoices'),
	owners: list('Logins of the owners, who can load and delete tasks').min(1).sample(['ana.demo']),
	taskType: choice('What the people of the campaign do', [
		{ value: 'RESOLUTION', name: 'Resolution', description: 'Correct records' },
		{ value: 'ARBITRATION', name: 'Arbitration', description: 'Make a decision about each record' },
		{ value: 'GROUPING', name: 'Grouping', description: 'Group similar records' },
		{ value: 'MERGING', name: 'Merging', description: 'Merge duplicates into one record' },
	])
		.inOrder()
		.initial('RESOLUTION'),
	participants: rows('Who takes part, by role', {
		role: text('Role in the workflow of the campaign').eg('Steward'),
		logins: list('Logins of the people with this role').sample(['bao.nguyen']),
	}).preparedBy(rowsOfRoles),
	description: text('What the campaign is for').eg('Invoices that could not be loaded'),
	taskResolutionDelay: object('Time within which a task should be resolved', {
		value: integer('Number of units, such as 10 days').min(1).eg(10),
		unit: suggestion('Unit of time', [{ value: 'DAYS', name: 'Days' }]),
	}),
	workflow: json(
		'States of the tasks and the transitions between them, as in a campaign that was read; defaults to the usual ones',
	)
		.asRead()
		.sample({ name: 'default workflow', states: [{ name: 'New' }, { name: 'Resolved' }] }),
};

export const NO_MODEL_NAME = problem(
	'Talend Cloud returned the data model without its name',
	'The campaign was not created. Check the data model with Get.',
);

/** Participants in the platform's form. */
export const byRole = (participants: unknown): IDataObject =>
	Object.fromEntries<IDataObject[string]>(
		objectsIn(participants).map(({ role, logins }) => [String(role), logins]),
	);

export const oneRowForARole = noRowTwice('participants', ['role']);

/** The reference of a campaign to its data model. */
export const schemaRefOf = (
	op: OperationContext<typeof NO_MODEL_NAME>,
	model: IDataObject,
): IDataObject => {
	const { namespace = 'org.talend.schema', name, version = 1, displayName } = model;
	if (typeof name !== 'string' || name === '') throw op.problem(NO_MODEL_NAME);
	return withoutUndefined({ namespace, name, version, displayName });
};

const USERS =
	'Check that each owner and participant is the login of a user of Data Stewardship, that the data model exists, and that no other campaign has the name.';

/** The request that creates a campaign. Its body is made from the input and the data model. */
export const create: RequestOperation = operation(`POST ${OWNED_CAMPAIGNS}`, {
	name: 'Create',
	action: 'Create a campaign',
	description: 'Create a campaign for records of a data model',
	origin: FROM_HELP,
	body: {
		campaign: json('Settings of the campaign').sample({ name: 'rejected-invoices' }).derived(),
		loginsByRole: loginsByRoleField,
	},
	settings: {
		name: campaignFields.name,
		label: campaignFields.label,
		dataModelName: dataModelField('The data model of its records'),
		owners: campaignFields.owners,
		participants: campaignFields.participants,
		taskType: campaignFields.taskType,
		description: campaignFields.description.optional(),
		taskResolutionDelay: campaignFields.taskResolutionDelay.optional(),
		workflow: campaignFields.workflow.optional(),
	},
	rules: [oneRowForARole],
	refusals: { 400: USERS },
	messages: [NO_MODEL_NAME],
	answers: record(CAMPAIGN, { requiredFields: ['name'], times: CAMPAIGN_TIMES }),
	lookUp: createdAs({ subject: 'The campaign', list: getManyOwned, unique: { name: 'name' } }),
	perform: createCampaign,
});

async function createCampaign(
	op: OperationContext<typeof NO_MODEL_NAME>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const {
		dataModelName,
		participants,
		name,
		label,
		owners,
		taskType,
		description,
		taskResolutionDelay,
		workflow,
	} = input.settings;
	const schemaRef = schemaRefOf(op, await op.readRecord(getModel, { dataModelName }, ['name']));
	const campaign = withoutAbsent({
		name,
		label,
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
		values: { ...input.values, name },
	});
}

export const withoutAbsent = (values: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as IDataObject;

export const getMany = operation('GET /data-stewardship/api/v1/campaigns', {
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'List the campaigns that you own or take part in',
	origin: FROM_INTEGRATOR,
	pages: allAtOnce,
	answers: records(CAMPAIGN, { key: 'name', simple: simpleCampaignFields }),
});

export const update = operation(`PUT ${OWNED_CAMPAIGNS}`, {
	destructive: true,
	name: 'Update',
	action: 'Update a campaign or replace its participants',
	description:
		'Change the label of a campaign or replace all of its participants; nothing else of a campaign can be changed',
	origin: FROM_HELP,
	body: {
		campaign: json('Settings of the campaign').sample({ name: 'rejected-invoices' }).derived(),
		loginsByRole: loginsByRoleField,
	},
	settings: {
		campaignName: campaignField(),
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
	const { campaignName, label, participants } = input.settings;
	// The platform refuses an update with other settings, because they cannot be changed. So the
	// present ones are sent.
	const present = objectIn((await op.sendValues(getCampaign, { campaignName })).body);
	const { description, owners, taskType, schemaRef, taskResolutionDelay, workflow } = present;
	const campaign = withoutAbsent({
		name: campaignName,
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

export const remove = operation(`DELETE ${OWNED_CAMPAIGNS}/{campaignName}`, {
	name: 'Delete',
	action: 'Delete a campaign with its tasks',
	description: 'Delete a campaign with all its tasks',
	origin: FROM_INTEGRATOR,
	path: { campaignName: campaignField() },
	settings: {
		confirmDeletion: boolean(
			'Whether to delete the campaign with all its tasks; this cannot be undone',
		)
			.label('Delete with All Tasks')
			.confirms('its tasks are deleted as well, and this cannot be undone')
			.initial(false),
	},
	refusals: { 405: 'A campaign is deleted by its technical name, not by its ID.' },
	answers: nothing(),
});
