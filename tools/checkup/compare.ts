/**
 * Finds out how an account differs from what is known about the platform, from the shapes of its
 * responses.
 */
import { LIST_FIELDS } from '../../nodes/shared/declare/lists/listInResponse';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { interfaceOperation } from '../../platform/descriptions/interfaceDocuments';
import {
	type Described,
	type JsonType,
	type Source,
	sourcesOf,
} from '../../platform/descriptions/responseSources';
import { vendorOperation } from '../../platform/descriptions/vendor';
import { FORMS } from '../../platform/recording/forms';
import type { Shape } from '../../platform/recording/shape';
import type { Given, Place } from './given';

/** One thing in which an account differs, in words without values. */
export interface Difference {
	/**
	 * `broken`: it differs from all sources that say something. `more`: it has something that no
	 * source has. `sides`: the sources also differ from each other. `absent`: an optional field is in
	 * no response.
	 */
	kind: 'broken' | 'more' | 'sides' | 'absent';
	/** The field, in the notation of n8n's expressions, with [] for each entry of a list. */
	field: string;
	/** What is different about it: the end of the sentence that begins with the field. */
	what: string;
	place: Place;
}

const TYPES: Readonly<Record<JsonType, string>> = {
	null: 'null',
	boolean: 'true or false',
	integer: 'a whole number',
	number: 'a number',
	string: 'text',
	array: 'a list',
	object: 'an object',
};

const inWords = (types: Iterable<JsonType>): string =>
	[...types].map((type) => TYPES[type]).join(' or ');

const listed = (words: readonly string[]): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** The types in a shape, without null, because a null value counts as missing. */
function typesIn({ boolean, number, text, list, object }: Shape): JsonType[] {
	return [
		...(boolean ? ['boolean' as const] : []),
		...(number ? [number.whole ? ('integer' as const) : ('number' as const)] : []),
		...(text ? ['string' as const] : []),
		...(list ? ['array' as const] : []),
		...(object ? ['object' as const] : []),
	];
}

const allows = (allowed: ReadonlySet<JsonType>, type: JsonType): boolean =>
	allowed.has(type) || (type === 'integer' && allowed.has('number'));

interface Opinion {
	source: string;
	at: Described;
}

/** In words, how many of several records. */
function share(count: number, all: number): string {
	if (count < all) return `in ${count} of ${all}`;
	return all === 1 ? 'in the one that was seen' : `in all ${all}`;
}

const WHOLE = 'the response';

/** Differences between a shape and what the sources say about it. */
class Comparison {
	readonly found: Array<Omit<Difference, 'place'>> = [];

	/** @param path the place in the response; empty at the top level */
	compare(shape: Shape, opinions: readonly Opinion[], path: string): void {
		this.compareTypes(shape, opinions, path);
		if (shape.text) this.compareText(shape.text, opinions, path);
		if (shape.list?.of)
			this.compare(
				shape.list.of,
				within(opinions, ({ entries }) => entries),
				`${path}[]`,
			);
		if (shape.object) this.compareFields(shape.object, opinions, path);
	}

	private compareTypes(shape: Shape, opinions: readonly Opinion[], path: string): void {
		const speaking = opinions.filter(({ at }) => at.types !== undefined);
		for (const type of typesIn(shape)) {
			const against = speaking.filter(({ at }) => !allows(at.types!, type));
			const others = speaking.filter((opinion) => !against.includes(opinion));
			const wanted = against.map(({ source, at }) => ({
				source,
				types: inWords([...at.types!].filter((each) => each !== 'null')),
			}));
			const expected = listed(
				[...new Set(wanted.map(({ types }) => types))].map(
					(types) =>
						`${types} (${listed(wanted.filter((each) => each.types === types).map(({ source }) => source))})`,
				),
			);
			if (against.length > 0 && others.length > 0)
				this.add('sides', path, `${TYPES[type]} (${namesOf(others)}), not ${expected}`);
			else if (against.length > 0)
				this.add('broken', path, `${TYPES[type]} instead of ${expected}`);
		}
	}

	private compareText(
		{ forms, others = 0, seen }: NonNullable<Shape['text']>,
		opinions: readonly Opinion[],
		path: string,
	): void {
		const dated = opinions.filter(({ at }) => at.format === 'date-time');
		const odd = forms.filter((form) => form !== 'dateTime');
		if (dated.length > 0 && odd.length > 0)
			this.add(
				'broken',
				path,
				`${listed(odd.map((form) => FORMS[form].words))} instead of a date and time (${namesOf(dated)})`,
			);
		const choosing = opinions.filter(({ at }) => at.values !== undefined);
		if (others > 0)
			this.add(
				'more',
				path,
				`values that are not in the list of ${namesOf(choosing)} (${share(others, seen)}; the values are not recorded)`,
			);
	}

