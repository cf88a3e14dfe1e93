import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output, record, records } from '../../shared/declare/answers';
import type { Input } from '../../shared/declare/context';
import { createdAs } from '../../shared/declare/created';
import { flow, operation, resource } from '../../shared/declare/define';
import {
	boolean,
	choice,
	integer,
	json,
	list,
	object,
	rows,
	suggestion,
	text,
	type Values,
} from '../../shared/declare/field';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { hint, problem, requirement } from '../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import { FROM_HELP, SEEN } from '../../shared/declare/origin';
import { noRowTwice } from '../../shared/declare/rules';
import { isRecord, objectIn, objectsIn } from '../../shared/support/json';
import { visibleName, withInvisibleShown } from '../../shared/support/visibleNames';
import {
	aboutRecords,
	FIELD_NAMES,
	isDoneByFirst,
	itemsAbout,
	recordsAsJson,
	recordsFrom,
	sameForAll,
	takenFrom,
	withFieldNames,
} from '../fromItems';
import { BASIC_TYPES, inferredFields } from '../modelFields';
import {
	CAMPAIGN,
	CAMPAIGN_TIMES,
	campaignName,
	getCampaign,
	getManyOwned,
	OWNED_CAMPAIGNS,
	simpleCampaign,
} from '../requests/campaign';
import { dataModelName, getModel } from '../requests/dataModel';
import { createModel, typedField } from './dataModel';

const getMany = operation('GET /data-stewardship/api/v1/campaigns', {
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'List the campaigns that you own or take part in',
	extra: SEEN,
	pages: allAtOnce,
	answers: records(CAMPAIGN, { key: 'name', simple: simpleCampaign }),
});

const NAME = /^[a-z][a-z\d-]*$/;

/** As JSON, participants may be given as the platform has them: `{"Steward": ["bao.nguyen"]}`. */
function rowsOfRoles(raw: unknown): unknown {
	if (!isRecord(raw) || 'rows' in raw || 'role' in raw) return raw;
	return Object.entries(raw).map(([role, logins]) => ({ role, logins }));
}

const loginsByRole = json('Logins of the participants by role')
	.wireName('participants')
	.sample({ Steward: ['bao.nguyen'] })
	.derived();

/** What is common to the ways to create a campaign. */
const settings = {
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
		{ value: 'ARBITRATION', name: 'Arbitration', description: 'Decide about records' },
		{ value: 'GROUPING', name: 'Grouping', description: 'Put similar records together' },
		{ value: 'MERGING', name: 'Merging', description: 'Merge duplicates into one record' },
	])
		.inOrder()
		.initial('RESOLUTION'),
	participants: rows('Who takes part, by role', {
		role: text('Role in the workflow of the campaign').eg('Steward'),
		logins: list('Logins of the people with this role').sample(['bao.nguyen']),
	}).preparedBy(rowsOfRoles),
	description: text('What the campaign is for').eg('Invoices that could not be loaded'),
	taskResolutionDelay: object('Time in which a task should be resolved', {
		value: integer('Number of units, such as 10 days').min(1).eg(10),
		unit: suggestion('Unit of time', [{ value: 'DAYS', name: 'Days' }]),
	}),
	workflow: json(
		'States of the tasks and the transitions between them, as in a campaign that was read; defaults to the usual ones',
	)
		.asRead()
		.sample({ name: 'default workflow', states: [{ name: 'New' }, { name: 'Resolved' }] }),
};

const NO_MODEL_NAME = problem(
	'The platform returned the data model without its name',
	'The campaign was not created. Check the data model with Get.',
);

/** Participants as the platform has them. */
const byRole = (participants: unknown): IDataObject =>
	Object.fromEntries<IDataObject[string]>(
		objectsIn(participants).map(({ role, logins }) => [String(role), logins]),
	);

const oneRowForARole = noRowTwice('participants', ['role']);

/** What a campaign refers to its data model with. */
const schemaRefOf = (
	op: OperationContext<typeof NO_MODEL_NAME>,
	model: IDataObject,
): IDataObject => {
	const { namespace = 'org.talend.schema', name, version = 1, displayName } = model;
	if (typeof name !== 'string' || name === '') throw op.problem(NO_MODEL_NAME);
	return { namespace, name, version, ...(displayName === undefined ? {} : { displayName }) };
};

const USERS =
	'Check that each owner and participant is the login of a user of Data Stewardship, that the data model exists, and that no other campaign has the name.';

