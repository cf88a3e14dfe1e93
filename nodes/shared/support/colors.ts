const ESCAPE = String.fromCharCode(27);
/**
 * Colors of a terminal in a text. In some logs, the control character in front of them is lost;
 * what is then closed like a bracket is none: "[main]", "[5m]".
 */
const COLORS = new RegExp(
	String.raw`${ESCAPE}\[(?:\d{1,3}(?:;\d{1,3})*)?m|\[(?:\d{1,3}(?:;\d{1,3})*)m(?!\])|\[m(?![\w .#-]{0,60}\])`,
	'g',
);

export const withoutColors = (text: string): string => text.replace(COLORS, '');