	private compareFields(
		{ fields, seen, unnamed }: NonNullable<Shape['object']>,
		opinions: readonly Opinion[],
		path: string,
	): void {
		const at = (name: string) => (path === '' ? name : `${path}.${name}`);
		const speaking = opinions.filter((opinion) => opinion.at.names.length > 0);
		for (const [name, shape] of Object.entries(fields)) {
			const having = speaking.filter((opinion) => opinion.at.field(name));
			const lacking = speaking.filter((opinion) => !opinion.at.field(name) && opinion.at.isClosed);
			if (having.length === 0 && lacking.length > 0)
				this.add(
					'more',
					at(name),
					`not described; ${inWords(typesIn(shape)) || 'null'} (${share(shape.seen, seen)})`,
				);
			else if (lacking.length > 0)
				this.add(
					'sides',
					at(name),
					`present, as in ${namesOf(having)}; not in ${namesOf(lacking)}`,
				);
			this.compare(
				shape,
				within(having, (described) => described.field(name)),
				at(name),
			);
		}
		if (unnamed && speaking.length > 0 && speaking.every((opinion) => opinion.at.isClosed))
			this.add(
				'more',
				path,
				`${rangeInWords(unnamed.count)} more than described, whose names are not recorded: they could be data of the account`,
			);
		for (const name of new Set(speaking.flatMap((opinion) => opinion.at.names)))
			this.compareMissing(name, at(name), fields[name], { seen, speaking });
	}

	private compareMissing(
		name: string,
		path: string,
		shape: Shape | undefined,
		{ seen, speaking }: { seen: number; speaking: readonly Opinion[] },
	): void {
		const missing = seen - (shape ? shape.seen - (shape.null ?? 0) : 0);
		if (missing === 0) return;
		const requiring = speaking.filter((opinion) => opinion.at.requires(name));
		const open = speaking.filter((opinion) => !requiring.includes(opinion));
		if (requiring.length === 0) {
			if (
				missing === seen &&
				!LIST_FIELDS.includes(name) &&
				open.every((opinion) => opinion.at.field(name) ?? !opinion.at.isClosed)
			)
				this.add('absent', path, '');
		} else if (open.length > 0)
			this.add(
				'sides',
				path,
				`missing (${share(missing, seen)}), as in ${namesOf(open)}; required by ${namesOf(requiring)}`,
			);
		else
			this.add(
				'broken',
				path,
				`${shape ? 'missing or null' : 'missing'} (${share(missing, seen)}); required by ${namesOf(requiring)}`,
			);
	}

	private add(kind: Difference['kind'], path: string, what: string): void {
		this.found.push({ kind, field: path || WHOLE, what });
	}
}

const namesOf = (opinions: readonly Opinion[]): string =>
	listed(opinions.map(({ source }) => source));

const rangeInWords = ([least, most]: readonly [number, number]): string =>
	least === most ? String(least) : `${least} to ${most}`;

const within = (
	opinions: readonly Opinion[],
	step: (at: Described) => Described | undefined,
): Opinion[] =>
	opinions.flatMap(({ source, at }) => {
		const inner = step(at);
		return inner ? [{ source, at: inner }] : [];
	});

/** The differences of one answer. */
function differencesOf({ place, recorded }: Given): Difference[] {
	if (!isSuccess(recorded.status) || !recorded.body) return [];
	const comparison = new Comparison();
	comparison.compare(recorded.body, opinionsOf(sourcesOf(place.operation, recorded.status!)), '');
	const statuses = statusesOf(place.operation);
	if (statuses.length > 0 && !statuses.includes(recorded.status!))
		comparison.found.push({
			kind: 'broken',
			field: 'the status',
			what: `${recorded.status!} instead of ${statuses.join(' or ')}`,
		});
	return comparison.found.map((difference) => ({ ...difference, place }));
}

/** The statuses of success that a source lists. */
function statusesOf({ method, endpoint }: RequestOperation): number[] {
	const published = Object.keys(vendorOperation(method, endpoint)?.answers ?? {}).map(Number);
	const documented = (interfaceOperation(method, endpoint)?.success ?? []).map(
		({ status }) => status,
	);
	return documented.includes(null) && published.length === 0
		? []
		: ([...new Set([...published, ...documented])].filter(
				(status) => status !== null && status < 300,
			) as number[]);
}

const opinionsOf = (sources: readonly Source[]): Opinion[] =>
	sources.map(({ name, body }) => ({ source: name, at: body }));

/**
 * All differences; an additional request of a question only adds what the usual one does not show.
 */
export function differencesIn(given: readonly Given[]): Difference[] {
	const usual = given.filter(({ recorded }) => !recorded.with).flatMap(differencesOf);
	const id = ({ kind, field, place }: Difference) => `${kind} ${place.key} ${field}`;
	const known = new Set(usual.map(id));
	return [
		...usual,
		...given
			.filter(({ recorded }) => recorded.with)
			.flatMap(differencesOf)
			.filter((difference) => !known.has(id(difference)) && difference.kind !== 'absent'),
	];
}
