/** Numbers that JavaScript would change, and the fields that take JSON. */
import { areas } from '../../../nodes/areas';
import { BadInput } from '../../../nodes/shared/declare/badInput';
import { readField } from '../../../nodes/shared/declare/field/reading';
import type { Field } from '../../../nodes/shared/declare/fields';
import { type Case } from '../../support/places';
import { report } from '../../support/report';

/** What JavaScript makes another number of, or cannot count with. */
export const CHANGED = [
	'99999999999999.99',
	'12345678901234567890',
	'0.12345678901234567891',
	'1e400',
	'-9007199254740993',
];

/** What is the same number, spelled otherwise. */
export const SPELLED = ['1.10', '10.0', '1e2', '-0.50', '1E+2'];

const MARK = '@number@';

/**
 * Text fields that are entered as such take any text; what has JSON is a form, a list, or JSON
 * itself.
 */
export const takesJson = ({ isForm, isMany, spec }: Field): boolean =>
	isForm || isMany || ['json', 'object', 'rows', 'pairs'].includes(spec.kind);

export const cases = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).map(([name, operation]) => ({
			title: `${node}: ${resource}.${name}`,
			operation,
		})),
	),
);

let tried = 0;

export const places = new Set<string>();

afterAll(() => report(`Numbers in JSON: ${tried} cases at ${places.size} places`));

/** JSON with a number where the mark is; also deep in it where any JSON is taken. */
export const textsWith = ({ put, field }: Case, number: string): string[] => {
	const anything = field.spec.kind === 'json' && field.spec.fields === undefined;
	const values: unknown[] = anything
		? [MARK, [MARK], { a: MARK }, { a: [{ b: MARK }] }, [{ 'a "1.5" b': 1, c: MARK }]]
		: field.spec.kind === 'pairs'
			? [{ a: MARK }, { pairs: [{ name: 'a', value: MARK }] }]
			: [MARK, [MARK]];
	return values.map((value) => JSON.stringify(put(value)).replace(`"${MARK}"`, number));
};

export function findingOf(
	{ name: top, field }: { name: string; field: Field },
	at: Case,
	number: string,
	text: string,
): string | undefined {
	tried++;
	const read = (given: string) =>
		readField(top, field, given, { timezone: 'UTC', isGiven: true, purpose: at.purpose });
	let sent: unknown;
	try {
		sent = read(text);
	} catch (error) {
		if (!(error instanceof BadInput)) return `broke off: ${String(error)}`;
		return error.field.startsWith(top) ? undefined : `was refused as ${error.field}`;
	}
	const json = JSON.stringify(sent) ?? '';
	// A text that was copied from a file can begin with its mark.
	if ((JSON.stringify(read(`\ufeff${text}`)) ?? '') !== json)
		return 'was read otherwise behind a byte order mark';
	if (SPELLED.includes(number)) {
		// As a number it is the same; as a text it must be spelled as it was.
		const changed = JSON.stringify(String(Number(number)));
		return json.includes(changed) ? `left as ${json}` : undefined;
	}
	return json.includes(JSON.stringify(number)) ? undefined : `left as ${json}`;
}
