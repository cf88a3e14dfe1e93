/** What a message contains that JavaScript made, not the nodes. */
export const OF_JAVASCRIPT =
	/cannot (read|set|destructure|convert)|is not (a function|iterable|defined|a constructor)|undefined|\[object |native code|Invalid (time|date|array)/i;
