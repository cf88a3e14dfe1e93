import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../../../nodes/records/executions/outcome';
import { causeOf } from '../../../../nodes/TalendCloudProcessing/explain/cause';
import { CODES, RECOGNIZED } from '../../../../nodes/TalendCloudProcessing/explain/causes';
import applications from '../../../fixtures/causes/applications.json';
import documented from '../../../fixtures/causes/documented.json';
import frameworks from '../../../fixtures/causes/frameworks.json';
import independent from '../../../fixtures/causes/independent.json';
import kinds from '../../../fixtures/causes/kinds.json';
import known from '../../../fixtures/causes/known.json';
import languages from '../../../fixtures/causes/languages.json';
import misleading from '../../../fixtures/causes/misleading.json';
import published from '../../../fixtures/causes/published.json';
import rareSystems from '../../../fixtures/causes/rareSystems.json';
import recalled from '../../../fixtures/causes/recalled.json';
import searched from '../../../fixtures/causes/searched.json';
import sentences from '../../../fixtures/causes/sentences.json';
import systems from '../../../fixtures/causes/systems.json';
import unseen from '../../../fixtures/causes/unseen.json';
import written from '../../../fixtures/causes/written.json';
import { growth } from '../../../support/growth';
import { phraseTexts } from '../../../support/phraseTexts';
import { isTried } from '../../../support/share';

const judge = (execution: IDataObject, ...texts: string[]) =>
	causeOf(
		outcomeOf(execution),
		execution,
		texts.map((text) => ({ where: 'The log', text })),
	);
const failed = { status: 'execution_failed' };

test.each([
	['java.lang.OutOfMemoryError: Java heap space', 'engine'],
	['No space left on device', 'engine'],
	['java.net.UnknownHostException: db.example.com', 'network'],
	['Communications link failure', 'network'],
	['javax.net.ssl.SSLHandshakeException: PKIX path building failed', 'network'],
	['Request failed with status code 503', 'network'],
	['ORA-01017: invalid username/password; logon denied', 'permission'],
	['Access denied for user loader', 'permission'],
	['FATAL: password authentication failed for user "loader"', 'permission'],
	['Request failed with status 403', 'permission'],
	['ORA-00001: unique constraint (S.PK) violated', 'data'],
	['java.lang.NumberFormatException: For input string: "x"', 'data'],
	['null value in column "id" violates not-null constraint', 'data'],
	['Table ORDERS does not exist', 'configuration'],
	['java.lang.ClassNotFoundException: org.h2.Driver', 'configuration'],
	["Can't configure server port", 'configuration'],
	['Something that nobody has seen before', 'unknown'],
])('the message %s has the cause %s', (text, cause) => {
	expect(judge(failed, text).cause).toBe(cause);
});

test.each([
	{
		execution: {
			status: 'execution_misfired',
			misfiredExecutionReason: 'REMOTE_ENGINE_UNAVAILABLE',
		},
		cause: 'engine',
		causeReason: 'It did not start: the remote engine was not available.',
	},
	{
		execution: { status: 'execution_misfired', misfiredExecutionReason: 'TASK_IS_PAUSED' },
		cause: 'configuration',
		causeReason: 'It did not start: the task is paused.',
	},
	{
		execution: { status: 'execution_misfired', misfiredExecutionReason: 'UNKNOWN' },
		cause: 'unknown',
		causeReason: 'Neither the execution nor its log gives a reason.',
	},
	{
		execution: { status: 'terminated_timeout' },
		cause: 'configuration',
		causeReason: 'It ran longer than its timeout, and Talend Cloud terminated it.',
	},
	{
		execution: { status: 'terminated_shutdown' },
		cause: 'engine',
		causeReason: 'Its engine was shut down while it ran.',
	},
	{
		execution: { status: 'terminated' },
		cause: 'unknown',
		causeReason: 'It was terminated by a person or a workflow.',
	},
	{
		execution: { status: 'deploy_failed' },
		cause: 'engine',
		causeReason: 'It could not be deployed to its engine. No reason was given.',
	},
	{
		execution: {
			status: 'execution_rejected',
			startTimestamp: '2026-03-01T00:00:00Z',
			numberOfRejectedRows: 17,
		},
		cause: 'data',
		causeReason: 'It ended, and rejected 17 rows.',
	},
	{ execution: { status: 'execution_successful' }, cause: null, causeReason: 'It succeeded.' },
	{ execution: { status: 'executing' }, cause: null, causeReason: 'It has not ended yet.' },
])(
	'an execution with the status $execution.status has the reason "$causeReason"',
	({ execution, cause, causeReason }) => {
		expect(judge(execution)).toEqual({ cause, causeReason });
	},
);

