import { nothing, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { boolean, jsonArray, jsonValue, rows, suggestion, text } from '../../shared/declare/field';
import { FROM_HELP, SEEN } from '../../shared/declare/origin';
import { noRowTwice } from '../../shared/declare/rules';
import { BASIC_TYPES } from '../modelFields';
import {
	DATA_MODEL,
	DATA_MODEL_TIMES,
	DATA_MODELS,
	dataModelName,
	getManyModels,
	getModel,
} from '../requests/dataModel';

/** A field of the records, with the type of its values. */
export const typedField = {
	name: text('Name of the field in the records').fieldName().eg('amount'),
	type: suggestion(
		'Type of the values; by expression, the name of a semantic type is possible, too',
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
			.mayHaveBlanks()
			.sample([{ name: 'scaleDecimal', value: 2 }])
			.optional(),
	}).min(1),
};

const NAME_TAKEN =
	'If the platform says that the name exists already, choose another technical name.';

export const createModel = operation(`POST ${DATA_MODELS}`, {
	name: 'Create',
	action: 'Create a data model',
	description: 'Create a data model, which a campaign needs',
	extra: FROM_HELP,
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
		'Check with Get of Data Model before creating it again; the platform takes each name once.',
});

/** What the platform wants back as it was read. */
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
		'Change a data model; fields that you give replace all existing ones, and what you leave out is kept',
	extra: FROM_HELP,
	path: { dataModelName: dataModelName() },
	body: {
		displayName: fields.displayName.optional(),
		description: fields.description.mayBeEmpty().optional(),
		fields: fields.fields
			.describe('Complete list of fields, in this order; those that are left out are removed')
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
	extra: SEEN,
	path: { dataModelName: dataModelName() },
	refusals: { 400: 'A campaign may still use the data model: delete that campaign first.' },
	answers: nothing(),
});

export const dataModel = resource(
	'dataModel',
	'Data Model',
	{ create: createModel, get: getModel, getMany: getManyModels, update, delete: remove },
	'The fields that the records of a campaign have',
);
