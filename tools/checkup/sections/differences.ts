/** How the responses differ from what the sources describe. */
import { isSuccess } from '../../../nodes/shared/support/http/statuses';
import { sourcesOf } from '../../../platform/descriptions/responseSources';
import { OBSERVATIONS } from '../../../platform/observations';
import { USUAL_HEADERS } from '../../../platform/recording/names';
import type { Recording } from '../../../platform/recording/recording';
import { NOT_SEEN } from '../checkup';
import type { Difference } from '../compare';
import type { Given } from '../given';
import { QUESTIONS } from '../questions';
import { grouped, plural, type Section, SEND, SETTLES, titleOf, unique } from './section';

/**
 * Rows by operation; operations with the same differences, and fields with the same finding, are
 * together.
 */
function rowsOf(differences: readonly Difference[]): string[] {
	const byPlace = grouped(differences, titleOf).map(([title, own]): [string, string] => [
		title,
		JSON.stringify(
			grouped(own, ({ what }) => what).map(
				([what, same]) =>
					`- ${unique(same.map(({ field }) => field)).join(', ')}${what === '' ? '' : `: ${what}`}`,
			),
		),
	]);
	return grouped(byPlace, ([, lines]) => lines).flatMap(([lines, places]) => [
		...places.map(([title], index) => (index === 0 ? title : `  and ${title}`)),
		...(JSON.parse(lines) as string[]).map((line) => `  ${line}`),
	]);
}

function headers(given: readonly Given[]): Section {
	const good = given.filter(
		({ recorded }) => isSuccess(recorded.status) && recorded.content !== 'page',
	);
	const types = good.flatMap((each) => {
		const type = each.recorded.headers?.['content-type'];
		return each.recorded.content !== 'json' || type?.includes('json')
			? []
			: [
					`${titleOf(each)}: JSON arrives as ${type ?? (type === null ? 'a media type that is not recorded' : 'no media type')}`,
				];
	});
	const missing = good.flatMap((each) => {
		const lacking = sourcesOf(each.place.operation, each.recorded.status!).flatMap((source) =>
			source.headers.filter((name) => !(name in (each.recorded.headers ?? {}))),
		);
		return lacking.length === 0 ? [] : [`${titleOf(each)}: without ${unique(lacking).join(', ')}`];
	});
	const unknown = unique(given.flatMap(({ recorded }) => Object.keys(recorded.headers ?? {})))
		.filter(
			(name) =>
				!USUAL_HEADERS.has(name) &&
				!given.some(
					({ place, recorded }) =>
						isSuccess(recorded.status) &&
						sourcesOf(place.operation, recorded.status!).some((source) =>
							source.headers.includes(name),
						),
				),
		)
		.map(
			(name) =>
				`${name}: in no source, on ${given.filter(({ recorded }) => name in (recorded.headers ?? {})).length} of ${plural(given.length, 'answer')}`,
		);
	return {
		title: 'Headers',
		means:
			'The nodes read the JSON whatever its media type is, and ignore headers that they do not know.',
		next: 'Nothing.',
		rows: [...types, ...missing, ...unknown],
	};
}

const SOURCES = {
	documents: 'Interface documents',
	vendor: 'OpenAPI files',
	seen: 'Seen by others',
} as const;

/**
 * Each question with the answer of this account, and what each source says; those without an answer
 * come last.
 */
function questions({ questions: asked }: Recording): string[] {
	const rows = asked.map(({ asks, answer }) => {
		const { known = {}, observation } = QUESTIONS.find((question) => question.asks === asks) ?? {};
		const { number, confidence } = observation ? OBSERVATIONS[observation] : {};
		const stated = Object.entries(SOURCES).flatMap(([source, name]) => {
			const says = known[source as keyof typeof SOURCES];
			return says === undefined
				? []
				: [
						`${name}: ${says}${source === 'seen' && number ? ` (observation ${number}, reliability ${confidence})` : ''}.`,
					];
		});
		return { isOpen: answer === NOT_SEEN, text: [asks, `Here: ${answer}.`, ...stated].join(' ') };
	});
	return [...rows].sort((a, b) => Number(a.isOpen) - Number(b.isOpen)).map(({ text }) => text);
}

export function differenceSections(
	recording: Recording,
	given: readonly Given[],
	differences: readonly Difference[],
): Section[] {
	const absent = differences.filter(({ kind }) => kind === 'absent');
	const ofKind = (kind: Difference['kind']) =>
		rowsOf(differences.filter((difference) => difference.kind === kind));
	return [
		{
			title: 'Missing, or a different type',
			means:
				'What every source promises is not there or not like that. The nodes return it as it arrives; expressions that rely on it find nothing, or something else.',
			next: SEND,
			rows: ofKind('broken'),
		},
		{
			title: 'Fields that no source describes',
			means: 'The nodes return these as they arrive; no documentation mentions them.',
			next: 'Send the file with an issue, so that they can be described. Where names are not recorded, look at the output of the operation in n8n, and add those names that do not reveal your data.',
			rows: ofKind('more'),
		},
		headers(given),
		{
			title: 'Which source this account follows',
			means:
				'Where the sources disagree, the nodes work either way. These lines say which one is right here.',
			next: SETTLES,
			rows: ofKind('sides'),
		},
		{
			title: 'How the platform behaves here',
			means:
				'Questions that the sources answer differently, or that only a request can answer. Numbers are those of "What others have seen" in docs/platform/interface.md.',
			next: SETTLES,
			rows: questions(recording),
		},
		{
			title: 'Described, but not seen here',
			means:
				'Fields that a response may have, and none here has. Often the account has no such data, and nothing is wrong.',
			rows:
				absent.length === 0
					? []
					: [
							`${plural(absent.length, 'field')} of ${plural(unique(absent.map(({ place }) => place.key)).length, 'operation')}`,
						],
		},
	];
}
