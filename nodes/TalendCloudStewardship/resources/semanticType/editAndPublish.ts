/** *Create* and *Update* of a semantic type: all steps from the sandbox to the publication. */
import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type Output, record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean, integer, type Values } from '../../../shared/declare/fields';
import { problem, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { readUntil } from '../../../shared/flows/wait/readUntil';
import { isObject, objectIn } from '../../../shared/support/json';
import { inWords } from '../../../shared/support/text/words';
import { MINUTE } from '../../../shared/support/time/time';
import {
	addValues,
	createSandbox,
	dictionaryOf,
	edit,
	getDraftStatus,
	getMany,
	openSandbox,
	publish,
	saveDraft,
	semanticTypeField,
	typeFields,
	valuesField,
} from './requests';

/** The steps of a publication, in the words with which the error of a later step names them. */
type StepDone =
	| 'the sandbox was created'
	| 'the content was set'
	| 'the values were added'
	| 'it was saved as a draft';

const NOT_SAVED_IN_TIME = problem(
	'The semantic type was not saved within {limit}',
	'Talend Cloud may still be saving it. Check it with Get Draft Status, or raise the time limit.',
);

const NOT_SAVED = problem(
	'The semantic type could not be saved: {errors}',
	'Correct the values or the pattern, then run the node again.',
);

const SAVE_MESSAGES = [NOT_SAVED_IN_TIME, NOT_SAVED];

/** A step of a change: the operation that executes it, and what is done afterwards. */
interface EditStep {
	name: string;
	work: () => Promise<unknown>;
	done?: StepDone;
}

/**
 * Changes a semantic type in its sandbox, and publishes it.
 * @throws the error of a step, which says what was done before it
 */
async function editAndPublish(
	op: ContextShowing<typeof SAVE_MESSAGES>,
	semanticTypeId: string,
	{
		content,
		values,
		timeLimit,
		publishes,
	}: { content: IDataObject; values?: string[][]; timeLimit: number; publishes: boolean },
): Promise<Output[]> {
	const selected = { semanticTypeId };
	// This is not checked as input, because it was read from the platform, and may contain more than
	// a user can enter.
	const edited = { path: selected, query: {}, body: content, settings: {}, values: content };
	const dictionary = { categoryId: semanticTypeId, dictionary: values };
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
			work: async () => await untilSaved(op, semanticTypeId, timeLimit),
			done: 'it was saved as a draft',
		},
		...(publishes
			? [{ name: 'Publish', work: async () => await op.sendValues(publish, selected) }]
			: []),
	];
	const done: StepDone[] = ['the sandbox was created'];
	for (const step of steps) {
		try {
			await step.work();
		} catch (error) {
			throw stoppedAt(error, semanticTypeId, done, step.name);
		}
		if (step.done) done.push(step.done);
	}
	return [{ json: { success: true, id: semanticTypeId, ...content, published: publishes } }];
}

/**
 * Waits until the draft is saved.
 * @throws if that takes too long, or failed
 */
async function untilSaved(
	op: ContextShowing<typeof SAVE_MESSAGES>,
	semanticTypeId: string,
	timeLimit: number,
): Promise<void> {
	const read = async () => objectIn((await op.sendValues(getDraftStatus, { semanticTypeId })).body);
	const errorsIn = (state: IDataObject) =>
		Array.isArray(state.errors) ? (state.errors as unknown[]) : [];
	const isEnded = (state: IDataObject) =>
		/^finish(ed)?$/i.test(String(state.status)) || errorsIn(state).length > 0;
	const limitMs = timeLimit * MINUTE;
	const errorAtLimit = () => op.problem(NOT_SAVED_IN_TIME, { limit: inWords(limitMs) });
	const last = await readUntil({
		read,
		hasEnded: isEnded,
		limitMs,
		errorAtLimit,
		signal: op.signal,
	});
	const errors = errorsIn(last).map((each) =>
		isObject(each) ? String(each.message ?? JSON.stringify(each)) : String(each),
	);
	if (errors.length > 0) throw op.problem(NOT_SAVED, { errors: errors.slice(0, 3).join('; ') });
}

