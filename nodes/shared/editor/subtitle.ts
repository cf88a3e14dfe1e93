/** What stands below a node on the canvas, in words: the values of the parameters are camelCase names. */

const inWords = (expression: string) =>
	`={{ (${expression}).replace(/[A-Z]/g, " $&").toSentenceCase() }}`;

/** "Run and wait: task execution". */
export const subtitle = inWords('$parameter["operation"] + ": " + $parameter["resource"]');

/** "Failed, terminated". */
export const eventsSubtitle = inWords('[].concat($parameter["events"]).join(", ")');
