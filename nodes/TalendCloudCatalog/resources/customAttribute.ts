import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output, record, records } from '../../shared/declare/answers';
import { confirmation } from '../../shared/declare/confirmation';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { boolean, id, integer, list, suggestion, text } from '../../shared/declare/fields';
import { recordsOf } from '../../shared/declare/lists/listInResponse';
import type { ChoiceSource } from '../../shared/declare/lists/loadedChoices';
import { CHOOSE } from '../../shared/declare/lists/loadedChoices';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { requirement } from '../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import type { Rule } from '../../shared/declare/rules';
import type { Input } from '../../shared/declare/runtime/context';
import { datasetField } from './dataset';

const NO_VALUES = 'must not be given for free text';
const VALUES_OF_TEXT = requirement('values', 'Values', NO_VALUES);

/** An attribute with a list of values needs values, and a free-text attribute has none. */
const valuesOfItsKind: Rule = {
	field: 'values',
	says: 'values must be given for a list of values, and must not be given for free text',
	finding: ({ type, values }) => {
		if (type === 'enum' && values === undefined) return 'is required for a list of values';
		return type === 'text' && values !== undefined ? NO_VALUES : undefined;
	},
};

/** A default must be one of the choices. */
const defaultsAmongValues: Rule = {
	field: 'defaults',
	says: 'defaults must be among the values',
	caution: true,
	finding: ({ values, defaults }) => {
		const others =
			values === undefined
				? []
				: ((defaults ?? []) as string[]).filter((value) => !(values as string[]).includes(value));
		return others.length === 0 ? undefined : `must be among the values: ${others.join(', ')}`;
	},
};

/**
 * A free-text attribute has one default at most, because the platform may drop all others without
 * notice.
 */
const oneDefaultOfText: Rule = {
	field: 'defaults',
	says: 'defaults must have at most one entry for free text',
	caution: true,
	finding: ({ type, defaults }) =>
		type === 'text' && ((defaults ?? []) as string[]).length > 1
			? 'must have at most one entry for free text'
			: undefined,
};

const TIMES = ['createdAt', 'updatedAt'];

const labelField = text('Name of the attribute').eg('Confidentiality');
const mandatoryField = boolean('Whether each dataset must have a value');
const descriptionField = text('What the attribute means').eg('Who can see the data').optional();
const valuesField = list('The values to choose from, if the attribute is a list of values')
	.withCommas()
	.sample(['Public', 'Internal']);

const defaultsField = list('Value for datasets that have none of their own')
	.withCommas()
	.sample(['Internal'])
	.optional();

const page = {
	limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
	offset: integer('How many attributes to skip').min(0).byDefault(0).sample(10).optional(),
	category: suggestion('Only attributes of this category', [
		{ value: 'custom', name: 'Custom' },
		{ value: 'built-in', name: 'Built-In' },
	])
		.sample('custom')
		.optional(),
};

const includeMetadataField = boolean(
	'Whether to return more details, such as the full name of its creator',
)
	.sample(true)
	.optional();

const getMany = operation('GET /datasets/attributes', {
	name: 'Get Many',
	action: 'Get many custom attributes',
	description: 'List the attributes that datasets can be tagged with',
	query: { ...page, includeMetadata: includeMetadataField },
	pages: limitOffset(),
	answers: records('C.CustomAttributeDefinition', { key: 'id', times: TIMES }),
});

const create = operation('POST /datasets/attributes', {
	name: 'Create',
	action: 'Create a custom attribute',
	description: 'Define an attribute that datasets can be tagged with',
	body: {
		label: labelField,
		type: suggestion('Kind of the attribute', [
			{ value: 'enum', name: 'List of Values' },
			{ value: 'text', name: 'Free Text' },
		]),
		mandatory: mandatoryField.initial(false),
		description: descriptionField,
		values: valuesField.optional(),
		defaults: defaultsField,
	},
	rules: [valuesOfItsKind, defaultsAmongValues, oneDefaultOfText],
	answers: record('C.CustomAttributeCreateResponse', {
		requiredFields: ['definitionId'],
		times: TIMES,
	}),
	lookUp: createdAs({
		subject: 'The attribute',
		list: getMany,
		unique: { label: 'label' },
		mayRepeat: true,
		values: () => ({ limit: 100, offset: 0 }),
		answer: (created) => ({ definitionId: created.id }),
	}),
});

const attributePicker = picker({
	noun: 'custom attribute',
	method: 'searchCustomAttributes',
	list: getMany,
	entry: ({ id: value, label: name, description }) => ({
		id: value,
		name,
		description,
	}),
	byName: true,
	example: '1f6d3c20-7b84-4e0a-9c55-d2a4b6e8f013',
});

const attributeField = (about = 'The attribute') =>
	id(about).label('Custom Attribute').pick(attributePicker);

const get = operation('GET /datasets/attributes/{definitionId}', {
	name: 'Get',
	action: 'Get a custom attribute',
	description: 'Get the definition of a custom attribute',
	path: { definitionId: attributeField() },
	query: { includeMetadata: includeMetadataField },
	answers: record('C.CustomAttributeDefinition', { requiredFields: ['label'], times: TIMES }),
});

