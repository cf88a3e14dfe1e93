const ESCAPE = String.fromCharCode(27);

/**
 * Colors of a terminal in a text. In some logs, the control character before them is missing. Then
 * text in brackets is no color: "[main]", "[5m]".
 */
const COLORS = new RegExp(
	String.raw`${ESCAPE}\[(?:\d{1,3}(?:;\d{1,3})*)?m|\[(?:\d{1,3}(?:;\d{1,3})*)m(?!\])|\[m(?![\w .#-]{0,60}\])`,
	'g',
);

/** A text without the colors of a terminal. */
export const withoutColors = (text: string): string => text.replace(COLORS, '');