test('the reason repeats the place in the first text that shows a cause', () => {
	const long = `${'x'.repeat(200)} connection refused ${'y'.repeat(200)}`;
	const { cause, causeReason } = judge(failed, 'nothing', long, 'Access denied');
	expect(cause).toBe('network');
	expect(causeReason).toMatch(/^The log says "…x{59} connection refused y{59}…"\.$/);
});

/**
 * An error text, and the causes that a person would accept for it; `unknown` where more than one
 * is possible.
 */
interface Labeled {
	text: string;
	causes: string[];
	source?: string;
}

/** What is judged wrong, and what is not recognized although it could be. */
function judged(texts: readonly Labeled[]) {
	const wrong: string[] = [];
	const missed: string[] = [];
	for (const { text, causes } of texts) {
		const { cause } = judge(failed, text);
		if (causes.includes(String(cause))) continue;
		(cause === 'unknown' ? missed : wrong).push(`${causes.join('|')}, not ${cause}: ${text}`);
	}
	return { wrong, missed };
}

describe('labeled error texts', () => {
	test('all texts that the rules were derived from are recognized', () => {
		expect(judged(known as Labeled[])).toEqual({ wrong: [], missed: [] });
	});

	describe.each([
		// Labeled before the rules were tried on them.
		{ what: 'that were labeled first', texts: unseen },
		{ what: 'from memory by somebody unaware of the rules', texts: written },
		{ what: 'with logs of several lines', texts: recalled },
		{ what: 'of other systems and languages', texts: languages },
		// By people unaware of the rules.
		{ what: 'of many systems', texts: systems },
		{ what: 'of many applications', texts: applications },
		{ what: 'of less common systems', texts: rareSystems },
		// Labeled before they were run, by the descriptions of the causes alone. When they were new,
		// 1 to 2 % were judged wrong, and 17 to 25 % were not recognized.
		{ what: 'from public source code and issues', texts: searched },
		{ what: 'from public documentation, logs and translations', texts: documented },
		{ what: 'from public code that uses frameworks and clients', texts: frameworks },
		// Labeled by what the words mean, before they were run: when they were new, 1 to 4 % were
		// judged wrong, and 18 to 28 % were not recognized.
		{ what: 'that users of many products posted', texts: published },
		// Collected and labeled by somebody who saw neither the rules nor the other texts. When they
		// were new, 0.8 % were judged wrong, and 10 % were not recognized.
		{ what: 'that others collected and labeled', texts: independent, mayMiss: 0.1 },
	])('texts $what', ({ texts, mayMiss = 0.15 }) => {
		const { wrong, missed } = judged(texts as Labeled[]);

		test('no text is misjudged', () => {
			expect(wrong).toEqual([]);
		});

		test('few texts are not recognized', () => {
			expect(missed.length).toBeLessThan(mayMiss * texts.length);
		});
	});

	test('texts of each kind are distinguished from similar texts of other kinds', () => {
		expect(judged(kinds)).toEqual({ wrong: [], missed: [] });
	});

	// Sentences have as many wordings as people: which of them are listed is a matter of the size of
	// the package.
	test('sentences in other languages are left unrecognized rather than misjudged', () => {
		expect(judged(sentences).wrong).toEqual([]);
	});

	test('counts of zero, names and numbers of other things are not taken for failures', () => {
		expect(judged(misleading)).toEqual({ wrong: [], missed: [] });
	});

	test('the path of a file is a name', () => {
		for (const path of ['/data/access_denied/in.csv', 'C:\\data\\permission_denied\\in.csv'])
			expect(judge(failed, `java.io.FileNotFoundException: ${path} (No such file)`).cause).not.toBe(
				'permission',
			);
	});

	test('a number in the path of a file is not a code', () => {
		expect(judge(failed, 'Cannot open /in/ORA-01017/status=401/orders.csv').cause).toBe('unknown');
	});

	test('words of a phrase can be joined, or be in the plural', () => {
		for (const text of ['PERMISSION_DENIED: on schema', 'Insufficient privileges', 'LOGON_FAILURE'])
			expect([text, judge(failed, text).cause]).toEqual([text, 'permission']);
	});
});

