/** How many lines of a log an explanation shows. */
import { integer } from '../../shared/declare/fields';

/** The number of lines that an error shows, and *Explain* if the user chose no other number. */
export const EXPLAINED_LINES = 10;

export const logLinesField = integer('How many of the last error lines of the log to show')
	.label('Log Lines')
	.min(0)
	.max(100)
	.initial(EXPLAINED_LINES);
