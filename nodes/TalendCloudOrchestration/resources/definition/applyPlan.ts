/** Creates a plan, or replaces its steps, so that it is as in a text. */
import type { IDataObject } from 'n8n-workflow';

import { getPlan } from '../../../records/tasks/plans';
import { mapConcurrently } from '../../../shared/flows/mapConcurrently';
import { readIfThere } from '../../../shared/flows/mayBeMissing';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import type { Content } from '../environment/contents/content';
import { stepsOf } from '../environment/contents/executableContents';
import { create, update } from '../plan';
import type { DefinitionKind } from './definitionFields';
import { type ApplyingContext, PlaceInText } from './placeInText';

/**
 * Prepares the writing of a plan.
 * @throws BadInput if it cannot be written
 */
export async function planWrite(place: PlaceInText) {
	const { entry, applying } = place;
	const { present, name } = entry;
	if (place.wanted.steps === undefined)
		throw place
			.at('steps')
			.refusalOfMissing(present ? 'which is replaced as a whole' : 'which is to be created');
	await checkSteps(place);
	return async (op: ApplyingContext): Promise<string> => {
		const writing = new PlaceInText(op, applying, entry);
		if (present) return await replace(writing, present);
		const { workspaceId } = applying;
		const { description } = place.wanted;
		const steps = await stepsToWrite(writing, new Map());
		const values = withoutEmptyValues({ workspaceId, name, description, steps });
		const { body } = await op.sendValues(create, values);
		return String(objectIn(body).id);
	};
}

const stepsIn = ({ wanted }: PlaceInText) => wanted.steps as IDataObject[];

/** The fields of a step that contain names, and the kind of record that they name. */
const STEP_NAMES = [
	['tasks', 'task'],
	['onFailure', 'task'],
	['onFailurePlans', 'plan'],
] as const;

const NOT_RETURNED = 'because Talend Cloud replaces plans as a whole and does not return it';

/**
 * Checks the steps.
 * @throws BadInput if something is missing, or if a record does not exist and will not be created
 * before
 */
async function checkSteps(place: PlaceInText): Promise<void> {
	const { entries } = place.applying;
	const entriesBefore = entries.slice(0, entries.indexOf(place.entry));
	const isCreatedBefore = (kind: DefinitionKind, name: string) =>
		entriesBefore.some(
			(each) => each.type === kind && each.name === name && each.change === 'onlyInText',
		);
	for (const [index, step] of stepsIn(place).entries()) {
		const at = place.at(`steps[${index}]`);
		if (step.condition === undefined) throw at.at('condition').refusalOfMissing(NOT_RETURNED);
		if (place.entry.present && step.onFailurePlans === undefined)
			throw at
				.at('onFailurePlans')
				.refusalOfMissing(`${NOT_RETURNED}; [] if no plan runs when the step fails`);
		for (const [field, kind] of STEP_NAMES)
			for (const name of (step[field] ?? []) as string[])
				if (!isCreatedBefore(kind, name)) await at.at(field).executable(kind, name);
	}
}

/**
 * Replaces the steps. The plan keeps its present name, which may only look the same, and steps with
 * the same name keep their IDs.
 */
async function replace(place: PlaceInText, present: Content): Promise<string> {
	const { op, wanted, applying } = place;
	const planId = present.id;
	return await op.withRecordLock(update, { planId }, async () => {
		const read = await readIfThere(op, getPlan, { planId });
		const stepIds = new Map(stepsOf(read?.chart).map(({ id, name }) => [name, id]));
		await op.sendValues(
			update,
			withoutEmptyValues({
				planId,
				workspaceId: applying.workspaceId,
				name: present.name,
				description: wanted.description ?? read?.description,
				steps: await stepsToWrite(place, stepIds),
			}),
		);
		return planId;
	});
}

/** The steps of the text in the API's form. */
const stepsToWrite = async (place: PlaceInText, stepIds: ReadonlyMap<unknown, unknown>) =>
	await mapConcurrently(
		[...stepsIn(place).entries()],
		async ([index, step]) =>
			await stepToWrite(place.at(`steps[${index}]`), step, stepIds.get(step.name)),
	);

async function stepToWrite(
	place: PlaceInText,
	step: IDataObject,
	id: unknown,
): Promise<IDataObject> {
	const idsOf = async (field: string, kind: DefinitionKind) => {
		const names = (step[field] ?? []) as string[];
		if (names.length === 0) return undefined;
		const at = place.at(field);
		return await mapConcurrently(names, async (name) => await at.executable(kind, name));
	};
	const handlerOnFailure = withoutEmptyValues({
		taskIds: await idsOf('onFailure', 'task'),
		planIds: await idsOf('onFailurePlans', 'plan'),
	});
	return withoutEmptyValues({
		id: id as string,
		name: step.name,
		condition: step.condition,
		taskIds: await idsOf('tasks', 'task'),
		note: step.note,
		handlerOnFailure: Object.keys(handlerOnFailure).length > 0 ? handlerOnFailure : undefined,
	});
}
