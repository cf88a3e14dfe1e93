/**
 * The vocabulary of fields, one line for each kind. A field is declared once, as data; its input, how it is read, and the checks of the
 * node and of the emulator are derived from it.
 */
export { boolean } from './kinds/boolean';
export { choice, suggestion } from './kinds/choice';
export { choices, suggestions } from './kinds/choices';
export { datetime, day, milliseconds } from './kinds/date';
export { file, type GivenFile, isGivenFile } from './kinds/file';
export { id } from './kinds/id';
export { json, jsonArray, jsonOf, jsonValue, looseValue } from './kinds/json';
export { list } from './kinds/list';
export { mapped, mappedWithNumbers } from './kinds/mapped';
export { integer, number } from './kinds/number';
export { object } from './kinds/object';
export { pairs } from './kinds/pairs';
export { rows } from './kinds/rows';
export { spread } from './kinds/spread';
export { text } from './kinds/text';

export { isFirstInForm, isShownBeside, objectSchema } from './kinds/common/form';
export type { Choosable, GivenName, Loadable, Mappable } from './kinds/common/chosen';
export { type Field, type Fields, hidesSecret, labelOf, nameOnWire, type Values } from './kinds/common/kind';
export type { Choice } from './kinds/common/known';