/** The request itself; its body is made from what was given and the data model. */
const create: RequestOperation = operation(`POST ${OWNED_CAMPAIGNS}`, {
	name: 'Create',
	action: 'Create a campaign',
	description: 'Create a campaign for records of a data model',
	extra: FROM_HELP,
	body: {
		campaign: json('Settings of the campaign').sample({ name: 'rejected-invoices' }).derived(),
		loginsByRole,
	},
	settings: {
		name: settings.name,
		label: settings.label,
		dataModelName: dataModelName('The data model of its records'),
		owners: settings.owners,
		participants: settings.participants,
		taskType: settings.taskType,
		description: settings.description.optional(),
		taskResolutionDelay: settings.taskResolutionDelay.optional(),
		workflow: settings.workflow.optional(),
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
		dataModelName: model,
		participants,
		name,
		label,
		owners,
		taskType,
		description,
		taskResolutionDelay,
		workflow,
	} = input.settings;
	const schemaRef = schemaRefOf(
		op,
		await op.readRecord(getModel, { dataModelName: model }, ['name']),
	);
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

const withoutAbsent = (values: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as IDataObject;

const update = operation(`PUT ${OWNED_CAMPAIGNS}`, {
	destructive: true,
	name: 'Update',
	action: 'Update a campaign or replace its participants',
	description:
		'Change the label of a campaign or replace all of its participants; nothing else of a campaign can be changed',
	extra: FROM_HELP,
	body: {
		campaign: json('Settings of the campaign').sample({ name: 'rejected-invoices' }).derived(),
		loginsByRole,
	},
	settings: {
		campaignName: campaignName(),
		participants: settings.participants.describe(
			'Complete list of participants, by role. A campaign does not show its participants, so all must be given.',
		),
		label: settings.label.optional().onTop(),
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
	// The platform refuses the settings of another campaign: they cannot be changed.
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
	extra: SEEN,
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

/** As JSON, types may be given by field: `{"customer": "text"}`. */
function rowsOfTypes(raw: unknown): unknown {
	if (!isRecord(raw) || 'rows' in raw || 'name' in raw) return raw;
	return Object.entries(raw).map(([name, type]) => ({ name, type }));
}

const SAME_NAME = sameForAll('name', 'Technical Name');
const UNKNOWN_FIELD = requirement(
	'types',
	'Types',
	'has {name}, which is not a field of any record',
);
const NO_FIELD = requirement('{field}', '{label}', 'must have at least one record with a field');
const NO_NAME = requirement(
	'{field}',
	'{label}',
	'have a field without a name: give it one, or leave it out',
);
const SEEN_ALIKE = requirement(
	'{field}',
	'{label}',
	'have two fields whose names look the same, {one} and {other}: give them one name',
);
const INVISIBLE = hint(
	'Names of fields have invisible characters, which stay in the data model: {names}. Rename the fields of the records if they should have none.',
);
const NESTED = requirement(
	'{field}',
	'{label}',
	'have an object or a list as {name}, which fits no basic type: leave the field out, make it a text, or give it another type under Types',
);
const NAME_TAKEN = requirement(
	'name',
	'Technical Name',
	'must not be that of another campaign: {name} already exists',
);
const ONLY_SHOWN = hint(
	'Nothing was created. Check the types of the fields, turn off Preview and run the node again.',
);

const CREATE_WITH_DATA_MODEL_MESSAGES = [
	SAME_NAME,
	UNKNOWN_FIELD,
	...aboutRecords([NO_FIELD, NO_NAME, SEEN_ALIKE, NESTED]),
	INVISIBLE,
	ONLY_SHOWN,
	NAME_TAKEN,
	NO_MODEL_NAME,
	...aboutRecords(FIELD_NAMES),
];

const createWithDataModelFields = {
	name: settings.name,
	label: settings.label,
	owners: settings.owners,
	participants: settings.participants,
	taskType: settings.taskType,
};

const createWithDataModelSettings = {
	...takenFrom('sample records', {
		records: recordsAsJson('Records like those that the campaign will have'),
	}),
	preview: boolean(
		'Whether to only show what would be created: the types are inferred from the records',
	).initial(true),
	description: settings.description.optional(),
	modelName: text('Technical name of the data model; if left out, made from that of the campaign')
		.label('Data Model Name')
		.matching(/^[A-Za-z]\w*$/, 'begin with a letter and have only letters, digits and underscores')
		.eg('rejected_invoices')
		.optional(),
	types: rows('Fields whose inferred type is not right', typedField)
		.preparedBy(rowsOfTypes)
		.optional(),
};

const createWithDataModel = flow({
	name: 'Create with Data Model',
	action: 'Create a campaign with a data model from sample records',
	description:
		'Infer a data model from sample records, and create it together with a campaign for such records; shows both first',
	fields: createWithDataModelFields,
	optionalAs: 'additionalFields',
	settings: createWithDataModelSettings,
	uses: [getManyOwned, createModel, create],
	rules: [oneRowForARole, noRowTwice('types', ['name'])],
	messages: CREATE_WITH_DATA_MODEL_MESSAGES,
	answers: record(CAMPAIGN, { requiredFields: ['name'], times: CAMPAIGN_TIMES }),
	run: createBoth,
});

/** The input of *Create with Data Model*. */
type CreateWithDataModelInput = Values<typeof createWithDataModelFields> &
	Values<typeof createWithDataModelSettings>;

async function createBoth(
	op: ContextShowing<typeof CREATE_WITH_DATA_MODEL_MESSAGES>,
	input: CreateWithDataModelInput,
): Promise<Output[]> {
	if (isDoneByFirst(op, input)) return [];
	const { name, label, owners, taskType, description, modelName, preview } = input;
	const fields = fieldsOf(op, input);
	const participants = byRole(input.participants);
	const dataModel = {
		name: modelName ?? name.replace(/-/g, '_'),
		displayName: label,
		fields,
	};
	const settingsOf = (schemaRef: unknown) =>
		withoutAbsent({ name, label, description, owners, taskType, schemaRef });
	if (preview) {
		op.hint(ONLY_SHOWN);
		return [
			{
				json: {
					preview: true,
					dataModel,
					campaign: settingsOf({
						namespace: 'org.talend.schema',
						name: dataModel.name,
						version: 1,
					}),
					participants,
				},
			},
		];
	}
	// A name that is taken would leave a data model behind.
	const isTaken = (await op.list(getManyOwned, {})).some((listed) => listed.name === name);
	if (isTaken && !op.hasWritten()) throw op.refusal(NAME_TAKEN, { name });
	const model = objectIn((await op.sendValues(createModel, dataModel)).body);
	const body = {
		campaign: settingsOf(schemaRefOf(op, { ...model, name: model.name ?? dataModel.name })),
		participants,
	};
	const response = await op
		.send(create, { path: {}, query: {}, body, settings: {}, values: { name } })
		.catch((error: unknown) => {
			throw leftBehind(error, dataModel.name);
		});
	return op
		.outputs(create, { path: {}, query: {}, body, settings: {}, values: {} }, response)
		.map(({ json: campaign }) => ({ json: { ...campaign, dataModel: dataModel.name } }));
}

const isBasic = (type: string): boolean => BASIC_TYPES.some((basic) => basic === type);

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** What the records of a new data model may be refused for, or hinted at. */
type FieldMessages = Array<
	| typeof SAME_NAME
	| typeof UNKNOWN_FIELD
	| typeof NO_FIELD
	| typeof NO_NAME
	| typeof SEEN_ALIKE
	| typeof INVISIBLE
	| typeof NESTED
>;

type FieldContext = ContextShowing<FieldMessages | typeof FIELD_NAMES>;

/** The input that the records came from, as the messages name it. */
type RecordsInput = ReturnType<typeof recordsFrom>;

/**
 * The fields of the data model: inferred from the records, of the types that are given.
 * @throws BadInput if they make no data model
 */
function fieldsOf(
	op: FieldContext,
	{ takeFrom, records: rowsOfJson, types: wantedTypes = [] }: CreateWithDataModelInput,
) {
	const from = recordsFrom({ takeFrom });
	const samples = withFieldNames(
		op,
		takeFrom === 'json' ? rowsOfJson : itemsAbout(op, SAME_NAME).map((item) => item.json),
		from,
	);
	const types = new Map(wantedTypes.map(({ name, type }) => [name, type]));
	const fields = inferredFields(samples).map((field) => ({
		...field,
		type: types.get(field.name) ?? field.type,
	}));
	const unknown = [...types.keys()].find((each) => !fields.some((field) => field.name === each));
	if (unknown !== undefined) throw op.refusal(UNKNOWN_FIELD, { name: withInvisibleShown(unknown) });
	const { field, label } = from;
	if (fields.length === 0) throw op.refusal(NO_FIELD, { field, label });
	checkNames(
		op,
		fields.map(({ name }) => name),
		from,
	);
	const objects = objectsIn(samples);
	const nested = fields.find(
		({ name, type }) => isBasic(type) && objects.some((row) => isNested(row[name])),
	);
	if (nested !== undefined)
		throw op.refusal(NESTED, { field, label, name: withInvisibleShown(nested.name) });
	return fields;
}

/** Refuses names that people cannot tell apart, and hints at characters that they do not see. */
function checkNames(
	op: FieldContext,
	names: readonly string[],
	{ field, label }: RecordsInput,
): void {
	const seen = new Map<string, string>();
	for (const name of names) {
		const look = visibleName(name);
		if (look === '') throw op.refusal(NO_NAME, { field, label });
		const twin = seen.get(look);
		if (twin !== undefined) {
			const [one, other] = [twin, name].map(withInvisibleShown) as [string, string];
			throw op.refusal(SEEN_ALIKE, { field, label, one, other });
		}
		seen.set(look, name);
	}
	const invisible = names.filter((name) => visibleName(name) !== name);
	if (invisible.length > 0)
		op.hint(INVISIBLE, { names: invisible.map(withInvisibleShown).join(', ') });
}

/** Says in the error of the second step what the first one has left. */
function leftBehind(error: unknown, dataModel: string): unknown {
	if (error instanceof Error && 'description' in error)
		error.description =
			`${String(error.description ?? '')} The data model ${dataModel} had already been created and was not deleted: create the campaign with it, or delete it.`.trim();
	return error;
}

export const campaign = resource(
	'campaign',
	'Campaign',
	{ create, createWithDataModel, get: getCampaign, getMany, getManyOwned, update, delete: remove },
	'Records that people have to check, correct or merge',
);