/** Adds to the error of a step what was done before, and how to continue. */
function stoppedAt(
	error: unknown,
	semanticType: string,
	done: readonly StepDone[],
	operationName: string,
): unknown {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) return error;
	error.message = `Semantic type ${semanticType} is not published: ${error.message}`;
	error.description =
		`${error.description ?? ''} Before, ${done.join(', ')}. Continue with ${operationName} of this semantic type, or delete it.`.trim();
	return error;
}

const publicationSettings = {
	publishes: boolean('Whether to publish the semantic type; when off, it stays a draft')
		.label('Publish')
		.initial(true),
	timeLimit: integer('How many minutes to wait until the draft is saved')
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(10),
};

/** The fields of a semantic type that Edit Sandbox sends. */
const sandboxContent = (semanticType: IDataObject): IDataObject =>
	Object.fromEntries(
		['name', 'label', 'type', 'validationMode', 'regEx', 'children'].flatMap((name) =>
			semanticType[name] === undefined ? [] : [[name, semanticType[name]]],
		),
	);

const createFields = {
	name: typeFields.name,
	label: typeFields.label,
	type: typeFields.type,
	values: valuesField.shownWhen({ type: ['DICT'] }),
	validationMode: typeFields.validationMode.optional().shownWhen({ type: ['DICT'] }),
	regEx: typeFields.regEx.shownWhen({ type: ['REGEX'] }),
	children: typeFields.children.shownWhen({ type: ['COMPOUND'] }),
};

export const createType = flow({
	destructive: true,
	name: 'Create',
	action: 'Create and publish a semantic type',
	description:
		'Create a semantic type, set its content, save it as a draft and publish it. If a step fails, the error names it.',
	fields: createFields,
	optionalAs: 'additionalFields',
	settings: publicationSettings,
	uses: [createSandbox, edit, addValues, saveDraft, getDraftStatus, publish],
	messages: SAVE_MESSAGES,
	answers: record(undefined),
	run: createAndPublish,
});

type CreateInput = Values<typeof createFields> & Values<typeof publicationSettings>;

async function createAndPublish(
	op: ContextShowing<typeof SAVE_MESSAGES>,
	input: CreateInput,
): Promise<Output[]> {
	const values = input.values && dictionaryOf(input.values);
	const { id: created } = (await op.sendValues(createSandbox, {})).body as { id: string };
	return await editAndPublish(op, created, {
		content: sandboxContent(input),
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
	semanticTypeId: semanticTypeField(),
	label: typeFields.label.optional(),
	values: valuesField.describe('Values to add to the dictionary').optional(),
	validationMode: typeFields.validationMode.optional(),
	regEx: typeFields.regEx.optional(),
	children: typeFields.children.optional(),
};

export const updateType = flow({
	destructive: true,
	name: 'Update',
	action: 'Update a semantic type and replace the published one',
	description:
		'Open a sandbox for a semantic type, update the fields that you set, save it as a draft and publish it. If a step fails, the error names it.',
	fields: updateFields,
	optionalAs: 'updateFields',
	settings: publicationSettings,
	uses: [getMany, openSandbox, edit, addValues, saveDraft, getDraftStatus, publish],
	messages: UPDATE_MESSAGES,
	answers: record(undefined),
	run: updateAndPublish,
});

type UpdateInput = Values<typeof updateFields> & Values<typeof publicationSettings>;

async function updateAndPublish(
	op: ContextShowing<typeof UPDATE_MESSAGES>,
	input: UpdateInput,
): Promise<Output[]> {
	const values = input.values && dictionaryOf(input.values);
	const changes = sandboxContent(input);
	if (Object.keys(changes).length === 0 && !values) throw op.refusal(NOTHING_TO_CHANGE);
	const { semanticTypeId } = input;
	const present = (await op.list(getMany, {})).find(
		(listed) => String(listed.id) === semanticTypeId,
	);
	if (!present) throw op.problem(NOT_FOUND, { id: semanticTypeId });
	if (values && present.type !== 'DICT')
		throw op.refusal(NO_DICTIONARY, { type: String(present.type) });
	const sandbox =
		present.state === 'SANDBOX'
			? present
			: objectIn((await op.sendValues(openSandbox, { semanticTypeId })).body);
	const content = { ...sandboxContent(present), ...changes };
	return await editAndPublish(op, String(sandbox.id ?? semanticTypeId), {
		content,
		values,
		timeLimit: input.timeLimit,
		publishes: input.publishes,
	});
}
