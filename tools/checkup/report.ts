/**
 * Says in plain words how an account differs from what is known, with the most important
 * differences first.
 */
import { applicationOf } from '../../credentials/values/applications';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import type { Recording } from '../../platform/recording/recording';
import { type Difference, differencesIn } from './compare';
import { type Given, givenIn, whyUnusable } from './given';
import { differenceSections } from './sections/differences';
import {
	notCompared,
	reachedLimits,
	refusedRequests,
	unansweredRequests,
	unreachableApplications,
	unusableResponses,
} from './sections/requests';
import { type Section, unique } from './sections/section';

const ISSUES =
	'https://github.com/n8n-nodes-talend-cloud/n8n-nodes-talend-cloud/issues/new?template=checkup.yml';

/** The sections of the report, the most important ones first. */
function sectionsOf(
	recording: Recording,
	given: readonly Given[],
	differences: readonly Difference[],
): Section[] {
	return [
		unusableResponses(given),
		unreachableApplications(recording, given),
		refusedRequests(
			given.filter(
				({ place }) =>
					!applicationOf(place.operation.endpoint) ||
					given.some(
						(other) =>
							isSuccess(other.recorded.status) &&
							applicationOf(other.place.operation.endpoint) ===
								applicationOf(place.operation.endpoint),
					),
			),
		),
		unansweredRequests(given),
		reachedLimits(given),
		...differenceSections(recording, given, differences),
		...notCompared(recording),
	];
}

/** How many of the requests were answered, and how, in one line. */
function countsInWords(
	recording: Recording,
	given: readonly Given[],
	differences: readonly Difference[],
): string {
	const isOdd = new Set(
		differences
			.filter(({ kind }) => kind === 'broken' || kind === 'more')
			.map(({ place }) => place.key),
	);
	for (const each of given) if (whyUnusable(each) !== undefined) isOdd.add(each.place.key);
	const keysWith = (isMeant: (each: Given) => boolean) =>
		unique(given.filter(isMeant).map(({ place }) => place.key));
	const good = keysWith(
		({ recorded }) => isSuccess(recorded.status) && recorded.with === undefined,
	);
	const lost = keysWith(
		({ recorded }) => !isSuccess(recorded.status) && recorded.with === undefined,
	).filter((key) => !good.includes(key));
	const all = Object.keys(recording.operations).length;
	return `Read-only requests of the nodes: ${all}. Responses as expected: ${good.filter((key) => !isOdd.has(key)).length}. Responses in another form: ${good.filter((key) => isOdd.has(key)).length}. Refused or without a response: ${lost.length}. Could not be sent: ${all - good.length - lost.length}.`;
}

/**
 * The report that is shown after a check-up, and for a file.
 * @param file where the recording is, if it was written
 */
export function reportText(recording: Recording, file?: string): string {
	const given = givenIn(recording);
	const differences = differencesIn(given);
	const shown = sectionsOf(recording, given, differences).filter(({ rows }) => rows.length > 0);
	return [
		`How this Talend Cloud account differs from what is known (region ${recording.region}, ${recording.signIn}, ${recording.date})`,
		'',
		countsInWords(recording, given, differences),
		"Expected is what the interface documents, Talend's OpenAPI files and help pages, and others who have seen the platform say. A source that is not named in a line says nothing about it. The most important differences are first. In the names of fields, [] stands for each entry of a list. No line contains a value of the account.",
		...shown.flatMap(({ title, means, next, rows }, index) => [
			'',
			`${index + 1}. ${title}`,
			`   ${means}`,
			...(next === undefined ? [] : [`   What to do: ${next}`]),
			...rows.map((row) => `     ${row}`),
		]),
		'',
		'Next step',
		...(file === undefined
			? [
					'   To report differences, run the check-up again with --record: it writes a file without values of the account, to attach to an issue.',
				]
			: [
					`   Read ${file} before you share it: it has field names, types, lengths, statuses and counts, and should have no value of the account.`,
					`   Attach it to an issue: ${ISSUES}`,
					`   To try the nodes on a platform that responds like this account: npm run emulator -- --dialect ${file}`,
				]),
	].join('\n');
}
