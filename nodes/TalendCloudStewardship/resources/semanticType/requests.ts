/** The requests about semantic types, which are edited in a sandbox and then published. */
import { nothing, record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import {
	boolean,
	choice,
	id,
	jsonArray,
	list,
	object,
	rows,
	suggestion,
	text,
} from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { FROM_HELP, FROM_INTEGRATOR } from '../../../shared/declare/origin';
import { neededWhen } from '../../../shared/declare/rules';
import { isObject, objectIn, objectsIn } from '../../../shared/support/json';

const TYPE_SCHEMA = 'vendor:data-stewardship/SemanticType';

const IDS = 'vendor:data-stewardship/ValueIds';

export const getMany = operation('GET /semanticservice/categories', {
	name: 'Get Many',
	action: 'Get many semantic types',
	description: 'List the semantic types',
	origin: FROM_HELP,
	query: {
		state: suggestion('Only semantic types in this state', [
			{ value: 'SANDBOX', name: 'Sandbox' },
		]).optional(),
	},
	pages: allAtOnce,
	answers: records(TYPE_SCHEMA, {
		key: 'id',
		simple: ['id', 'name', 'label', 'description', 'type', 'state', 'validationMode'],
	}),
});

const typePicker = picker({
	noun: 'semantic type',
	method: 'searchSemanticTypes',
	list: getMany,
	entry: ({ id: value, name, label, state }) => ({
		id: value,
		name: label ?? name,
		technicalName: name,
		description: state,
	}),
	byName: true,
	example: '5f76ecd1a9d7fb0001d3e1c2',
});

export const semanticTypeField = (description = 'The semantic type') =>
	id(description).label('Semantic Type').pick(typePicker);

const typePath = { semanticTypeId: semanticTypeField() };

export const createSandbox = operation('POST /semanticservice/categories/sandbox', {
	name: 'Create Sandbox',
	action: 'Create an empty semantic type in the sandbox',
	description:
		'Create a semantic type in the sandbox, without content; the first of the steps that Create does in one',
	origin: FROM_HELP,
	answers: record('vendor:data-stewardship/Created'),
});

export const openSandbox = operation('PUT /semanticservice/categories/{semanticTypeId}/sandbox/', {
	name: 'Open Sandbox',
	action: 'Open a published semantic type in the sandbox',
	description:
		'Give a published semantic type a sandbox in which it can be changed; what is published stays as it is',
	origin: FROM_HELP,
	path: typePath,
	answers: record(TYPE_SCHEMA, { times: ['createdAt', 'modifiedAt', 'publishedAt'] }),
});

export const typeFields = {
	name: text('Technical name, which rules and the API use')
		.label('Technical Name')
		.eg('COST_CENTER'),
	label: text('Name that people see').eg('Cost center'),
	type: choice('What decides whether a value is valid', [
		{ value: 'DICT', name: 'Dictionary', description: 'A list of values' },
		{ value: 'REGEX', name: 'Regular Expression' },
		{
			value: 'COMPOUND',
			name: 'Compound',
			description: 'Other semantic types, one of which must fit',
		},
	])
		.inOrder()
		.sample('DICT'),
	validationMode: choice('How values are compared with those of the dictionary', [
		{ value: 'SIMPLIFIED', name: 'Simplified' },
		{ value: 'EXACT', name: 'Exact' },
		{ value: 'EXACT_IGNORE_CASE_AND_ACCENT', name: 'Exact, but Ignore Case and Accents' },
	]),
	regEx: object('Which values belong to the type, as a pattern', {
		mainCategory: choice('Kind of characters that match', [
			'Alpha',
			{ value: 'AlphaNumeric', name: 'Alphanumeric' },
			'Numeric',
			'BLANK',
			'NULL',
		]).sample('AlphaNumeric'),
		validator: object('The pattern', {
			patternString: text('What a value must match').label('Pattern').eg('^[A-Z]{2}\\d{4}$'),
			caseInsensitive: boolean('Whether to ignore case').optional(),
		}),
	}).label('Regular Expression'),
	children: list('IDs of the semantic types, one of which must fit')
		.label('Semantic Type IDs')
		.sample(['5f76ecd1a9d7fb0001d3e1c2']),
};

/** Each kind of semantic type needs another field to decide which values are valid. */
const neededByType = [
	neededWhen('regEx', 'type', ['REGEX']),
	neededWhen('children', 'type', ['COMPOUND']),
];

export const editSandbox = operation('PATCH /semanticservice/categories/{semanticTypeId}', {
	destructive: true,
	effect: 'write',
	name: 'Edit Sandbox',
	action: 'Replace the content of a semantic type in the sandbox',
	description: 'Set the name, type and content of a semantic type in the sandbox',
	origin: FROM_HELP,
	path: typePath,
	body: {
		name: typeFields.name,
		label: typeFields.label,
		type: typeFields.type,
		validationMode: typeFields.validationMode.optional(),
		regEx: typeFields.regEx.optional(),
		children: typeFields.children.optional(),
	},
	rules: neededByType,
	answers: nothing(),
});

export const saveDraft = operation('PATCH /semanticservice/v2/categories/{semanticTypeId}/draft', {
	effect: 'write',
	name: 'Save Draft',
	action: 'Save a semantic type as a draft',
	description:
		'Start saving a semantic type of the sandbox as a draft; Get Draft Status shows when it is saved',
	origin: FROM_HELP,
	path: typePath,
	answers: nothing(),
});

export const getDraftStatus = operation(
	'GET /semanticservice/v2/categories/{semanticTypeId}/draft/status',
	{
		name: 'Get Draft Status',
		action: 'Get the status of saving a semantic type',
		description: 'Check whether a semantic type has been saved as a draft',
		origin: FROM_HELP,
		path: typePath,
		answers: record('vendor:data-stewardship/DraftStatus', { requiredFields: ['status'] }),
	},
);

export const publish = operation('POST /semanticservice/categories/{semanticTypeId}/publish', {
	destructive: true,
	effect: 'write',
	name: 'Publish',
	action: 'Publish the draft of a semantic type and replace the published one',
	description: 'Publish a semantic type that was saved as a draft; it replaces what was published',
	origin: FROM_HELP,
	path: typePath,
	answers: nothing(),
});

/** The values of a dictionary, each with other ways to write it. */
export const valuesField = rows('Values of the dictionary', {
	value: text('A value that is valid').eg('Lyon'),
	synonyms: list('Other ways to write it').withCommas().sample(['Lyons']).optional().onTop(),
}).preparedBy(rowsOfValues);

/** In JSON, a value may also be a text, or a list of texts that mean the same. */
function rowsOfValues(input: unknown): unknown {
	const row = (entry: unknown) => {
		if (isObject(entry)) return entry;
		const [value, ...synonyms] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
		return synonyms.length === 0 ? { value } : { value, synonyms };
	};
	return Array.isArray(input) ? input.map(row) : input;
}

/** The values in the form of the platform: each as a list of the value and its synonyms. */
export const dictionaryOf = (values: unknown): string[][] =>
	objectsIn(values).map(
		({ value, synonyms = [] }) => [value, ...(synonyms as string[])] as string[],
	);

export const addValues = operation('POST /semanticservice/documents', {
	name: 'Add Values',
	action: 'Add values to the dictionary of a semantic type',
	description: 'Add values to the dictionary of a semantic type in the sandbox',
	origin: FROM_HELP,
	body: {
		categoryId: semanticTypeField(),
		dictionary: jsonArray('Lists of texts that mean the same')
			.wireName('values')
			.sample([['Lyon', 'Lyons']])
			.derived(),
	},
	settings: { values: valuesField },
	answers: record(IDS, { requiredFields: ['ids'] }),
	perform: async (op, request, input) =>
		await op.request(request, {
			...input,
			body: { ...objectIn(input.body), values: dictionaryOf(input.settings.values) },
		}),
});

export const remove = operation('DELETE /semanticservice/categories/{semanticTypeId}', {
	name: 'Delete',
	action: 'Delete a semantic type',
	description: 'Delete a semantic type',
	origin: FROM_INTEGRATOR,
	path: typePath,
	answers: nothing(),
});
