/** The versions of an artifact: how one is chosen, completed and compared. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { artifactField, getArtifact } from '../records/tasks/artifacts';
import { id, spread } from '../shared/declare/fields';
import { picker } from '../shared/declare/lists/picker';
import { hint, requirement } from '../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../shared/declare/operation';
import type { Input } from '../shared/declare/runtime/context';
import { readOncePerNodeRun } from '../shared/declare/runtime/nodeRun';
import { unlessRefused } from '../shared/support/http/refused';
import { isObject, objectIn, textsIn } from '../shared/support/json';
import { zoneToShow } from '../shared/support/time/timeZones';

const NO_VERSION = requirement(
	'{field}',
	'{label}',
	'is {given}, and artifact {artifact} has no such version: it has {versions}',
);

const SEVERAL_PUBLICATIONS = hint(
	'Version {given} of artifact {artifact} was published {count} times: the newest, {newest}, is used.',
);

/** What {@link wholeVersion} can say. */
export const VERSION_MESSAGES = [NO_VERSION, SEVERAL_PUBLICATIONS];

/** The time stamp at the end of versions that Studio publishes: `0.1.4.20260705052210`. */
const STAMP = /\.(\d{14})$/;

/** A version without its time stamp, as people know it. */
export const withoutStamp = (version: string): string => version.replace(STAMP, '');

/** "0.1.4 · 5 Jul 2026 05:22", as lists show a version with its time stamp. */
function versionWithDate(version: string, timezone: string): string {
	const [stamp, digits] = STAMP.exec(version) ?? [];
	const time =
		digits === undefined
			? undefined
			: DateTime.fromFormat(digits, 'yyyyMMddHHmmss', { zone: 'utc' });
	return stamp !== undefined && time?.isValid
		? `${version.slice(0, -stamp.length)} · ${time.setZone(zoneToShow(timezone)).toFormat('d LLL yyyy HH:mm')}`
		: version;
}

const versionPicker = picker({
	noun: 'version',
	method: 'searchArtifactVersions',
	list: getArtifact,
	narrowedBy: ['artifactId'],
	records: (body) => textsIn(objectIn(body).versions).map((version) => ({ version })),
	entry: ({ version }, timezone = 'UTC') => ({
		id: String(version),
		name: versionWithDate(String(version), timezone),
	}),
	byName: false,
	idName: 'Version',
	example: '1.2.0',
});

export const versionField = (description = 'The version of the artifact') =>
	id(description).noNumber('as a number, version 1.10 would be 1.1').pick(versionPicker);

/** An artifact in one of its versions, which is what a task runs. */
export const artifactVersionField = () =>
	spread('What the task runs', { id: artifactField('The published job'), version: versionField() });

/**
 * The complete version, as the platform has it. If a user gives it without its time stamp, the
 * newest publication of that version is meant.
 * @param field the name of the input, for a refusal
 * @throws BadInput if the artifact has no such version; the message names those that it has
 */
export async function wholeVersion(
	op: ContextShowing<typeof VERSION_MESSAGES>,
	artifact: string,
	shortVersion: string,
	field: string,
): Promise<string> {
	if (STAMP.test(shortVersion)) return shortVersion;
	return await readOncePerNodeRun(
		op.nodeRun,
		['version', artifact, shortVersion],
		async () => await lookUpVersion(op, artifact, shortVersion, field),
	);
}

async function lookUpVersion(
	op: ContextShowing<typeof VERSION_MESSAGES>,
	artifactId: string,
	shortVersion: string,
	field: string,
): Promise<string> {
	// If the artifact may not be read, the platform decides later whether it may be used.
	const { body } = await unlessRefused(op.sendValues(getArtifact, { artifactId }), [403, 404], {
		body: undefined,
	});
	const { versions, name } = isObject(body) ? body : {};
	// If no versions are listed, the version cannot be completed, and the platform decides whether it
	// exists.
	if (!Array.isArray(versions) || versions.length === 0) return shortVersion;
	const all = versions.map(String);
	if (all.includes(shortVersion)) return shortVersion;
	const matches = all.filter((version) => withoutStamp(version) === shortVersion).sort();
	const newest = matches.at(-1);
	const artifactName = String(name ?? artifactId);
	const label = field === 'version' ? 'Version' : 'Artifact Version';
	if (newest === undefined)
		throw op.refusal(
			NO_VERSION,
			{ field, label, given: shortVersion, artifact: artifactName, versions: namedVersions(all) },
			shortVersion,
		);
	if (matches.length > 1)
		op.hint(SEVERAL_PUBLICATIONS, {
			given: shortVersion,
			artifact: artifactName,
			count: matches.length,
			newest,
		});
	return newest;
}

const MAX_NAMED = 20;

/** Versions in the order of their numbers: no source says in which one the platform lists them. */
export const inOrderOfNumbers = (versions: readonly string[]): string[] =>
	[...versions].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

function namedVersions(all: readonly string[]): string {
	return `${inOrderOfNumbers(all).slice(-MAX_NAMED).join(', ')}${all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''}`;
}

/** An artifact in its version, with the whole version. */
export async function wholeArtifact(
	op: ContextShowing<typeof VERSION_MESSAGES>,
	artifact: IDataObject,
	field: string,
): Promise<IDataObject> {
	return {
		...artifact,
		version: await wholeVersion(op, String(artifact.id), String(artifact.version), field),
	};
}

/** The input with the whole version of the artifact in its body, if it gives one. */
export async function withWholeVersion(
	op: ContextShowing<typeof VERSION_MESSAGES>,
	_operation: RequestOperation,
	input: Input,
): Promise<Input> {
	const { artifact } = (input.body ?? {}) as { artifact?: IDataObject };
	if (artifact?.id === undefined || artifact.version === undefined) return input;
	const fullArtifact = await wholeArtifact(op, artifact, 'artifactVersion');
	return {
		...input,
		body: { ...objectIn(input.body), artifact: fullArtifact },
		values: { ...input.values, artifact: fullArtifact },
	};
}

/** The input with the whole version of the artifact in its path. */
export async function withWholeVersionInPath(
	op: ContextShowing<typeof VERSION_MESSAGES>,
	_operation: RequestOperation,
	input: Input,
): Promise<Input> {
	const version = await wholeVersion(
		op,
		String(input.path.artifactId),
		String(input.path.version),
		'version',
	);
	return { ...input, path: { ...input.path, version }, values: { ...input.values, version } };
}

/**
 * Whether two values mean the same artifact in the same version. IDs in different letter case count
 * as different: the platform may see a change of the artifact in that, and empty the run
 * configuration.
 */
export const isSameArtifact = (
	one: IDataObject | undefined,
	other: IDataObject | undefined,
): boolean => one?.id === other?.id && one?.version === other?.version;
