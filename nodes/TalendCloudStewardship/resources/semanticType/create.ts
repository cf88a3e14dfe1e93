import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import {
	editAndPublish,
	publicationSettings,
	sandboxContent,
	SAVE_MESSAGES,
} from './editAndPublish';
import {
	addValues,
	createSandbox,
	dictionaryOf,
	editSandbox,
	getDraftStatus,
	publish,
	saveDraft,
	typeFields,
	valuesField,
} from './requests';

export const create = flow({
	destructive: true,
	name: 'Create',
	action: 'Create and publish a semantic type',
	description:
		'Create a semantic type, set its content, save it as a draft and publish it. If a step fails, the error names it.',
	fields: {
		name: typeFields.name,
		label: typeFields.label,
		type: typeFields.type,
		values: valuesField.shownWhen({ type: ['DICT'] }),
		validationMode: typeFields.validationMode.optional().shownWhen({ type: ['DICT'] }),
		regEx: typeFields.regEx.shownWhen({ type: ['REGEX'] }),
		children: typeFields.children.shownWhen({ type: ['COMPOUND'] }),
	},
	optionalAs: 'additionalFields',
	settings: publicationSettings,
	uses: [createSandbox, editSandbox, addValues, saveDraft, getDraftStatus, publish],
	messages: SAVE_MESSAGES,
	answers: record(undefined),
	run: async (op, input) => {
		const values = input.values && dictionaryOf(input.values);
		const { id: created } = (await op.sendValues(createSandbox, {})).body as { id: string };
		return await editAndPublish(op, created, {
			content: sandboxContent(input),
			values,
			timeLimit: input.timeLimit,
			publishes: input.publishes,
		});
	},
});
