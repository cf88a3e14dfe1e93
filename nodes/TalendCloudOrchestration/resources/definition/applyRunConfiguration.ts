/** Writes the run configuration of a task or plan, so that it is as in a text. */
import type { IDataObject } from 'n8n-workflow';

import { readField } from '../../../shared/declare/field/reading';
import { isObject, withoutEmptyValues } from '../../../shared/support/json';
import { scheduleTriggerField } from '../../schedules/scheduleTriggerFields';
import { findingIn, withInterval } from '../../schedules/triggerFinding';
import { type PlaceInText, segment, UNBOUND_SCHEDULE, UNUSABLE_TRIGGER } from './placeInText';

/**
 * The values that differ, in the API's form; undefined if the text has no run configuration.
 * @throws BadInput if it cannot be written
 */
export async function runConfigurationToWrite(
	entryPlace: PlaceInText,
): Promise<IDataObject | undefined> {
	const wanted = entryPlace.wanted.runConfiguration;
	if (!isObject(wanted)) return undefined;
	const { present, type, name } = entryPlace.entry;
	const place = entryPlace.at('runConfiguration');
	const isNew = !isObject(present?.runConfiguration);
	const values = isNew ? { ...wanted } : differing(place, wanted);
	if (values.schedule !== undefined)
		throw place.op.refusal(UNBOUND_SCHEDULE, {
			...place.at('schedule').source,
			schedule: String(values.schedule),
			name,
		});
	const required = type === 'task' ? ['trigger', 'runtime'] : ['trigger'];
	for (const field of isNew ? required : [])
		if (values[field] === undefined)
			throw place.at(field).refusalOfMissing('which has no run configuration yet');
	if (isObject(values.trigger))
		values.trigger = triggerToWrite(place.at('trigger'), values.trigger);
	if (isObject(values.runtime))
		values.runtime = await runtimeToWrite(place.at('runtime'), values.runtime);
	return values;
}

function differing({ entry }: PlaceInText, wanted: IDataObject): IDataObject {
	const changed = new Set(
		entry.differences
			.filter(({ field }) => segment(field, 0) === 'runConfiguration')
			.map(({ field }) => segment(field, 1)),
	);
	return Object.fromEntries(Object.entries(wanted).filter(([field]) => changed.has(field)));
}

function triggerToWrite(place: PlaceInText, wanted: IDataObject): IDataObject {
	const { source, op } = place;
	const { name } = place.entry;
	const field = scheduleTriggerField().label(source.label);
	const trigger = readField(source.field, field, withInterval(wanted), {
		timezone: 'UTC',
	}) as IDataObject;
	const finding = findingIn(trigger);
	if (finding !== undefined) throw op.refusal(UNUSABLE_TRIGGER, { ...source, name, finding });
	return trigger;
}

/** The engine and the run profile, by their IDs. */
async function runtimeToWrite(
	place: PlaceInText,
	{ type, engine: engineName, runProfile }: IDataObject,
): Promise<IDataObject> {
	const { lists } = place.applying.reader;
	const engine =
		engineName === undefined
			? undefined
			: place.at('engine').recordNamed(
					'engine or cluster',
					(await lists.engines()).filter(({ engineType }) => engineType === type),
					engineName,
				);
	const isOfEngine = ({ processorId }: IDataObject) =>
		engine === undefined ||
		processorId === undefined ||
		[engine.id, engine.runtimeId].includes(processorId);
	const profile =
		runProfile === undefined
			? undefined
			: place
					.at('runProfile')
					.recordNamed('run profile', (await lists.runProfiles()).filter(isOfEngine), runProfile);
	return withoutEmptyValues({
		type,
		id: engine && String(engine.id),
		runProfileId: profile && String(profile.id),
	});
}
