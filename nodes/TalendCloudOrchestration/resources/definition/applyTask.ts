/** Creates or changes a task, so that it is as in a text. */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../../../shared/declare/operation';
import { isObject, objectIn } from '../../../shared/support/json';
import { wholeVersion } from '../../artifactVersions';
import { create, update } from '../task/requests';
import { secretsOf } from './definitionText';
import { VALUE_OF_SECRET } from './parseDefinitions';
import type { ApplyingContext, PlaceInText } from './placeInText';

/**
 * Prepares the writing of a task.
 * @param changed the fields that differ
 * @throws BadInput if it cannot be written
 */
export async function taskWrite(place: PlaceInText, changed: ReadonlySet<string>) {
	const { entry, applying } = place;
	const { present, name } = entry;
	const values = await valuesOf(place, (field) => present === undefined || changed.has(field));
	if (present === undefined)
		return async (op: ApplyingContext): Promise<string> => {
			const { workspaceId, environmentId } = applying;
			const { body } = await op.sendValues(create, { environmentId, workspaceId, name, ...values });
			return String(objectIn(body).id);
		};
	return async (op: ApplyingContext): Promise<string> => {
		await op.update(replacing(secretsOf(present)), { taskId: present.id, ...values });
		return present.id;
	};
}

/** The values of the text that differ, with IDs in place of names. */
async function valuesOf(
	place: PlaceInText,
	differs: (field: string) => boolean,
): Promise<IDataObject> {
	const { wanted } = place;
	const { lists } = place.applying.reader;
	const isSent = (field: string) => wanted[field] !== undefined && differs(field);
	const values: IDataObject = {};
	for (const field of ['description', 'tags', 'parameters', 'autoUpgradeInfo'])
		if (isSent(field)) values[field] = wanted[field];
	if (isSent('connections'))
		values.connections = idsByParameter(
			place.at('connections'),
			'connection',
			await lists.connections(),
		);
	if (isSent('resources'))
		values.resources = idsByParameter(place.at('resources'), 'resource', await lists.resources());
	const isNew = place.entry.present === undefined;
	if (isNew || isSent('artifact') || isSent('artifactVersion'))
		values.artifact = await artifactOf(place);
	await checkGivesNoSecret(place, values);
	return values;
}

/** The IDs of the records that are named for the parameters of a task. */
function idsByParameter(
	place: PlaceInText,
	noun: string,
	records: readonly IDataObject[],
): IDataObject {
	const names = place.wanted[place.path] as IDataObject;
	return Object.fromEntries(
		Object.entries(names).map(([parameter, name]) => [
			parameter,
			String(place.at(parameter).recordNamed(noun, records, name).id),
		]),
	);
}

async function artifactOf(place: PlaceInText): Promise<IDataObject> {
	const { present } = place.entry;
	const { artifact, artifactVersion } = place.wanted;
	const why = present === undefined ? 'which is to be created' : 'whose artifact changes';
	const artifacts = artifact === undefined ? [] : await place.applying.reader.lists.artifacts();
	const id =
		artifact === undefined
			? present?.artifactId
			: place.at('artifact').recordNamed('artifact', artifacts, artifact).id;
	if (!id) throw place.at('artifact').refusalOfMissing(why);
	const versionPlace = place.at('artifactVersion');
	if (artifactVersion === undefined) throw versionPlace.refusalOfMissing(why);
	const { field } = versionPlace.source;
	return {
		id,
		version: await wholeVersion(place.op, String(id), String(artifactVersion), field),
	};
}

/**
 * Refuses values of secret parameters, because secrets must not be in the text.
 * @throws BadInput if a secret parameter of the artifact has a value
 */
async function checkGivesNoSecret(
	place: PlaceInText,
	{ parameters, artifact }: IDataObject,
): Promise<void> {
	const names = Object.keys(objectIn(parameters));
	if (names.length === 0) return;
	const { present, name: task } = place.entry;
	const used = isObject(artifact)
		? artifact
		: { id: present?.artifactId, version: present?.artifactVersion };
	const secret = names.find(await place.applying.reader.secretsOf(used));
	if (secret === undefined) return;
	const { source } = place.at(`parameters.${secret}`);
	throw place.op.refusal(VALUE_OF_SECRET, { ...source, name: secret, task });
}

/**
 * An update that replaces each given field as a whole, except that secret parameters keep their
 * values.
 */
function replacing(secrets: readonly string[]): RequestOperation {
	const replaced = (_kept: unknown, change: unknown) => change;
	const parameters = (present: unknown, change: unknown) => ({
		...Object.fromEntries(
			Object.entries(objectIn(present)).filter(([name]) => secrets.includes(name)),
		),
		...objectIn(change),
	});
	return {
		...update,
		readFirst: {
			...update.readFirst,
			join: { ...update.readFirst.join, connections: replaced, resources: replaced, parameters },
		},
	};
}
