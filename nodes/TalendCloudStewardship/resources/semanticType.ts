import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { nothing, type Output, record, records } from '../../shared/declare/answers';
import { flow, operation, resource } from '../../shared/declare/define';
import {
	boolean,
	choice,
	id,
	integer,
	jsonArray,
	list,
	object,
	rows,
	suggestion,
	text,
	type Values,
} from '../../shared/declare/field';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { problem, requirement } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { FROM_HELP, SEEN } from '../../shared/declare/origin';
import type { Rule } from '../../shared/declare/rules';
import { readUntil } from '../../shared/flows/wait';
import { isObject, objectIn, objectsIn } from '../../shared/support/json';
import { inWords } from '../../shared/support/words';

const TYPE = 'vendor:data-stewardship/SemanticType';
const IDS = 'vendor:data-stewardship/ValueIds';

const getMany = operation('GET /semanticservice/categories', {
	name: 'Get Many',
	action: 'Get many semantic types',
	description: 'List the semantic types',
	extra: FROM_HELP,
	query: {
		state: suggestion('Only semantic types in this state', [
			{ value: 'SANDBOX', name: 'Sandbox' },
		]).optional(),
	},
	pages: allAtOnce,
	answers: records(TYPE, {
		key: 'id',
		simple: ['id', 'name', 'label', 'description', 'type', 'state', 'validationMode'],
	}),
});

const typePicker = picker({
	noun: 'semantic type',
	method: 'searchSemanticTypes',
	list: getMany,
	entry: ({ id: value, name, label, state }) => ({
		id: String(value ?? ''),
		name: String(label ?? name ?? ''),
		technicalName: String(name ?? ''),
		description: state ? String(state) : undefined,
	}),
	byName: true,
	example: '5f76ecd1a9d7fb0001d3e1c2',
});

const semanticTypeId = (description = 'The semantic type') =>
	id(description).label('Semantic Type').pick(typePicker);
const path = { semanticTypeId: semanticTypeId() };

const createSandbox = operation('POST /semanticservice/categories/sandbox', {
	name: 'Create Sandbox',
	action: 'Create an empty semantic type in the sandbox',
	description:
		'Create a semantic type in the sandbox, without content; the first of the steps that Create does in one',
	extra: FROM_HELP,
	answers: record('vendor:data-stewardship/Created'),
});

const openSandbox = operation('PUT /semanticservice/categories/{semanticTypeId}/sandbox/', {
	name: 'Open Sandbox',
	action: 'Open a published semantic type in the sandbox',
	description:
		'Give a published semantic type a sandbox in which it can be changed; what is published stays as it is',
	extra: FROM_HELP,
	path,
	answers: record(TYPE, { times: ['createdAt', 'modifiedAt', 'publishedAt'] }),
});

const fields = {
	name: text('Name that rules and the API use').label('Technical Name').eg('COST_CENTER'),
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
		mainCategory: choice('What it matches', [
			'Alpha',
			{ value: 'AlphaNumeric', name: 'Alphanumeric' },
			'Numeric',
			'BLANK',
			'NULL',
		]).sample('AlphaNumeric'),
		validator: object('The pattern', {
			patternString: text('What a value must match').label('Pattern').eg('^[A-Z]{2}\\d{4}$'),
			caseInsensitive: boolean('Whether upper and lower case count as the same').optional(),
		}),
	}).label('Regular Expression'),
	children: list('IDs of the semantic types, one of which must fit')
		.label('Semantic Type IDs')
		.sample(['5f76ecd1a9d7fb0001d3e1c2']),
};

/** What each type needs to decide about values. */
const neededByType: Rule[] = [
	{
		field: 'regEx',
		says: 'regEx is required when type is REGEX',
		check: ({ type, regEx }) =>
			type === 'REGEX' && regEx === undefined
				? 'is required when {type} is {type=REGEX}'
				: undefined,
	},
	{
		field: 'children',
		says: 'children are required when type is COMPOUND',
		check: ({ type, children }) =>
			type === 'COMPOUND' && children === undefined
				? 'is required when {type} is {type=COMPOUND}'
				: undefined,
	},
];

