/** What a rule of recognition is: a cause, and the phrases and codes that show it. */

/**
 * The cause in one word, which says what to look at first. `unknown` means that a text was
 * recognized, but can have several causes.
 */
export type Cause = 'engine' | 'network' | 'permission' | 'data' | 'configuration' | 'unknown';

/**
 * How each family of codes is written in texts. Unlike phrases, codes are the same in every
 * language of a driver.
 */
export const CODES = {
	/** `misfiredExecutionReason`, and the same words in an error message. */
	Talend: /\b([A-Z_]{10,80})\b/g,
	ORA: /\bORA[-_ ]?(\d{4,5})\b/gi,
	SQLSTATE: new RegExp(
		[
			String.raw`\b(?:sql[\s_-]?state|state code)\W{0,4}([0-9A-Z]{5})\b`,
			String.raw`\bSQL Error \[-?\d+\] \[([0-9A-Z]{5})\]`,
			String.raw`\bSQL Error \[([0-9A-Z]{5})\]`,
			String.raw`\b(?:ERROR )?\d{4,6} \(([0-9A-Z]{5})\)`,
			// ODBC drivers: [08001] [Microsoft][ODBC Driver 17 for SQL Server]
			String.raw`\[([0-9HI][0-9MY][0-9A-Z]{3})\] ?\[`,
		].join('|'),
		'gi',
	),
	MySQL: /\b(?:error(?: code)?|errno|errorcode)[:\s=]{1,3}(\d{4})\b/gi,
	'SQL Server': /\bMsg (\d{3,5}), Level|\berror: (\d{3,5}), severity/gi,
	DB2: /\bSQLCODE\W{1,3}-?(\d{2,5})\b|\bSQL(\d{4,5})N\b|\[SQL(\d{4,5})\]/gi,
	Teradata: /\[Error (\d{3,5})\] \[SQLState/gi,
	'SAP HANA': /\bSAP DBTech JDBC: \[(-?\d{1,5})\]/gi,
	'IBM MQ': /\b(?:reason(?: code)?|mqrc|rc)\W{1,3}(2\d{3})\b/gi,
	/** The exit code of a process. */
	'exit code': /\b(?:exit|exited|return) ?(?:with )?(?:code|status)[ :=']{1,6}(\d{1,3})\b/gi,
	HTTP: new RegExp(
		[
			String.raw`\bhttp(?:\/\d(?:\.\d)?)?(?:[\s_-]*(?:status|error|response|code|exception))*\W{1,4}(?:is |was )?([1-5]\d\d)\b`,
			String.raw`\b(?:status|response)[\s_-]*code\W{1,4}(?:is |was )?([1-5]\d\d)\b`,
			// A number is an HTTP status only if no other word is before it, because the "status" of an
			// order could be any number.
			String.raw`(?:^|\n[ \t]*|[^\w\s-]\s*|\b(?:with|http|response|responded|error|final|returned|got|server|unexpected|bad|invalid)\s)status["']?\s?[:= ]\s?["']?([1-5]\d\d)\b`,
			String.raw`\b([45]\d\d) (?:unauthori[sz]ed|forbidden|not found|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|proxy authentication|method not allowed|unsupported media)`,
		].join('|'),
		'gi',
	),
} as const satisfies Readonly<Record<string, RegExp>>;

export type CodeFamily = keyof typeof CODES;

/** What is recognized, and what it means. */
export interface Recognized {
	cause: Cause;
	/** A description for the reference. */
	what: string;
	/** Where the wording or the code is described, or was published. */
	source: string;
	/**
	 * Phrases, in any letter case. A space means any white space, `…` up to 120 characters of one
	 * line, `#` a number, and `<file|table>` one of these words. Names of Java classes also match at
	 * the end of longer ones.
	 */
	phrases?: readonly string[];
	codes?: Partial<Record<CodeFamily, ReadonlyArray<string | number>>>;
}
