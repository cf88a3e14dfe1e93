/**
 * Says in plain words how an account differs from what is known, with the most important
 * differences first.
 */
import { applicationOf, APPLICATIONS } from '../../credentials/address';
import { sourcesOf } from '../../platform/described';
import { DOCUMENTED_LIMITS } from '../../platform/limits';
import { OBSERVATIONS } from '../../platform/observations';
import { USUAL_HEADERS } from '../../platform/recording/names';
import {
	isSuccess,
	type Recording,
	withoutVariableNames,
} from '../../platform/recording/recording';
import { NOT_SEEN } from './checkup';
import {
	type Difference,
	differencesIn,
	type Given,
	givenIn,
	permissionOf,
	placeOf,
	whyUnusable,
} from './compare';
import { QUESTIONS } from './questions';

const ISSUES =
	'https://github.com/n8n-nodes-talend-cloud/n8n-nodes-talend-cloud/issues/new?template=checkup.yml';

/** One part of the report. It is left out if it has no rows. */
interface Section {
	title: string;
	/** What it means for a user. */
	means: string;
	/** What to do now. */
	next?: string;
	rows: string[];
}

const plural = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;
const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];
/** What to do about differences that need no action by users. */
const SETTLES = 'Nothing. Sending the file with an issue settles which source is right.';
const SEND = 'Send the file with an issue (see the end), so that the package can be adapted.';

/** "Talend Cloud Administration › User › Get Many (GET /account/users)". */
const titleOf = ({ place: { name, key } }: Pick<Given, 'place'>): string => `${name} (${key})`;

/** How a request was asked, if not in the usual way. */
const chosenIn = ({ recorded: { with: chosen } }: Given): string =>
	chosen
		? ` with ${Object.entries(chosen)
				.map(([name, value]) => `${name}=${value}`)
				.join(' and ')}`
		: '';

function unusable(given: readonly Given[]): Section {
	const rows = given.flatMap((each) => {
		const why = whyUnusable(each);
		return why === undefined
			? []
			: [`${titleOf(each)}${chosenIn(each)}`, `  ${why} (status ${each.recorded.status}).`];
	});
	return {
		title: 'Answers that the nodes cannot use',
		means: 'These operations fail in n8n on this account, although the platform reports a success.',
		next: `If it is a web page: ask your network team whether a proxy stands between you and the platform. Otherwise: ${SEND.charAt(0).toLowerCase()}${SEND.slice(1)}`,
		rows,
	};
}

/** What the status of a refusal means for the reader of the report. */
const REFUSALS: Readonly<Record<number, string>> = {
	302: 'the platform refers to another address, such as a sign-in page',
	400: 'the platform does not accept the request',
	401: 'the sign-in is not accepted here',
	403: 'not allowed',
	404: 'the address or the record does not exist here, such as the schedule of a task that has none',
	429: 'too many requests',
};

function refused(given: readonly Given[]): Section {
	const all = given.filter(
		({ recorded }) =>
			recorded.status !== undefined &&
			!isSuccess(recorded) &&
			recorded.status !== 429 &&
			recorded.with === undefined,
	);
	const rows = unique(all.map(({ recorded }) => recorded.status!))
		.sort((a, b) => b - a)
		.flatMap((status) => {
			const those = all.filter(({ recorded }) => recorded.status === status);
			const meaning = status >= 500 ? 'the platform failed' : (REFUSALS[status] ?? 'refused');
			const groups = unique(
				those.map((each) =>
					status === 401 || status === 403 ? `needs ${permissionOf(each)}` : '',
				),
			);
			return [
				`Status ${status}, ${meaning}: ${plural(those.length, 'operation')} of ${given.length === 0 ? 0 : unique(given.map(({ place }) => place.key)).length}`,
				...groups.flatMap((group) => [
					...(group === '' ? [] : [`  ${group}:`]),
					...those
						.filter((each) => group === '' || `needs ${permissionOf(each)}` === group)
						.map((each) => `${group === '' ? '  ' : '    '}${titleOf(each)}`),
				]),
			];
		});
	return {
		title: 'Refused or not found',
		means:
			'The platform refused these requests, or did not find what was asked for. The nodes show the same error.',
		next: '401 and 403: sign in with a personal access token where that is needed, or give the user or service account the permission that is named, and check again. 404 and 5xx: send the file with an issue if you expect these operations to work.',
		rows,
	};
}

