/**
 * *Create with Data Model*: creates a campaign, and a data model whose fields are inferred from
 * records.
 */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean, rows, text, type Values } from '../../../shared/declare/fields';
import { hint, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { noRowTwice } from '../../../shared/declare/rules';
import { afterCreation } from '../../../shared/flows/afterCreation';
import { isRecord, objectIn, objectsIn } from '../../../shared/support/json';
import { visibleName, withInvisibleShown } from '../../../shared/support/text/visibleNames';
import {
	aboutRecords,
	FIELD_NAMES,
	itemsAbout,
	leaveToFirst,
	recordsField,
	recordsFrom,
	sameForAll,
	takenFrom,
	withFieldNames,
} from '../../fromItems';
import { BASIC_TYPES, inferredFields } from '../../modelFields';
import { createModel, typedField } from '../dataModel';
import {
	byRole,
	CAMPAIGN,
	CAMPAIGN_TIMES,
	campaignFields,
	create,
	getManyOwned,
	NO_MODEL_NAME,
	oneRowForARole,
	schemaRefOf,
	withoutAbsent,
} from './requests';

/** The rows of types. In JSON, types may also be given by field: `{"customer": "text"}`. */
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
	'has a field without a name: give it one, or leave it out',
);

const SEEN_ALIKE = requirement(
	'{field}',
	'{label}',
	'has two fields whose names look the same, {one} and {other}: give them one name',
);

const INVISIBLE_CHARACTERS = hint(
	'Some field names have invisible characters, which the data model keeps: {names}. Rename the fields if they should have none.',
);

const NESTED_FIELD = requirement(
	'{field}',
	'{label}',
	'has an object or a list as {name}, which fits no basic type: leave the field out, make it a text, or give it another type under Types',
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
	...aboutRecords([NO_FIELD, NO_NAME, SEEN_ALIKE, NESTED_FIELD]),
	INVISIBLE_CHARACTERS,
	ONLY_SHOWN,
	NAME_TAKEN,
	NO_MODEL_NAME,
	...aboutRecords(FIELD_NAMES),
];

const createWithDataModelFields = {
	name: campaignFields.name,
	label: campaignFields.label,
	owners: campaignFields.owners,
	participants: campaignFields.participants,
	taskType: campaignFields.taskType,
};

const createWithDataModelSettings = {
	...takenFrom('sample records', {
		records: recordsField('Records like those that the campaign will have'),
	}),
	preview: boolean(
		'Whether to only show what would be created: the types are inferred from the records',
	).initial(true),
	description: campaignFields.description.optional(),
	modelName: text(
		'Technical name of the data model; if left out, derived from that of the campaign',
	)
		.label('Data Model Name')
		.matching(/^[A-Za-z]\w*$/, 'begin with a letter and have only letters, digits and underscores')
		.eg('rejected_invoices')
		.optional(),
	types: rows('Fields whose inferred type is not right', typedField)
		.preparedBy(rowsOfTypes)
		.optional(),
};

export const createWithDataModel = flow({
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
	run: async (op, input) => {
		if (leaveToFirst(op, input)) return [];
		const { name, label, modelName, preview } = input;
		const dataModel = {
			name: modelName ?? name.replace(/-/g, '_'),
			displayName: label,
			fields: fieldsOf(op, input),
		};
		if (preview) {
			op.hint(ONLY_SHOWN);
			return [{ json: previewOf(dataModel, input) }];
		}
		await checkNameIsFree(op, name);
		const model = objectIn((await op.sendValues(createModel, dataModel)).body);
		const schemaRef = schemaRefOf(op, { ...model, name: model.name ?? dataModel.name });
		const request = { path: {}, query: {}, body: campaignBody(input, schemaRef), settings: {} };
		const response = await afterCreation(
			`The data model ${dataModel.name}`,
			async () => await op.send(create, { ...request, values: { name } }),
			'create the campaign with it, or delete it',
		);
		return op
			.outputs(create, { ...request, values: {} }, response)
			.map(({ json: campaign }) => ({ json: { ...campaign, dataModel: dataModel.name } }));
	},
});

type CreateWithDataModelInput = Values<typeof createWithDataModelFields> &
	Values<typeof createWithDataModelSettings>;

/** What would be sent, with the version that the platform gives a new data model. */
function previewOf(
	dataModel: IDataObject & { name: string },
	input: CreateWithDataModelInput,
): IDataObject {
	const schemaRef = { namespace: 'org.talend.schema', name: dataModel.name, version: 1 };
	return { preview: true, dataModel, ...campaignBody(input, schemaRef) };
}

function campaignBody(
	{ name, label, description, owners, taskType, participants }: CreateWithDataModelInput,
	schemaRef: unknown,
): IDataObject {
	return {
		campaign: withoutAbsent({ name, label, description, owners, taskType, schemaRef }),
		participants: byRole(participants),
	};
}

/**
 * Refuses a name that is already used, because the campaign would be refused after its data model
 * was created.
 */
async function checkNameIsFree(
	op: ContextShowing<typeof CREATE_WITH_DATA_MODEL_MESSAGES>,
	name: string,
): Promise<void> {
	const isTaken = (await op.list(getManyOwned, {})).some((listed) => listed.name === name);
	if (isTaken && !op.hasWritten()) throw op.refusal(NAME_TAKEN, { name });
}

const isBasic = (type: string): boolean => BASIC_TYPES.some((basic) => basic === type);

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The messages about the records of a new data model. */
type FieldMessages = Array<
	| typeof SAME_NAME
	| typeof UNKNOWN_FIELD
	| typeof NO_FIELD
	| typeof NO_NAME
	| typeof SEEN_ALIKE
	| typeof INVISIBLE_CHARACTERS
	| typeof NESTED_FIELD
>;

type ModelFieldsContext = ContextShowing<FieldMessages | typeof FIELD_NAMES>;

/** How messages name the input that the records came from. */
type RecordsInput = ReturnType<typeof recordsFrom>;

/**
 * The fields of the data model. They are inferred from the records, except for types that are
 * given.
 * @throws BadInput if no data model can be made
 */
function fieldsOf(
	op: ModelFieldsContext,
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
		throw op.refusal(NESTED_FIELD, { field, label, name: withInvisibleShown(nested.name) });
	return fields;
}

/** Refuses names that people cannot distinguish, and adds a hint about invisible characters. */
function checkNames(
	op: ModelFieldsContext,
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
		op.hint(INVISIBLE_CHARACTERS, { names: invisible.map(withInvisibleShown).join(', ') });
}
