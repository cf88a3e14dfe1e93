/**
 * Numbers in JSON that a person gives, at every place of every field that takes JSON. A number
 * whose value JavaScript would change is refused, naming the field, or sent with all its digits
 * where a text is wanted; a text is spelled as it was written, 1.10. A byte order mark before the
 * JSON changes nothing.
 */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { readField } from '../../../nodes/shared/declare/field/reading';
import type { Fields } from '../../../nodes/shared/declare/fields';
import { placesIn, purposeAt } from '../../support/places';
import {
	cases,
	CHANGED,
	findingOf,
	places,
	SPELLED,
	takesJson,
	textsWith,
} from './numbersInJsonStage';

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

test('the numbers were tried in fields of many operations', () => {
	expect(places.size).toBeGreaterThan(400);
});
