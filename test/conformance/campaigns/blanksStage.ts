/** Rows with blanks, and which of them a request should send. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';

import { inputFields, isWholeBody } from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields, nameOnWire } from '../../../nodes/shared/declare/fields';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { assemble } from '../../../nodes/shared/engine/input/assemble';
import { readParameters } from '../../../nodes/shared/engine/input/readParameters';
import { allOperations } from '../../support/performing';
import { isBlankAt, purposeAt } from '../../support/places';
import { parametersOf, sampleOf } from '../../support/samples';

type Purpose = ReturnType<typeof purposeAt>;

/**
 * A value of a row: what is given, what has to be sent, and which fields are left out or refused.
 */
interface Drawn {
	given?: unknown;
	wire?: unknown;
	isGiven: boolean;
	leftOut: string[];
	refused: string[];
}

const BLANKS = [undefined, null, '', ' '];

const notGiven: Drawn = { isGiven: false, leftOut: [], refused: [] };

/** What a blank in a field has to result in. */
function blankIn(path: string, field: Field, purpose: Purpose, blank: unknown): Drawn {
	const isLeftOut = isBlankAt({ field, purpose }, blank);
	return {
		given: blank,
		isGiven: true,
		leftOut: isLeftOut ? [path] : [],
		refused: isLeftOut ? [] : [path],
	};
}

/**
 * A field of a row. Blanks that are refused are rare: otherwise no row of many fields would be
 * sent.
 */
export function drawn(
	path: string,
	name: string,
	field: Field,
	purpose: Purpose,
): fc.Arbitrary<Drawn> {
	const { given, wire } = sampleOf(name, field);
	const isForm = field.spec.fields && ['rows', 'object'].includes(field.spec.kind);
	const value = isForm
		? holding(path, field, purpose)
		: fc.constant<Drawn>({ given, wire, isGiven: true, leftOut: [], refused: [] });
	if (field.spec.required) return value;
	const blanks = BLANKS.map((blank) => blankIn(path, field, purpose, blank));
	const [quiet, refused] = [true, false].map((isLeftOut) =>
		blanks.filter(({ leftOut }) => leftOut.length > 0 === isLeftOut),
	);
	return fc.oneof(
		{ weight: 40, arbitrary: value },
		{ weight: 20, arbitrary: fc.constant(notGiven) },
		...(quiet!.length > 0 ? [{ weight: 40, arbitrary: fc.constantFrom(...quiet!) }] : []),
		...(refused!.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...refused!) }] : []),
	);
}

/** The values of a field of a form for which others are shown; none if it decides nothing. */
const deciding = (name: string, fields: Fields): unknown[] => [
	...new Set(Object.values(fields).flatMap(({ spec }) => spec.shownWhen?.[name] ?? [])),
];

/**
 * A field of a form: what decides which others are shown is always given, and what has an initial
 * value is not.
 */
function drawnInside(
	path: string,
	name: string,
	fields: Fields,
	purpose: Purpose,
): fc.Arbitrary<Drawn> {
	const values = deciding(name, fields);
	if (values.length > 0)
		return fc
			.constantFrom(...values)
			.map((value) => ({ ...notGiven, given: value, wire: value, isGiven: true }));
	const { initial } = fields[name]!.spec;
	if (initial === undefined) return drawn(`${path}.${name}`, name, fields[name]!, purpose);
	return fc.constant({ ...notGiven, wire: initial === '' ? undefined : initial });
}

