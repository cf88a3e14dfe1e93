/** The subtitle of a node on the canvas: the camelCase values of its parameters, in words. */

const inWords = (expression: string) =>
	`={{ (${expression}).replace(/[A-Z]/g, " $&").toSentenceCase() }}`;

/** "Run and wait: task execution". */
export const subtitle = inWords('$parameter["operation"] + ": " + $parameter["resource"]');

/** "Failed, terminated". */
export const eventsSubtitle = inWords('[].concat($parameter["events"]).join(", ")');
