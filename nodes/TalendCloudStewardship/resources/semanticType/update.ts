import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { recordWithId } from '../../../shared/declare/derived/recordId';
import { problem, requirement } from '../../../shared/declare/messages';
import { objectIn } from '../../../shared/support/json';
import {
	editAndPublish,
	publicationSettings,
	sandboxContent,
	SAVE_MESSAGES,
} from './editAndPublish';
import {
	addValues,
	dictionaryOf,
	editSandbox,
	getDraftStatus,
	getMany,
	openSandbox,
	publish,
	saveDraft,
	semanticTypeField,
	typeFields,
	valuesField,
} from './requests';

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

export const update = flow({
	destructive: true,
	name: 'Update',
	action: 'Update a semantic type and replace the published one',
	description:
		'Open a sandbox for a semantic type, update the fields that you set, save it as a draft and publish it. If a step fails, the error names it.',
	fields: {
		semanticTypeId: semanticTypeField(),
		label: typeFields.label.optional(),
		values: valuesField.describe('Values to add to the dictionary').optional(),
		validationMode: typeFields.validationMode.optional(),
		regEx: typeFields.regEx.optional(),
		children: typeFields.children.optional(),
	},
	optionalAs: 'updateFields',
	settings: publicationSettings,
	uses: [getMany, openSandbox, editSandbox, addValues, saveDraft, getDraftStatus, publish],
	messages: [NOTHING_TO_CHANGE, NOT_FOUND, NO_DICTIONARY, ...SAVE_MESSAGES],
	answers: record(undefined),
	run: async (op, input) => {
		const values = input.values && dictionaryOf(input.values);
		const changes = sandboxContent(input);
		if (Object.keys(changes).length === 0 && !values) throw op.refusal(NOTHING_TO_CHANGE);
		const { semanticTypeId } = input;
		const present = recordWithId(getMany, await op.list(getMany, {}), semanticTypeId);
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
	},
});
