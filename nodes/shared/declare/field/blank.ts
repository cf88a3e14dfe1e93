/**
 * What becomes of a blank (nothing, null, or a text without content) in an optional field. A field
 * that selects records refuses a blank, because it would mean "all", or another record. A field
 * that only describes leaves it out. An update leaves nothing and null out, and refuses an empty
 * text, which might be meant to clear what is there. Some kinds make exceptions: texts that may be
 * empty, JSON, and rows (`kinds/text.ts`, `kinds/json.ts`, `kinds/rows.ts`).
 */

import { isObject } from '../../support/json';
import { isAbsent } from '../../support/nothing';
import { visibleName } from '../../support/text/visibleNames';

/** What a value is for (`declare/derived/purpose.ts` derives it). */
export type Purpose = 'selects' | 'describes' | 'changes';

/**
 * Whether a value is nothing, null, or a text in which people see nothing: it is empty, or has only
 * white space and characters without width (U+200B), as cells of tables may have.
 */
export const isBlank = (raw: unknown): boolean =>
	isAbsent(raw) || (typeof raw === 'string' && visibleName(raw) === '');

/**
 * Whether a value has nothing in it: a blank, an empty list, an empty object. A date has something.
 */
export const isEmpty = (value: unknown): boolean =>
	isBlank(value) ||
	(Array.isArray(value) && value.length === 0) ||
	(isObject(value) && !('toJSON' in value) && Object.keys(value).length === 0);

/**
 * Whether a value that was given is left out because it is blank. Without a purpose, it is not,
 * like one that selects records.
 */
export function isLeftOut(purpose: Purpose = 'selects', raw: unknown): boolean {
	if (purpose === 'selects') return false;
	return purpose === 'describes' ? isBlank(raw) : isAbsent(raw);
}

/** What a refused blank should be instead: the end of the sentence `"<label>" …`. */
export const ruleOfBlank = (purpose: Purpose | undefined, isClearable: boolean): string =>
	purpose === 'changes' && isClearable
		? 'was given, but is empty: leave the field out to keep what is there, or choose it under Clear Fields'
		: 'was given, but is empty: give a value, or leave the field out';
