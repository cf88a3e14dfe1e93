/** The page of the reference with what *Explain* recognizes in error texts. */
import {
	type CodeFamily,
	type Recognized,
	RECOGNIZED,
} from '../../nodes/TalendCloudProcessing/explain/causes';
import { cell, page, table, WRITTEN } from './template';

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

/** docs/reference/processing/causes.md */
export const causesPage = (): string =>
	page('causes', {
		written: WRITTEN,
		causes: table(
			['`cause`', 'look first at'],
			Object.entries(WORDS).map(([word, what]) => [code(word), what]),
		),
		rules: table(
			['`cause`', 'what', 'recognized by', 'source'],
			RECOGNIZED.map((rule) => [
				code(rule.cause),
				cell(rule.what),
				cell(recognizedIn(rule)),
				cell(rule.source),
			]),
		),
	});
