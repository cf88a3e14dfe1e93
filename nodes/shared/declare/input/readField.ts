/**
 * Turns what a person, an expression or an agent gave into the value that is sent. Reading is
 * lenient about the form (a number in a text, a list with commas, an object as JSON) and strict
 * about the meaning: an invalid value is refused, naming the field and the rule.
 */
import { type Field, labelOf } from '../fields';
import type { FieldContext, ReadingContext } from './fieldContext';

export { asSwitch, isExpression, isUntouched, locatorValue } from './parse';

/** Reads and checks one field; returns `undefined` if it was not given. */
export function readField(
	name: string,
	field: Field,
	raw: unknown,
	reading: ReadingContext & Pick<FieldContext, 'isGiven' | 'purpose' | 'entered'>,
): unknown {
	return field.read(
		{ path: name, label: labelOf(name, field), secret: field.spec.secret, ...reading },
		raw,
	);
}
