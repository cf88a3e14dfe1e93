/**
 * Numbers in JSON that a person gives, at every place of every field that takes JSON. A number
 * whose value JavaScript would change is refused, naming the field, or sent with all its digits
 * where a text is wanted; a text is spelled as it was written, 1.10. A byte order mark before the
 * JSON changes nothing.
 */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import { BadInput } from '../../../nodes/shared/declare/badInput';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { readField } from '../../../nodes/shared/declare/field/reading';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import { type Case, placesIn, purposeAt } from '../../support/places';
import { report } from '../../support/report';

/** What JavaScript makes another number of, or cannot count with. */
const CHANGED = [
	'99999999999999.99',
	'12345678901234567890',
	'0.12345678901234567891',
	'1e400',
	'-9007199254740993',
];

/** What is the same number, spelled otherwise. */
const SPELLED = ['1.10', '10.0', '1e2', '-0.50', '1E+2'];

const MARK = '@number@';

/**
 * Text fields that are entered as such take any text; what has JSON is a form, a list, or JSON
 * itself.
 */
const takesJson = ({ isForm, isMany, spec }: Field): boolean =>
	isForm || isMany || ['json', 'object', 'rows', 'pairs'].includes(spec.kind);

const cases = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).map(([name, operation]) => ({
			title: `${node}: ${resource}.${name}`,
			operation,
		})),
	),
);

let tried = 0;
const places = new Set<string>();
afterAll(() => report(`Numbers in JSON: ${tried} cases at ${places.size} places`));

/** JSON with a number where the mark is; also deep in it where any JSON is taken. */
const textsWith = ({ put, field }: Case, number: string): string[] => {
	const anything = field.spec.kind === 'json' && field.spec.fields === undefined;
	const values: unknown[] = anything
		? [MARK, [MARK], { a: MARK }, { a: [{ b: MARK }] }, [{ 'a "1.5" b': 1, c: MARK }]]
		: field.spec.kind === 'pairs'
			? [{ a: MARK }, { pairs: [{ name: 'a', value: MARK }] }]
			: [MARK, [MARK]];
	return values.map((value) => JSON.stringify(put(value)).replace(`"${MARK}"`, number));
};

function findingOf(
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

test.each(cases)('$title keeps the digits of numbers in JSON', ({ operation }) => {
	const findings: string[] = [];
	const fields: Fields = { ...inputFields(operation), ...operation.settings };
	for (const [name, field] of Object.entries(fields)) {
		if (!takesJson(field) || field.parts?.(name)) continue;
		const outer = {
			path: name,
			put: (value: unknown) => value,
			got: (read: unknown) => read,
			purpose: purposeAt(operation, name),
		};
		for (const at of placesIn(name, field, outer)) {
			places.add(`${operation.name} ${at.path}`);
			for (const number of [...CHANGED, ...SPELLED])
				for (const text of textsWith(at, number)) {
					if (!/^\s*[[{]/.test(text)) continue;
					const finding = findingOf({ name, field }, at, number, text);
					if (finding) findings.push(`${at.path} from ${text} ${finding}`);
				}
		}
	}
	expect(findings.slice(0, 20)).toEqual([]);
});

test.each(CHANGED)('%s in JSON is refused with its place and the next step', (number) => {
	const operation = areas.Stewardship!.find(({ value }) => value === 'task')!.operations
		.createMany!;
	const read = () =>
		readField(
			'records',
			operation.settings!.records!,
			`[{"number": 1}, {"of": {"amount": [${number}]}}]`,
			{ timezone: 'UTC', isGiven: true },
		);
	expect(read).toThrow(
		/^"Records, entry 2: of: amount, entry 1" has more digits than a number can keep: give it as text$/,
	);
});

test('a number that n8n has already parsed is taken as it is', () => {
	const { records } = areas.Stewardship!.find(({ value }) => value === 'task')!.operations
		.createMany!.settings as Fields;
	const given: IDataObject[] = [{ amount: 99999999999999.98 }];
	expect(readField('records', records!, given, { timezone: 'UTC', isGiven: true })).toEqual(given);
});
