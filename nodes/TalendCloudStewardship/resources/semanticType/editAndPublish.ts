/** What *Create* and *Update* have in common: all steps from the sandbox to the publication. */
import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Output } from '../../../shared/declare/answers';
import { boolean, integer } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { readUntil } from '../../../shared/flows/wait/readUntil';
import { isObject, objectIn } from '../../../shared/support/json';
import { waitInWords } from '../../../shared/support/text/words';
import { MINUTE } from '../../../shared/support/time/time';
import { addValues, editSandbox, getDraftStatus, publish, saveDraft } from './requests';

/** The steps of a publication, in the words with which the error of a later step names them. */
type StepDone = 'sandbox created' | 'content set' | 'values added' | 'draft saved';

const NOT_SAVED_IN_TIME = problem(
	'The semantic type was not saved within {limit}',
	'Talend Cloud may still be saving it. Check it with Get Draft Status, or raise the time limit.',
);

const NOT_SAVED = problem(
	'The semantic type could not be saved: {errors}',
	'Correct the values or the pattern, then run the node again.',
);

export const SAVE_MESSAGES = [NOT_SAVED_IN_TIME, NOT_SAVED];

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
export async function editAndPublish(
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
			work: async () => await op.send(editSandbox, edited),
			done: 'content set',
		},
		...(values
			? [
					{
						name: 'Add Values',
						work: async () => await op.sendValues(addValues, dictionary),
						done: 'values added' as const,
					},
				]
			: []),
		{ name: 'Save Draft', work: async () => await op.sendValues(saveDraft, selected) },
		{
			name: 'Get Draft Status',
			work: async () => await untilSaved(op, semanticTypeId, timeLimit),
			done: 'draft saved',
		},
		...(publishes
			? [{ name: 'Publish', work: async () => await op.sendValues(publish, selected) }]
			: []),
	];
	const done: StepDone[] = ['sandbox created'];
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
	const errorAtLimit = () => op.problem(NOT_SAVED_IN_TIME, { limit: waitInWords(limitMs) });
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
		`${error.description ?? ''} Already done: ${done.join(', ')}. Continue with ${operationName} of this semantic type, or delete the type.`.trim();
	return error;
}

export const publicationSettings = {
	publishes: boolean('Whether to publish the semantic type; when off, it stays a draft')
		.label('Publish')
		.initial(true),
	timeLimit: integer('How many minutes to wait until the draft is saved')
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(10),
};

/** The fields of a semantic type that Edit Sandbox sends. */
export const sandboxContent = (semanticType: IDataObject): IDataObject =>
	Object.fromEntries(
		['name', 'label', 'type', 'validationMode', 'regEx', 'children'].flatMap((name) =>
			semanticType[name] === undefined ? [] : [[name, semanticType[name]]],
		),
	);