function unanswered(given: readonly Given[]): Section {
	return {
		title: 'Not answered',
		means: 'No response arrived at all.',
		next: 'Check the region and your network, and try again.',
		rows: given.flatMap((each) =>
			each.recorded.unanswered === undefined || applicationOf(each.place.operation.endpoint)
				? []
				: [`${titleOf(each)}: ${each.recorded.unanswered}`],
		),
	};
}

/**
 * What is known about an application from its answers. No source says what it answers an account
 * that does not have it.
 */
function applicationState(
	given: readonly Given[],
	notAsked: string | undefined,
): string | undefined {
	if (given.some(({ recorded }) => isSuccess(recorded))) return undefined;
	const statuses = unique(given.flatMap(({ recorded }) => recorded.status ?? [])).sort();
	if (statuses.length > 0)
		return `every request was refused (status ${statuses.join(' and ')}). Perhaps the account does not have it, or this user may not use it. Whether service accounts may is not documented: try a personal access token.`;
	const why = unique(given.flatMap(({ recorded }) => recorded.unanswered ?? []));
	if (why.length > 0)
		return `its host did not answer (${why.join(', ')}). Perhaps the region does not have it, or your network does not let you reach it.`;
	return `it was not asked: ${notAsked ?? 'unknown to this version'}.`;
}

function applications({ operations }: Recording, given: readonly Given[]): Section {
	const rows = APPLICATIONS.flatMap((application) => {
		const isOf = (key: string) => applicationOf(key.slice(key.indexOf(' ') + 1)) === application;
		const [, first] =
			Object.entries(operations).find(
				([key, { notAsked }]) => isOf(key) && notAsked !== undefined,
			) ?? [];
		const state = applicationState(
			given.filter(({ place }) => isOf(place.key)),
			first?.notAsked,
		);
		return state === undefined ? [] : [`Talend Cloud ${application.name}: ${state}`];
	});
	return {
		title: 'Applications that do not answer this account',
		means: 'The nodes of these applications cannot be used with this sign-in.',
		next: 'Nothing if you do not use them. Otherwise, check their addresses and your sign-in.',
		rows,
	};
}

function limits(given: readonly Given[]): Section {
	const met = given.filter(({ recorded }) => recorded.status === 429);
	const rows = met.map((each) => {
		const family = each.place.operation.endpoint.split('/')[1] ?? '';
		const published =
			DOCUMENTED_LIMITS.perMinute?.[each.place.key] ?? DOCUMENTED_LIMITS.perMinute?.[family];
		const announced = Object.entries(each.recorded.headers ?? {})
			.filter(([name]) => name === 'retry-after' || name.includes('ratelimit'))
			.map(([name, value]) => (value === null ? name : `${name} ${value}`));
		return `${titleOf(each)}: ${plural(each.recorded.seen, 'time')}, ${announced.length === 0 ? 'without saying when to try again' : announced.join(', ')}; published: ${published === undefined ? 'no limit' : `${published} a minute`}`;
	});
	return {
		title: 'Request limits that were reached (status 429)',
		means:
			'The check-up sends one request a second, much less than the published limits and the 10 a second on one endpoint that others have seen. So something else uses up the limit, or it is lower here. The nodes slow down and try again.',
		next: 'See whether other programs use the same address or account. If not, send the file with an issue.',
		rows,
	};
}

/**
 * Rows by operation; operations with the same differences, and fields with the same finding, are
 * together.
 */