const edit = operation('PATCH /semanticservice/categories/{semanticTypeId}', {
	destructive: true,
	effect: 'write',
	name: 'Edit Sandbox',
	action: 'Replace the content of a semantic type in the sandbox',
	description: 'Set name, type and content of a semantic type that is in the sandbox',
	extra: FROM_HELP,
	path,
	body: {
		name: fields.name,
		label: fields.label,
		type: fields.type,
		validationMode: fields.validationMode.optional(),
		regEx: fields.regEx.optional(),
		children: fields.children.optional(),
	},
	rules: neededByType,
	answers: nothing(),
});

const saveDraft = operation('PATCH /semanticservice/v2/categories/{semanticTypeId}/draft', {
	effect: 'write',
	name: 'Save Draft',
	action: 'Save a semantic type as a draft',
	description:
		'Start saving a semantic type of the sandbox as a draft; Get Draft Status shows when it is saved',
	extra: FROM_HELP,
	path,
	answers: nothing(),
});

const getDraftStatus = operation(
	'GET /semanticservice/v2/categories/{semanticTypeId}/draft/status',
	{
		name: 'Get Draft Status',
		action: 'Get the status of saving a semantic type',
		description: 'Read whether a semantic type has been saved as a draft',
		extra: FROM_HELP,
		path,
		answers: record('vendor:data-stewardship/DraftStatus', { requiredFields: ['status'] }),
	},
);

const publish = operation('POST /semanticservice/categories/{semanticTypeId}/publish', {
	destructive: true,
	effect: 'write',
	name: 'Publish',
	action: 'Publish the draft of a semantic type and replace the published one',
	description: 'Publish a semantic type that was saved as a draft; it replaces what was published',
	extra: FROM_HELP,
	path,
	answers: nothing(),
});

