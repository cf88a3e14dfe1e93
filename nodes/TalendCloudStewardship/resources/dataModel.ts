import { nothing, record, records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import {
	boolean,
	id,
	jsonArray,
	jsonValue,
	rows,
	suggestion,
	text,
} from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_HELP, FROM_INTEGRATOR } from '../../shared/declare/origin';
import { noRowTwice } from '../../shared/declare/rules';
import { BASIC_TYPES } from '../modelFields';

const DATA_MODEL = 'vendor:data-stewardship/DataModel';
const DATA_MODEL_TIMES = ['creationDate', 'lastUpdateDate'];
const DATA_MODELS = '/schemaservice/api/v1/schemas/org.talend.schema';

const getMany = operation(`GET ${DATA_MODELS}`, {
	name: 'Get Many',
	action: 'Get many data models',
	description: 'List the data models of Data Stewardship',
	origin: FROM_INTEGRATOR,
	pages: allAtOnce,
	answers: records(DATA_MODEL, {
		key: 'name',
		simple: ['name', 'displayName', 'description', 'version', 'referenced'],
	}),
});

const modelPicker = picker({
	noun: 'data model',
	method: 'searchDataModels',
	list: getMany,
	// Data models are addressed by their technical names.
	entry: ({ name, displayName }) => ({
		id: name,
		name: displayName ?? name,
		technicalName: name,
		description: name,
	}),
	byName: true,
	example: 'demo_product',
});

/** A field for choosing a data model. The value that is sent is its technical name. */
export const dataModelField = (description = 'The data model') =>
	id(description).label('Data Model').pick(modelPicker);

export const getModel = operation(`GET ${DATA_MODELS}/{dataModelName}`, {
	name: 'Get',
	action: 'Get a data model',
	description: 'Get a data model with its fields',
	origin: FROM_HELP,
	path: { dataModelName: dataModelField() },
	answers: record(DATA_MODEL, { requiredFields: ['name'], times: DATA_MODEL_TIMES }),
});

/** The inputs for a field of the records, and the type of its values. */
export const typedField = {
	name: text('Name of the field in the records').fieldName().eg('amount'),
	type: suggestion(
		'Type of the values; an expression can give the name of a semantic type',
		BASIC_TYPES,
	),
};

const fields = {
	displayName: text('Name that people see').eg('Invoices'),
	description: text('What the data model describes').eg('Invoices that could not be loaded'),
	fields: rows('The fields of a record, in this order', {
		...typedField,
		displayName: text('Name that people see').eg('Amount').optional(),
		description: text('What the field holds').eg('Amount in euros').optional(),
		required: boolean('Whether each record must have a value').sample(true).optional(),
		constraints: jsonArray('Limits of the values, as objects with name and value')
			.leavesOutBlanks()
			.sample([{ name: 'scaleDecimal', value: 2 }])
			.optional(),
	}).min(1),
};

const NAME_TAKEN =
	'If Talend Cloud says that the name already exists, choose another technical name.';

export const createModel = operation(`POST ${DATA_MODELS}`, {
	name: 'Create',
	action: 'Create a data model',
	description: 'Create a data model, which a campaign needs',
	origin: FROM_HELP,
	body: {
		name: text('Technical name; it cannot be changed later')
			.label('Technical Name')
			.matching(
				/^[A-Za-z]\w*$/,
				'begin with a letter and have only letters, digits and underscores',
			)
			.eg('invoices'),
		displayName: fields.displayName,
		description: fields.description.optional(),
		fields: fields.fields,
	},
	rules: [noRowTwice('fields', ['name'])],
	refusals: { 400: NAME_TAKEN },
	answers: record(DATA_MODEL, { requiredFields: ['name'], times: DATA_MODEL_TIMES }),
	howToCheck:
		'Before you create it again, check with Data Model → Get whether it exists; each name can be used only once.',
});

/** The fields that must be sent back unchanged. */
const asRead = Object.fromEntries(
	[
		'namespace',
		'name',
		'version',
		'references',
		'creationDate',
		'lastUpdateDate',
		'createdBy',
		'lastUpdatedBy',
		'referenced',
		'rulesInstances',
	].map((name) => [name, jsonValue('As it was read').optional().derived()]),
);

const update = operation(`PUT ${DATA_MODELS}/{dataModelName}`, {
	destructive: true,
	name: 'Update',
	action: 'Update a data model or replace its fields',
	description:
		'Update a data model. If you set fields, they replace all existing fields; anything else that you leave out is kept.',
	origin: FROM_HELP,
	path: { dataModelName: dataModelField() },
	body: {
		displayName: fields.displayName.optional(),
		description: fields.description.mayBeEmpty().optional(),
		fields: fields.fields
			.describe('Complete list of fields, in this order; any left out are removed')
			.optional(),
		...asRead,
	},
	rules: [noRowTwice('fields', ['name'])],
	answers: record(DATA_MODEL, { requiredFields: ['name'], times: DATA_MODEL_TIMES }),
	readFirst: {
		get: getModel,
		keep: { displayName: 'ifAny', description: 'ifAny', fields: 'ifAny' },
		keepOthersBut: [],
	},
});

const remove = operation(`DELETE ${DATA_MODELS}/{dataModelName}`, {
	name: 'Delete',
	action: 'Delete a data model',
	description: 'Delete a data model that no campaign uses',
	origin: FROM_INTEGRATOR,
	path: { dataModelName: dataModelField() },
	refusals: { 400: 'A campaign may still use the data model: delete that campaign first.' },
	answers: nothing(),
});

export const dataModel = resource(
	'dataModel',
	'Data Model',
	{ create: createModel, get: getModel, getMany, update, delete: remove },
	'The fields that the records of a campaign have',
);