const phrases = RECOGNIZED.flatMap(({ cause, phrases: all = [] }) =>
	all.flatMap((phrase) =>
		phraseTexts(phrase, ' X ').map((text) => ({ cause, phrase, text: text.trim() })),
	),
);

test('a cause is not hidden by the text before it', () => {
	const hidden = phrases
		.map(({ cause, phrase, text }) => ({ phrase, cause, is: judge(failed, text).cause }))
		.filter(({ cause, is }) => is !== cause);
	expect(hidden).toEqual([]);
});

test('a code counts only within the range of its codes', () => {
	for (const [code, cause] of [
		['00900', 'configuration'],
		['00919', 'configuration'],
		['00980', 'configuration'],
		['00899', 'unknown'],
		['00981', 'unknown'],
		['01865', 'data'],
		['01866', 'unknown'],
	])
		expect([code, judge(failed, `ORA-${code}: x`).cause]).toEqual([code, cause]);
});

test.each([
	['[statistics] %'],
	['2026-03-02 04:00:01 INFO  %'],
	['[INFO ] 04:00:01 sales.load_1_0.load- %'],
	['04:00:01.123 [main] DEBUG org.example.Client - %'],
	['2026-03-02T04:00:01.123Z WARN %'],
	['WARNING: %'],
	['04:00:01.123 FINE Session.java#acquire,183 %'],
])('a line of a log that reports no failure is not a cause beside others (%s)', (line) => {
	const wrong = phrases
		.filter(isTried)
		.map(({ text }) => line.replace('%', text))
		.filter((text) => judge(failed, `${text}\nSomething odd`).cause !== 'unknown');
	expect(wrong).toEqual([]);
	expect(judge(failed, `${line.replace('%', 'Access denied')}\nConnection refused`).cause).toBe(
		'network',
	);
	expect(judge(failed, line.replace('%', 'Connection refused')).cause).toBe('network');
	const trace = '\tat java.base/java.net.Socket.connect(Socket.java:633)';
	expect(judge(failed, `${line.replace('%', 'Connection refused')}\n${trace}`).cause).toBe(
		'network',
	);
});

test.each([
	['0 %, 12 rows'],
	['12 rows; 0 %; the job ended'],
	['Rejects: 0 %'],
	['Rows: 12, %: 0'],
	['%=0 rows=12'],
	['%: 0 | others: 3'],
])('a count of zero is not a cause (%s)', (line) => {
	const counted = phrases.filter(isTried).filter(({ text }) => /^[\p{L}_ ]+$/u.test(text));
	const wrong = counted
		.map(({ text }) => line.replace('%', text))
		.filter((text) => judge(failed, text).cause !== 'unknown');
	expect(wrong).toEqual([]);
	const missed = counted.filter(
		({ text, cause }) =>
			judge(failed, line.replace('%', text).replace(/\b0\b/g, '3')).cause !== cause,
	);
	expect(missed).toEqual([]);
});

test.each(['Order', 'Ticket', 'delivery', 'the flight', 'order_', 'shop-'])(
	'the status of something else is not an HTTP status (%s)',
	(thing) => {
		for (const number of [401, 403, 404, 502, 503])
			for (const is of [' ', ': ', '=', ' = '])
				expect(judge(failed, `${thing} status${is}${number} was set`).cause).toBe('unknown');
	},
);