function rowsOf(differences: readonly Difference[]): string[] {
	const byPlace = grouped(differences, titleOf).map(([title, own]): [string, string] => [
		title,
		JSON.stringify(
			grouped(own, ({ what }) => what).map(
				([what, of]) =>
					`- ${unique(of.map(({ field }) => field)).join(', ')}${what === '' ? '' : `: ${what}`}`,
			),
		),
	]);
	return grouped(byPlace, ([, lines]) => lines).flatMap(([lines, places]) => [
		...places.map(([title], index) => (index === 0 ? title : `  and ${title}`)),
		...(JSON.parse(lines) as string[]).map((line) => `  ${line}`),
	]);
}

/** Groups entries by a key, in the order in which the keys first occur. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Array<[string, T[]]> {
	const groups = new Map<string, T[]>();
	for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
	return [...groups];
}

function headers(given: readonly Given[]): Section {
	const good = given.filter(({ recorded }) => isSuccess(recorded) && recorded.content !== 'page');
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
						isSuccess(recorded) &&
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

/** The sections of the report, the most important ones first. */
function sectionsOf(
	recording: Recording,
	given: readonly Given[],
	differences: readonly Difference[],
): Section[] {
	return [
		unusable(given),
		applications(recording, given),
		refused(
			given.filter(
				({ place }) =>
					!applicationOf(place.operation.endpoint) ||
					given.some(
						(other) =>
							isSuccess(other.recorded) &&
							applicationOf(other.place.operation.endpoint) ===
								applicationOf(place.operation.endpoint),
					),
			),
		),
		unanswered(given),
		limits(given),
		...differenceSections(recording, given, differences),
		...notCompared(recording),
	];
}

/** How the responses differ from what is described. */
function differenceSections(
	recording: Recording,
	given: readonly Given[],
	differences: readonly Difference[],
): Section[] {
	const absent = differences.filter(({ kind }) => kind === 'absent');
	const ofKind = (kind: Difference['kind']) =>
		rowsOf(differences.filter((difference) => difference.kind === kind));
	return [
		{
			title: 'Missing, or of another type',
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

/** What was not asked, or is not known here. */
function notCompared(recording: Recording): Section[] {
	const notAsked = Object.entries(recording.operations).flatMap(([key, { notAsked: why }]) =>
		why === undefined ? [] : [{ key, why }],
	);
	const unknown = Object.keys(recording.operations).filter(
		(key) => !placeOf.has(withoutVariableNames(key)),
	);
	return [
		{
			title: 'Not asked',
			means: 'There was nothing to ask about, or no way to find it.',
			next: 'Create such a record, sign in with a personal access token where a service account is refused, or use another account, and check again.',
			rows: grouped(notAsked, ({ why }) => why).flatMap(([why, those]) => [
				`${why.charAt(0).toUpperCase()}${why.slice(1)}:`,
				...those.map(({ key }) => `  ${placeOf.get(withoutVariableNames(key))?.name ?? key}`),
			]),
		},
		{
			title: 'Unknown to this version',
			means: 'The file has requests that this version of the package does not send.',
			next: 'Use the version that wrote the file.',
			rows: unknown,
		},
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
	const keysWith = (of: (each: Given) => boolean) =>
		unique(given.filter(of).map(({ place }) => place.key));
	const good = keysWith(({ recorded }) => isSuccess(recorded) && recorded.with === undefined);
	const lost = keysWith(
		({ recorded }) => !isSuccess(recorded) && recorded.with === undefined,
	).filter((key) => !good.includes(key));
	const all = Object.keys(recording.operations).length;
	return `Read-only requests of the nodes: ${all}. Answered as expected: ${good.filter((key) => !isOdd.has(key)).length}. Answered in another form: ${good.filter((key) => isOdd.has(key)).length}. Refused or not answered: ${lost.length}. Could not be asked: ${all - good.length - lost.length}.`;
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
		"Expected is what the interface documents, the vendor's OpenAPI files and help pages, and others who have seen the platform say. A source that is not named in a line says nothing about it. The most important differences are first. In the names of fields, [] stands for each entry of a list. No line contains a value of the account.",
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
					`   To try the nodes on a platform that answers like this account: npm run emulator -- --dialect ${file}`,
				]),
	].join('\n');
}