/** The values of a dictionary, each with other ways to write it. */
const valuesField = rows('Values of the dictionary', {
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
const dictionaryOf = (values: unknown): string[][] =>
	objectsIn(values).map(
		({ value, synonyms = [] }) => [value, ...(synonyms as string[])] as string[],
	);

const addValues = operation('POST /semanticservice/documents', {
	name: 'Add Values',
	action: 'Add values to the dictionary of a semantic type',
	description: 'Add values to the dictionary of a semantic type in the sandbox',
	extra: FROM_HELP,
	body: {
		categoryId: semanticTypeId(),
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

const remove = operation('DELETE /semanticservice/categories/{semanticTypeId}', {
	name: 'Delete',
	action: 'Delete a semantic type',
	description: 'Delete a semantic type',
	extra: SEEN,
	path,
	answers: nothing(),
});

/** The steps of a publication, in the words in which the error of a later one names them. */
type Step =
	| 'the sandbox was created'
	| 'the content was set'
	| 'the values were added'
	| 'it was saved as a draft';

const NOT_SAVED_IN_TIME = problem(
	'The semantic type was not saved within {limit}',
	'The platform may still be saving it. Check it with Get Draft Status, or raise the time limit.',
);
const NOT_SAVED = problem(
	'The semantic type could not be saved: {errors}',
	'Correct the values or the pattern, then run the node again.',
);
const SAVE_MESSAGES = [NOT_SAVED_IN_TIME, NOT_SAVED];

/** A step of a change: the operation that does it, and what is done afterwards. */
interface EditStep {
	name: string;
	work: () => Promise<unknown>;
	done?: Step;
}

/**
 * Changes a semantic type in its sandbox, and publishes it.
 * @throws the error of a step, which says what was done before it
 */
async function editAndPublish(
	op: ContextShowing<typeof SAVE_MESSAGES>,
	semanticType: string,
	{
		content,
		values,
		timeLimit,
		publishes,
	}: { content: IDataObject; values?: string[][]; timeLimit: number; publishes: boolean },
): Promise<Output[]> {
	const selected = { semanticTypeId: semanticType };
	// Not checked as input: what was read from the platform is written back, and may have more in it
	// than a user can enter.
	const edited = { path: selected, query: {}, body: content, settings: {}, values: content };
	const dictionary = { categoryId: semanticType, dictionary: values };
	const steps: EditStep[] = [
		{
			name: 'Edit Sandbox',
			work: async () => await op.send(edit, edited),
			done: 'the content was set',
		},
		...(values
			? [
					{
						name: 'Add Values',
						work: async () => await op.sendValues(addValues, dictionary),
						done: 'the values were added' as const,
					},
				]
			: []),
		{ name: 'Save Draft', work: async () => await op.sendValues(saveDraft, selected) },
		{
			name: 'Get Draft Status',
			work: async () => await untilSaved(op, semanticType, timeLimit),
			done: 'it was saved as a draft',
		},
		...(publishes
			? [{ name: 'Publish', work: async () => await op.sendValues(publish, selected) }]
			: []),
	];
	const done: Step[] = ['the sandbox was created'];
	for (const step of steps) {
		try {
			await step.work();
		} catch (error) {
			throw stoppedAt(error, semanticType, done, step.name);
		}
		if (step.done) done.push(step.done);
	}
	return [{ json: { success: true, id: semanticType, ...content, published: publishes } }];
}

/**
 * Waits until the draft is saved.
 * @throws if that takes too long, or failed
 */
async function untilSaved(
	op: ContextShowing<typeof SAVE_MESSAGES>,
	semanticType: string,
	timeLimit: number,
): Promise<void> {
	const read = async () =>
		objectIn((await op.sendValues(getDraftStatus, { semanticTypeId: semanticType })).body);
	const errorsIn = (state: IDataObject) =>
		Array.isArray(state.errors) ? (state.errors as unknown[]) : [];
	const isEnded = (state: IDataObject) =>
		/^finish(ed)?$/i.test(String(state.status)) || errorsIn(state).length > 0;
	const limitMs = timeLimit * 60_000;
	const tooLate = () => op.problem(NOT_SAVED_IN_TIME, { limit: inWords(limitMs) });
	const last = await readUntil({ read, ended: isEnded, limitMs, tooLate, signal: op.signal });
	const errors = errorsIn(last).map((each) =>
		isObject(each) ? String(each.message ?? JSON.stringify(each)) : String(each),
	);
	if (errors.length > 0) throw op.problem(NOT_SAVED, { errors: errors.slice(0, 3).join('; ') });
}

/** Adds to the error of a step what was done before it, and how to continue. */
function stoppedAt(
	error: unknown,
	semanticType: string,
	done: readonly Step[],
	operationName: string,
): unknown {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) return error;
	error.message = `Semantic type ${semanticType} is not published: ${error.message}`;
	error.description =
		`${error.description ?? ''} Before, ${done.join(', ')}. Continue with ${operationName} of this semantic type, or delete it.`.trim();
	return error;
}

const publicationSettings = {
	publishes: boolean('Whether to publish it; when off, it is left as a draft')
		.label('Publish')
		.initial(true),
	timeLimit: integer('How many minutes saving may take')
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(10),
};

/** The fields of a semantic type that Edit Sandbox sends. */
const contentOf = (semanticType: IDataObject): IDataObject =>
	Object.fromEntries(
		['name', 'label', 'type', 'validationMode', 'regEx', 'children'].flatMap((name) =>
			semanticType[name] === undefined ? [] : [[name, semanticType[name]]],
		),
	);

const createFields = {
	name: fields.name,
	label: fields.label,
	type: fields.type,
	values: valuesField.shownWhen({ type: ['DICT'] }),
	validationMode: fields.validationMode.optional().shownWhen({ type: ['DICT'] }),
	regEx: fields.regEx.shownWhen({ type: ['REGEX'] }),
	children: fields.children.shownWhen({ type: ['COMPOUND'] }),
};

const create = flow({
	destructive: true,
	name: 'Create',
	action: 'Create and publish a semantic type',
	description:
		'Create a semantic type, set its content, save it as a draft and publish it; says where it stopped',
	fields: createFields,
	optionalAs: 'additionalFields',
	settings: publicationSettings,
	uses: [createSandbox, edit, addValues, saveDraft, getDraftStatus, publish],
	messages: SAVE_MESSAGES,
	answers: record(undefined),
	run: createType,
});

/** The input of *Create*. */
type CreateInput = Values<typeof createFields> & Values<typeof publicationSettings>;

async function createType(
	op: ContextShowing<typeof SAVE_MESSAGES>,
	input: CreateInput,
): Promise<Output[]> {
	const values = input.values && dictionaryOf(input.values);
	const { id: created } = (await op.sendValues(createSandbox, {})).body as { id: string };
	return await editAndPublish(op, created, {
		content: contentOf(input),
		values,
		timeLimit: input.timeLimit,
		publishes: input.publishes,
	});
}

const NOTHING_TO_CHANGE = requirement(
	'updateFields',
	'Update Fields',
	'needs at least one field to change',
);
const NOT_FOUND = problem(
	'Semantic type {id} was not found',
	'Nothing was changed. Check the ID, and that the credential has permission to view the semantic type.',
);
const NO_DICTIONARY = requirement(
	'values',
	'Values',
	'can only be added to a dictionary: the type of this semantic type is {type}',
);

const UPDATE_MESSAGES = [NOTHING_TO_CHANGE, NOT_FOUND, NO_DICTIONARY, ...SAVE_MESSAGES];

const updateFields = {
	semanticTypeId: semanticTypeId(),
	label: fields.label.optional(),
	values: valuesField.describe('Values to add to the dictionary').optional(),
	validationMode: fields.validationMode.optional(),
	regEx: fields.regEx.optional(),
	children: fields.children.optional(),
};

const update = flow({
	destructive: true,
	name: 'Update',
	action: 'Update a semantic type and replace the published one',
	description:
		'Open a sandbox for a semantic type, change what you give, save it as a draft and publish it; says where it stopped',
	fields: updateFields,
	optionalAs: 'updateFields',
	settings: publicationSettings,
	uses: [getMany, openSandbox, edit, addValues, saveDraft, getDraftStatus, publish],
	messages: UPDATE_MESSAGES,
	answers: record(undefined),
	run: updateType,
});

/** The input of *Update*. */
type UpdateInput = Values<typeof updateFields> & Values<typeof publicationSettings>;

async function updateType(
	op: ContextShowing<typeof UPDATE_MESSAGES>,
	input: UpdateInput,
): Promise<Output[]> {
	const values = input.values && dictionaryOf(input.values);
	const changes = contentOf(input);
	if (Object.keys(changes).length === 0 && !values) throw op.refusal(NOTHING_TO_CHANGE);
	const { semanticTypeId: wantedId } = input;
	const present = (await op.list(getMany, {})).find((listed) => String(listed.id) === wantedId);
	if (!present) throw op.problem(NOT_FOUND, { id: wantedId });
	if (values && present.type !== 'DICT')
		throw op.refusal(NO_DICTIONARY, { type: String(present.type) });
	const sandbox =
		present.state === 'SANDBOX'
			? present
			: objectIn((await op.sendValues(openSandbox, { semanticTypeId: wantedId })).body);
	const content = { ...contentOf(present), ...changes };
	return await editAndPublish(op, String(sandbox.id ?? wantedId), {
		content,
		values,
		timeLimit: input.timeLimit,
		publishes: input.publishes,
	});
}

export const semanticType = resource(
	'semanticType',
	'Semantic Type',
	{
		create,
		update,
		getMany,
		createSandbox,
		openSandbox,
		editSandbox: edit,
		addValues,
		saveDraft,
		getDraftStatus,
		publish,
		delete: remove,
	},
	'What values mean, such as a city or a cost center, and which are valid',
);
