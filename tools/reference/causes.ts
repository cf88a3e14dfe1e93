/** The page of the reference with what *Explain* recognizes in error texts. */
import {
	type CodeFamily,
	type Recognized,
	RECOGNIZED,
} from '../../nodes/TalendCloudProcessing/explain/causes';
import { cell } from './cell';
import { WRITTEN } from './pages';

/** What to look at first, for each cause. */
const WORDS = {
	permission: 'a login, a password, a token or a right',
	engine: 'the engine: whether it runs, its memory, its disk',
	network: 'the connection to the other system, and whether that system runs',
	data: 'the rows: a value does not fit, or breaks a constraint',
	configuration: 'the job, its context and connections: a name, a driver, a statement',
	unknown: 'the text itself: it can have several causes',
} as const;

const code = (text: string): string => `\`${text.replace(/`/g, "'")}\``;

const codesOf = (family: string, codes: ReadonlyArray<string | number>): string =>
	family === 'Talend'
		? codes.map((name) => code(String(name))).join(', ')
		: `${family} ${codes.join(', ')}`;

function recognizedIn({ codes = {}, phrases = [] }: Recognized): string {
	const listed = (Object.keys(codes) as CodeFamily[]).map((family) =>
		codesOf(family, codes[family] ?? []),
	);
	return [...listed, phrases.map(code).join(', ')].filter((part) => part !== '').join('; ');
}

export const causesPage = (): string =>
	[
		'# What Explain recognizes',
		'',
		WRITTEN,
		'',
		'*Explain* of a task or plan execution names the cause in one word. It is derived from how the execution ended, or otherwise from',
		'the stack trace of the failed component, that of the failed child, the error message, and the latest errors of the log.',
		'',
		'| `cause` | look first at |',
		'| --- | --- |',
		...Object.entries(WORDS).map(([word, what]) => `| \`${word}\` | ${what} |`),
		'',
		'In a stack trace, the last "Caused by:" is examined first. The rules in the table below are tried from top to bottom. Letter case',
		'does not matter. `…` means any characters of one line, `#` a number, `<file|table>` one of these words, and `900..980` each code from',
		'900 to 980. Text in quotes counts as a name, unless it is a sentence or follows',
		'"message:" or the like, so a table named "certificates" is not taken for a TLS problem. Without quotes, words count as a name after',
		'a noun (table FORBIDDEN), within a file, an address or a code (access_denied.csv), as a value (state=forbidden), and capitalized as',
		'a title (Forbidden Fruit Inc.). One word alone counts only where it says what happened (the request was forbidden).',
		'',
		'Codes count anywhere, in any language. The table shows the first characters of SQLSTATE codes.',
		'',
		'| `cause` | what | recognized by | source |',
		'| --- | --- | --- | --- |',
		...RECOGNIZED.map(
			(rule) =>
				`| \`${rule.cause}\` | ${cell(rule.what)} | ${cell(recognizedIn(rule))} | ${cell(rule.source)} |`,
		),
		'',
	].join('\n');
