import { nothing, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { jsonValue } from '../../shared/declare/fields';
import { FROM_HELP, FROM_INTEGRATOR } from '../../shared/declare/origin';
import { noRowTwice } from '../../shared/declare/rules';
import {
	createModel,
	DATA_MODEL,
	DATA_MODEL_TIMES,
	DATA_MODELS,
	dataModelName,
	fields,
	getManyModels,
	getModel,
} from '../requests/dataModel';

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
	origin: FROM_INTEGRATOR,
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
