/** Reads artifacts for the trigger: each version is an entry of the list. */
import type { IDataObject } from 'n8n-workflow';

import { placeNames } from '../records/places/placeOf';
import { getManyArtifacts, plainType } from '../records/tasks/artifacts';
import { textsIn } from '../shared/support/json';
import { subjectWords } from '../shared/support/text/summary';
import type { ListEntry } from '../shared/trigger/additions/additions';
import type { EmittedEvent } from '../shared/trigger/declare/triggerSpec';
import { readPeriod } from '../shared/trigger/reading/readPeriod';
import { firstPageOf } from '../shared/trigger/reading/timedPage';
import type { Poll } from '../shared/trigger/requests/pollRequests';
import { inOrderOfNumbers } from '../TalendCloudOrchestration/artifactVersions';

/** The list has no times, and cannot be limited by any. */
const anyTime = () => ({});

/**
 * An event in one sentence, without a time, because it is not known when the version was published.
 */
export const eventInWords = ({ record }: EmittedEvent): string =>
	`Version ${String(record.version)} of ${subjectWords({ ...record, noun: 'artifact' })} was published`;

/** Reads the versions of all chosen artifacts. */
export async function artifactVersions(
	{ environmentId, workspaceId, artifacts, types }: IDataObject,
	poll: Poll,
): Promise<{ entries: ListEntry[]; now: number }> {
	const isOneOf = (chosen: unknown, value: unknown) =>
		chosen === undefined || (chosen as string[]).includes(String(value));
	const listing = {
		operation: getManyArtifacts,
		input: { query: { environmentId, workspaceId } },
		sinceFilter: anyTime,
		untilFilter: anyTime,
		pageSize: 100,
		maxPerPeriod: Infinity,
		key: ({ id }: IDataObject) => String(id),
		time: () => NaN,
	};
	const head = await firstPageOf(poll, listing);
	const { records, isComplete } = await readPeriod(poll, listing, head);
	if (!isComplete)
		throw poll.errorOf(
			"Talend Cloud's list could not be read completely",
			'It changes faster than it can be read, or repeats its pages. The next poll tries again.',
		);
	const entries = records
		.filter(({ id, type }) => isOneOf(artifacts, id) && isOneOf(types, plainType(type)))
		.flatMap(({ versions, ...artifact }) => {
			const location = placeNames(artifact);
			return inOrderOfNumbers(textsIn(versions)).map((version) => ({
				key: `${String(artifact.id)}:${version}`,
				group: String(artifact.id),
				event: 'published',
				record: { ...artifact, version, ...location },
			}));
		});
	return { entries, now: head.now };
}
