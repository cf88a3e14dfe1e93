/** The fields with which a person allows an agent an operation, and a model tries it. */
import { nothing } from '../../../../nodes/shared/declare/answers';
import { confirmation } from '../../../../nodes/shared/declare/confirmation';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { toolFields } from '../../../../nodes/shared/declare/derived/toolFields';
import { propertyOf } from '../../../../nodes/shared/declare/field/property';
import { text } from '../../../../nodes/shared/declare/fields';
import type {
	FlowOperation,
	RequestOperation,
	RequestSpec,
} from '../../../../nodes/shared/declare/operation';
import { ANY_TEXTS } from '../../../support/anyTexts';

const a = text('A');

const fieldsOf = (operation: RequestOperation | FlowOperation) =>
	Object.keys(toolFields(operation));
const deletes = (more: Partial<RequestSpec> = {}) =>
	operation('DELETE /x', { ...ANY_TEXTS, answers: nothing(), ...more });

test('a deletion has allowAsTool and dryRun, but only dryRun if it is confirmed', () => {
	expect(fieldsOf(deletes())).toEqual(['allowAsTool', 'dryRun']);
	expect(fieldsOf(deletes({ settings: confirmation('all') }))).toEqual(['dryRun']);
});

describe('an update', () => {
	const updates = (more: Partial<RequestSpec> = {}) =>
		operation('PUT /x', { ...ANY_TEXTS, answers: nothing(), ...more });

	test('a usual update has no field for agents', () => {
		expect(fieldsOf(updates())).toEqual([]);
	});

	test('a destructive update has Allow and Dry Run', () => {
		expect(fieldsOf(updates({ destructive: true }))).toEqual(['allowAsTool', 'dryRun']);
	});

	test('an update with a confirmation of its own has only Dry Run', () => {
		const settings = { ...confirmation('all'), other: a.optional() };
		expect(fieldsOf(updates({ settings }))).toEqual(['dryRun']);
	});
});

test('a flow has allowAsTool and dryRun if it is destructive or deletes', () => {
	const runs = (more: Partial<FlowOperation> = {}) =>
		flow({
			...ANY_TEXTS,
			fields: {},
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
			...(more as object),
		});
	expect(fieldsOf(runs())).toEqual([]);
	const withDelete = (more: object) => runs({ uses: [deletes()], ...more });
	expect(fieldsOf(withDelete({}))).toEqual(['allowAsTool', 'dryRun']);
	expect(fieldsOf(withDelete({ deletionsNeedNoPermission: true }))).toEqual([]);
	expect(fieldsOf(runs({ destructive: true }))).toEqual(['allowAsTool', 'dryRun']);
});

test('the fields are off at first', () => {
	const { allowAsTool, dryRun } = toolFields(deletes());
	expect(propertyOf('allowAsTool', allowAsTool!)).toMatchObject({
		displayName: 'Allow the Agent to Do This',
		default: false,
		description: 'Whether the agent may run this operation',
	});
	expect(allowAsTool!.spec.confirms).toBeDefined();
	expect(propertyOf('dryRun', dryRun!)).toMatchObject({
		displayName: 'Dry Run',
		default: false,
		description: 'Whether to only show what would be sent',
	});
});

test('allowAsTool and dryRun are shown only to a tool', () => {
	const { allowAsTool, dryRun } = toolFields(deletes());
	for (const field of [allowAsTool!, dryRun!])
		expect(field.spec.shownWhen).toEqual({ '@tool': [true] });
});
