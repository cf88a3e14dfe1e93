/** Colours of a terminal in a text; in some logs, the control character in front of them is lost. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}?\\[(?:\\d{1,3}(?:;\\d{1,3})*)?m`, 'g');

export const withoutColours = (text: string): string => text.replace(COLOURS, '');
