/** Requests that were refused or not sent, or got no response or one that nodes cannot use. */
import { applicationOf, APPLICATIONS } from '../../../credentials/values/applications';
import { isSuccess } from '../../../nodes/shared/support/http/statuses';
import { withoutVariableNames } from '../../../platform/descriptions/interfaceDocuments';
import { EMULATED_LIMITS } from '../../../platform/limits';
import type { Recording } from '../../../platform/recording/recording';
import { type Given, permissionOf, placeOf, whyUnusable } from '../given';
import { grouped, plural, type Section, SEND, titleOf, unique } from './section';

/** How a request was asked, if not in the usual way. */
const chosenIn = ({ recorded: { with: chosen } }: Given): string =>
	chosen
		? ` with ${Object.entries(chosen)
				.map(([name, value]) => `${name}=${value}`)
				.join(' and ')}`
		: '';

export function unusableResponses(given: readonly Given[]): Section {
	const rows = given.flatMap((each) => {
		const why = whyUnusable(each);
		return why === undefined
			? []
			: [`${titleOf(each)}${chosenIn(each)}`, `  ${why} (status ${each.recorded.status}).`];
	});
	return {
		title: 'Responses that the nodes cannot use',
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

export function refusedRequests(given: readonly Given[]): Section {
	const all = given.filter(
		({ recorded }) =>
			recorded.status !== undefined &&
			!isSuccess(recorded.status) &&
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

export function unansweredRequests(given: readonly Given[]): Section {
	return {
		title: 'Without a response',
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
	if (given.some(({ recorded }) => isSuccess(recorded.status))) return undefined;
	const statuses = unique(given.flatMap(({ recorded }) => recorded.status ?? [])).sort();
	if (statuses.length > 0)
		return `every request was refused (status ${statuses.join(' and ')}). Perhaps the account does not have it, or this user may not use it. Whether service accounts may is not documented: try a personal access token.`;
	const why = unique(given.flatMap(({ recorded }) => recorded.unanswered ?? []));
	if (why.length > 0)
		return `its host did not respond (${why.join(', ')}). Perhaps the region does not have it, or your network does not let you reach it.`;
	return `it was not asked: ${notAsked ?? 'unknown to this version'}.`;
}

export function unreachableApplications(
	{ operations }: Recording,
	given: readonly Given[],
): Section {
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
		title: 'Applications that this account cannot use',
		means: 'The nodes of these applications cannot be used with this sign-in.',
		next: 'Nothing if you do not use them. Otherwise, check their addresses and your sign-in.',
		rows,
	};
}

export function reachedLimits(given: readonly Given[]): Section {
	const met = given.filter(({ recorded }) => recorded.status === 429);
	const rows = met.map((each) => {
		const family = each.place.operation.endpoint.split('/')[1] ?? '';
		const published =
			EMULATED_LIMITS.perMinute?.[each.place.key] ?? EMULATED_LIMITS.perMinute?.[family];
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

/** What was not asked, or is not known here. */
export function notCompared(recording: Recording): Section[] {
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