test.each([
	['PostgreSQL', (name: string) => `ERROR: relation "${name}" does not exist`],
	['SQL Server', (name: string) => `Invalid object name '${name}'.`],
	['PostgreSQL in French', (name: string) => `ERREUR: la relation « ${name} » n'existe pas`],
	['PostgreSQL in German', (name: string) => `FEHLER: Relation »${name}« existiert nicht`],
	['MySQL', (name: string) => `Table \`${name}\` doesn't exist`],
])('a name in quotes is not a cause, whatever its words are (%s)', (_, about) => {
	const wrong = phrases
		.filter(isTried)
		.filter(({ text }) => text.split(' ').length < 6 && !/["'`«»]/.test(text))
		.filter(({ text }) => judge(failed, about(text)).cause !== 'configuration');
	expect(wrong).toEqual([]);
});

test.each([
	[
		'PostgreSQL',
		(text: string) =>
			`Batch entry 0 INSERT INTO log(code, text) VALUES\n(401, ${text}) was aborted: ERROR: value too long for type character varying(10)`,
		'data',
	],
	[
		'PostgreSQL in German',
		(text: string) =>
			`Batch-Eintrag 0 INSERT INTO log(text) VALUES ('${text}') wurde abgebrochen: FEHLER: doppelter Schlüsselwert verletzt Unique-Constraint »pk«`,
		'data',
	],
	[
		'Spring',
		(text: string) =>
			`PreparedStatementCallback; bad SQL grammar [SELECT [a], b FROM x WHERE text = '${text}' AND status = 503]; nested exception is java.sql.SQLSyntaxErrorException: Unknown column 'b'`,
		'configuration',
	],
	[
		'a statement in quotes',
		(text: string) =>
			`Failed to run "insert into log (code, text, at) values (1, '${text}', now())": ORA-12899: value too large for column`,
		'data',
	],
])(
	'a statement that a message repeats is not a cause, whatever its words are (%s)',
	(_, about, is) => {
		const wrong = phrases
			.filter(isTried)
			.filter(({ text }) => judge(failed, about(text)).cause !== is);
		expect(wrong).toEqual([]);
	},
);

test.each([
	['Exception in component tDBOutput_1 (access_denied)\njava.lang.RuntimeException: x', 'unknown'],
	['Table CERTIFICATES does not exist', 'configuration'],
	['java.lang.StackOverflowError', 'unknown'],
	['\u001b[31mConnection refused\u001b[0m', 'network'],
	['java.io.IOException: x\n\tat a.b(C.java:1)\nCaused by: java.net.SocketException: y', 'network'],
	[
		'java.io.IOException: x\n\tat org.example.AccessDeniedException.of(AccessDeniedException.java:1)',
		'unknown',
	],
])('the text %j has the cause %s', (text, cause) => {
	expect(judge(failed, text).cause).toBe(cause);
});

test('a deployment that failed repeats what the platform says', () => {
	const { cause, causeReason } = judge(
		{ status: 'deploy_failed' },
		'Something is odd\n\tat a.b(C.java:1)',
	);
	expect(cause).toBe('engine');
	expect(causeReason).toBe(
		'It could not be deployed to its engine. The log says "Something is odd".',
	);
});

test('a text that is not recognized, or can have several causes, is repeated', () => {
	expect(judge(failed, 'Something odd').causeReason).toBe(
		'The cause was not recognized. The log says "Something odd".',
	);
	expect(judge(failed, 'A deadlock', 'Access denied').cause).toBe('permission');
	expect(judge(failed, 'A deadlock').causeReason).toBe(
		'The log says "A deadlock", which can have several causes.',
	);
});

test.each(Object.entries(CODES))(
	'codes of %s need no more work for each character of a longer text without them',
	(_family, pattern) => {
		for (const part of [' ', '\n', '! ', 'a'])
			expect([part, growth((text) => text.replace(pattern, ''), part) < 8]).toEqual([part, true]);
	},
);