/** A form, whose fields have blanks as well. */
function holding(path: string, field: Field, purpose: Purpose): fc.Arbitrary<Drawn> {
	const { kind, fields = {} } = field.spec;
	const inner = fc.record(
		Object.fromEntries(
			Object.keys(fields)
				.filter((name) => !fields[name]!.spec.notAsked)
				.map((name) => [name, drawnInside(path, name, fields, purpose)]),
		),
	);
	const one = inner.map((each): Drawn => {
		const isShown = (name: string) =>
			Object.entries(fields[name]!.spec.shownWhen ?? {}).every(([by, values]) =>
				values.includes(each[by]?.given),
			);
		const all = Object.entries(each).filter(([name]) => isShown(name));
		const entries = all.filter(([, { isGiven }]) => isGiven);
		const wire = Object.fromEntries(
			all.flatMap(([name, { wire: inWire }]) =>
				inWire === undefined ? [] : [[nameOnWire(name, fields[name]!), inWire]],
			),
		);
		return {
			given: Object.fromEntries(entries.map(([name, { given }]) => [name, given])),
			// An object of which nothing is left is left out itself.
			wire: Object.keys(wire).length === 0 ? undefined : wire,
			isGiven: true,
			leftOut: entries.flatMap(([, { leftOut }]) => leftOut),
			refused: entries.flatMap(([, { refused }]) => refused),
		};
	});
	/** What is required must not be left out. */
	const judged = (each: Drawn): Drawn =>
		field.spec.required && each.wire === undefined && each.refused.length === 0
			? { ...each, refused: [path] }
			: each;
	// A form without a single field is no form.
	const filled = one.filter(({ given }) => Object.keys(given as object).length > 0);
	if (kind !== 'rows') return filled.map(judged);
	return fc.array(filled, { minLength: 1, maxLength: 3 }).map((rows) => {
		const wire = rows.map((row) => row.wire).filter((row) => row !== undefined);
		return judged({
			given: rows.map(({ given }) => given),
			wire: wire.length === 0 ? undefined : wire,
			isGiven: true,
			leftOut: rows.flatMap(({ leftOut }) => leftOut),
			refused: rows.flatMap(({ refused }) => refused),
		});
	});
}

/** The inputs of an operation that are there whatever the others are. */
const shown = (fields: Fields): Array<[string, Field]> =>
	Object.entries(fields).filter(
		([, { spec }]) =>
			!spec.shownWhen && !spec.notAsked && spec.initial === undefined && spec.kind !== 'spread',
	);

export const cases = allOperations.flatMap(({ area, name, operation }) => {
	const all = shown({ ...inputFields(operation), ...operation.settings });
	const fields = Object.fromEntries(
		all.filter(([each]) => purposeAt(operation, each) !== 'selects'),
	);
	return Object.values<Field>(fields).some(({ spec }) => !spec.required)
		? [{ title: `${area} ${name}`, operation, fields }]
		: [];
});

const EXPRESSION = '={{ $json.cell }}';

/** Whether the fields are the body; otherwise, that is built from them later. */
export const isSentAsGiven = (operation: Operation): boolean =>
	operation.kind === 'request' &&
	!isWholeBody(operation.body) &&
	!Object.values<Field>(operation.body ?? {}).some(({ spec }) => spec.notAsked === 'derived');

/** What the operation makes of a row. */
export function sentFor(operation: Operation, row: IDataObject, cleared: string[]) {
	const all: Fields = { ...inputFields(operation), ...operation.settings };
	const needed = Object.entries(all).filter(
		([name, { spec }]) => !(name in row) && (spec.initial !== undefined || spec.required),
	);
	const others = Object.fromEntries(
		needed.map(([name, field]) => [
			name,
			(field.spec.initial ?? sampleOf(name, field).given) as IDataObject,
		]),
	);
	const parameters = parametersOf(operation, {
		...others,
		...row,
		...(cleared.length > 0 ? { clearFields: cleared } : {}),
	});
	const expressions = parametersOf(
		operation,
		Object.fromEntries(Object.keys(row).map((name) => [name, EXPRESSION])),
	);
	const leftOut: string[] = [];
	const reading = {
		timezone: 'UTC',
		version: 1,
		leftOut: (label: string) => void leftOut.push(label),
	};
	const given = {
		value: (name: string) => parameters[name] ?? null,
		entered: (name: string) => expressions[name],
	};
	const read = readParameters({ ...operation, rules: [] }, given, reading);
	const input = assemble({ ...operation, rules: [] }, read);
	return {
		leftOut,
		sent: isSentAsGiven(operation) ? (input.body as IDataObject) : input.values,
	};
}

/**
 * Of a hundred thousand comparisons, jest makes only those that say what differs: each would take
 * as long as the rest of a row.
 */
export function expectSame(found: unknown, wanted: unknown): void {
	if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}

/** What is sent for a field that is cleared. */
export const clearedValueOf = ({ isMany, spec }: Field) =>
	isMany ? [] : spec.kind === 'text' ? '' : {};
