/**
 * Every operation × every field × every kind of wrong or blank value, alone and as the only entry
 * of what holds it: refused before anything is sent, the field named, or sent as exactly that
 * value. It is derived from the declarations: an operation that is added later is covered.
 */
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Fields } from '../../../nodes/shared/declare/fields';
import { isBlankAt, othersThan, placesIn, purposeAt, showing } from '../../support/places';
import { platformForAll } from '../../support/platform';
import { parametersOf } from '../../support/samples';
import { isTried } from '../../support/share';
import {
	BLANK,
	count,
	EXPRESSION,
	findingOf,
	locators,
	NOT_CHOSEN,
	NOT_JSON,
	operations,
	triedInside,
	words,
	WRONG,
} from './valuesStage';

test.each(operations)(
	'$title reads or refuses each value that an expression can give',
	({ operation }) => {
		const findings: string[] = [];
		const fields = { ...inputFields(operation), ...operation.settings };
		for (const [name, field] of Object.entries(fields)) {
			const others = {
				...parametersOf(operation, othersThan(name, fields)),
				...showing(fields, field),
			};
			for (const at of placesIn(name, field, {
				path: name,
				put: (value) => value,
				got: (read) => read,
				purpose: purposeAt(operation, name),
			})) {
				// A form that is in several operations is one declaration.
				const key = `${at.path} ${at.purpose}`;
				if (at.field !== field && triedInside.get(at.field)?.has(key)) continue;
				triedInside.set(at.field, new Set([...(triedInside.get(at.field) ?? []), key]));
				for (const value of [
					...BLANK,
					...WRONG,
					...NOT_JSON,
					...(at.field.spec.picker ? NOT_CHOSEN : locators(undefined)),
				].filter(isTried)) {
					const finding = findingOf(operation, name, others, at, value);
					if (finding) findings.push(`${at.path} = ${words(value)} ${finding}`);
				}
			}
		}
		expect(findings.slice(0, 20)).toEqual([]);
		expect(findings).toHaveLength(0);
	},
);

describe('an expression that gives nothing, through n8n', () => {
	const platform = platformForAll();

	/** The operations that have such a field, with the first one. */
	const refusing = operations.flatMap((each) => {
		const fields: Fields = { ...inputFields(each.operation), ...each.operation.settings };
		const [top, field] =
			Object.entries(fields).find(
				([name, declared]) =>
					!declared.spec.shownWhen &&
					!isBlankAt({ field: declared, purpose: purposeAt(each.operation, name) }, null),
			) ?? [];
		return top && field ? [{ ...each, fields, top, field }] : [];
	});

	test('nearly every operation has a field that refuses an expression without a result', () => {
		expect(refusing.length / operations.length).toBeGreaterThan(0.95);
	});

	test.each(refusing)(
		'an expression without a result is refused before anything is sent: $title',
		async ({ node, resource, name, operation, fields, top, field }) => {
			count.tried++;
			platform.clearLog();
			const nothing = field.spec.picker
				? { __rl: true, mode: field.spec.picker.byName ? 'name' : 'id', value: EXPRESSION }
				: EXPRESSION;
			const { error } = await platform.run(
				node,
				resource,
				name,
				parametersOf(operation, { ...othersThan(top, fields), [top]: nothing }),
			);
			if (field.spec.required) {
				// A form takes no expression.
				expect(error?.message).toMatch(
					field.isForm ? /^Add / : /^(Add|Choose|Enter|Turn) .+: what was given is empty$/,
				);
				expect(error!.description).toMatch(
					new RegExp(`^"[^"]+" \\(${top}\\) is required\\. Nothing was sent\\.$`),
				);
			} else {
				expect(error?.message).toMatch(/ was given, but is empty/);
				expect(error!.description).toMatch(
					new RegExp(`^Nothing was sent\\. Change the field ".*" \\(${top}\\)`),
				);
			}
			expect(platform.emulator.log).toEqual([]);
		},
	);
});