const update = operation('PATCH /datasets/attributes/{definitionId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a custom attribute',
	description: 'Change the definition of an attribute; fields that you leave out are kept',
	effect: 'write',
	path: { definitionId: attributeField() },
	body: {
		label: labelField.optional(),
		mandatory: mandatoryField.optional(),
		description: descriptionField.mayBeEmpty(),
		defaults: defaultsField.mayBeEmpty(),
		values: valuesField.optional(),
	},
	rules: [defaultsAmongValues],
	answers: nothing(),
	messages: [VALUES_OF_TEXT],
	// The platform requires label and mandatory, and accepts values only for a list of values. The
	// definition says which kind it is.
	readFirst: {
		get,
		keep: { label: 'always', mandatory: 'always' },
		unless: ({ values: { label: name, mandatory, values } }) =>
			name !== undefined && mandatory !== undefined && values === undefined,
		check: (op, { present, input }) => {
			if (present.type === 'text' && input.values.values !== undefined)
				throw op.refusal(VALUES_OF_TEXT);
		},
	},
});

const remove = operation('DELETE /datasets/attributes/{definitionId}', {
	name: 'Delete',
	action: 'Delete a custom attribute with all its values',
	description:
		'Delete an attribute with the values that datasets have for it; this cannot be undone',
	path: { definitionId: attributeField() },
	settings: confirmation('the attribute with all values that datasets have for it'),
	answers: nothing(),
});

const getValues = operation('GET /datasets/{datasetId}/attributes', {
	name: 'Get Values',
	action: 'Get the custom attribute values of a dataset',
	description: 'List what a dataset is tagged with',
	path: { datasetId: datasetField() },
	query: page,
	pages: limitOffset(),
	answers: records('C.AttributeValue', {
		page: 'C.CustomAttributeValueDatasetResponse',
		key: 'id',
	}),
});

const attributePath = {
	datasetId: datasetField(),
	id: attributeField('The attribute, by its ID or its business ID'),
};

const UNKNOWN_RECORD = 'The attribute or the dataset does not exist: check both.';

/**
 * The known values of an attribute. According to the documents, its definition shows only its
 * defaults. They are completed by the values that the dataset has, and other values can be typed.
 */
const knownValues: ChoiceSource = {
	method: 'loadAttributeValues',
	dependsOn: ['id.value'],
	alsoNeeds: ['datasetId.value'],
	load: async (ask, { id: attribute }, { datasetId }) => {
		const { type, values, defaults } = (await ask(get, { definitionId: attribute })) as IDataObject;
		if (type === 'text') return [];
		const present =
			datasetId === undefined || Array.isArray(values)
				? []
				: (recordsOf(await ask(getValues, { datasetId, limit: 100 })) ?? [])
						.filter((each) => each.id === attribute)
						.map((each) => each.values);
		return [
			...new Set([values, defaults, present].flat(2).filter((value) => typeof value === 'string')),
		].map((value) => ({
			value,
			name: value,
		}));
	},
};

/** Chosen or typed, but not both. */
const chosenOrTyped: Rule = {
	field: 'values',
	says: 'values or text must be given, and not both',
	finding: ({ values, text: typed }) => {
		if (values === undefined && typed === undefined)
			return 'or {text} must be given: choose values, or type one';
		return values !== undefined && typed !== undefined
			? 'cannot be given beside {text}: leave one of them empty'
			: undefined;
	},
};

const setValue = operation('PUT /datasets/{datasetId}/attributes/{id}', {
	name: 'Set Value',
	action: 'Set a custom attribute value of a dataset',
	description: 'Tag a dataset: choose values from a list, or enter free text',
	path: attributePath,
	body: {
		values: list(`One or more values, if the attribute is a list of values. ${CHOOSE}`)
			.label('Value Names or IDs')
			.withCommas()
			.from(knownValues)
			.min(1)
			.sample(['Internal'])
			.onTop()
			.optional(),
	},
	settings: {
		text: text('The value of a free-text attribute, or a value that the list above does not show')
			.eg('Ana Demo')
			.onTop()
			.optional(),
	},
	rules: [chosenOrTyped],
	refusals: {
		400: 'Only values from the definition of the attribute can be set (to add some, use Custom Attribute → Update); a free-text attribute takes one value.',
		404: UNKNOWN_RECORD,
	},
	answers: nothing({
		output: (_answer, { datasetId, id: attribute, values }) => ({
			success: true,
			datasetId,
			id: attribute,
			values,
		}),
	}),
	perform: setAttributeValue,
});

async function setAttributeValue(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { values = [input.settings.text] } = input.values;
	return await op.request(request, {
		...input,
		body: { values },
		values: { ...input.values, values },
	});
}

const removeValue = operation('DELETE /datasets/{datasetId}/attributes/{id}', {
	name: 'Remove Value',
	action: 'Remove a custom attribute value from a dataset',
	description: 'Reset the value to the default of the attribute, or to none if it has no default',
	path: attributePath,
	refusals: { 404: UNKNOWN_RECORD },
	answers: nothing(),
});

export const customAttribute = resource(
	'customAttribute',
	'Custom Attribute',
	{ create, get, getMany, update, delete: remove, getValues, setValue, removeValue },
	'A tag that datasets can have',
);
