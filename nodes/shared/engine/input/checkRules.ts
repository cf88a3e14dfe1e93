/** Checks the rules about several values: those of an operation, and those of a trigger. */
import type { IDataObject } from 'n8n-workflow';

import type { Field, Fields } from '../../declare/fields';
import { inLabels, refusalOfBrokenRule, type Rule } from '../../declare/rules';
import { clock } from '../../support/time/clock';

/**
 * @param collectionWith the title of the collection to which the user adds a field; undefined if
 * the field is at the top level
 * @throws BadInput for the first rule that is broken
 */
export function checkRules(
	rules: readonly Rule[] | undefined,
	fields: Fields,
	values: IDataObject,
	collectionWith: (field: Field, name: string) => string | undefined,
): void {
	for (const { rule, declared, finding } of findings(rules, fields, values)) {
		const collection = declared && collectionWith(declared, rule.field);
		throw refusalOfBrokenRule(rule, declared, finding, collection);
	}
}

/** The rules that the values break, each with what is wrong, in the labels of the fields. */
export function* findings(rules: readonly Rule[] = [], fields: Fields, values: IDataObject) {
	for (const rule of rules) {
		const finding = rule.finding(values, clock.now());
		const declared: Field | undefined = fields[rule.field];
		if (finding !== undefined) yield { rule, declared, finding: inLabels(finding, fields) };
	}
}
