/**
 * The vocabulary of fields, one line for each kind. A field is declared once, as data; its input,
 * how it is read, and the checks of the node and of the emulator are derived from it.
 */
export { boolean } from './kinds/boolean';
export { choice, choices, suggestion, suggestions } from './kinds/choice';
export { datetime, day, milliseconds } from './kinds/date';
export { file, type GivenFile, isGivenFile } from './kinds/file';
export { id } from './kinds/id';
export { json, jsonArray, jsonValue, looseValue } from './kinds/json';
export { list } from './kinds/list';
export { integer, number } from './kinds/number';
export { jsonOf, object } from './kinds/object';
export { mapped, pairs } from './kinds/pairs';
export { rows } from './kinds/rows';
export { spread } from './kinds/spread';
export { text } from './kinds/text';

export { isFirstInForm, objectSchema } from './field/form';
export type { Choosable, GivenName, Loadable, Mappable } from './field/chosen';
export type { Choice } from './field/inputs';
export {
	type Field,
	type Fields,
	hidesSecret,
	isShownBeside,
	labelOf,
	nameOnWire,
	type Values,
} from './field/field';
