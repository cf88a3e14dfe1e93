import { causeOf } from '../../../../nodes/TalendCloudProcessing/explain/cause';
import { RECOGNIZED } from '../../../../nodes/TalendCloudProcessing/explain/causes';
import { phraseTexts } from '../../../support/phraseTexts';
import { isTriedOneIn } from '../../../support/share';

const causeIn = (text: string) =>
	causeOf('failed', { status: 'execution_failed' }, [{ where: 'The log', text }]).cause;

/** All phrases of causes of up to three English words, as words in lower case. */
const phrases = [
	...new Set(
		RECOGNIZED.flatMap(({ phrases: listed = [] }) => listed)
			.flatMap((phrase) => phraseTexts(phrase, ' '))
			.map((phrase) =>
				phrase
					.replace(/([a-z])([A-Z])/g, '$1 $2')
					.replaceAll('_', ' ')
					.trim()
					.toLowerCase(),
			)
			.filter((phrase) => /^[a-z]+(?: [a-z]+){0,2}$/.test(phrase)),
	),
].map((phrase) => phrase.split(' '));

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** How names of tables, columns, files and jobs are written. */
const IDENTIFIERS: ReadonlyArray<(words: string[]) => string> = [
	(words) => words.join('_'),
	(words) => words.join('_').toUpperCase(),
	(words) => words.join('-'),
	(words) => words.map(capitalized).join(''),
	(words) => words.map(capitalized).join('_'),
	(words) => words.join(''),
];
/** How names of companies, people and titles are written. */
const TITLES: typeof IDENTIFIERS = [(words) => words.map(capitalized).join(' ')];

/** There are some two hundred cases for each phrase, of which a tenth still tries about twenty. */
const isTried = isTriedOneIn(10);

/** The causes that are found in a text with names. */
const causesOfNames = (template: string, spellings: typeof IDENTIFIERS) =>
	phrases
		.flatMap((words) => spellings.map((spelled) => spelled(words)))
		.filter(isTried)
		.map((name) => ({ name, cause: String(causeIn(template.replace('%', name))) }));

/** The names in a text that change its cause. */
const mistaken = (template: string, spellings: typeof IDENTIFIERS, cause: string) =>
	causesOfNames(template, spellings).filter((found) => found.cause !== cause);

test.each([
	'Loading table % ended with code 3',
	'Column % has 5 values',
	'The job % was stopped by its own check',
	'File %.csv is older than a day',
	'File in/%/orders.csv is older than a day',
	'Host %.example.com gave no rows',
	'Topic % has 5 messages',
	'state=%',
	'status=%, rows=5',
	'Status: %',
	'Step %: 5 of 7 rows',
	'com.example.%.Load: 5 of 7 rows',
	'count(%) is 5',
	'${%} was replaced by 5',
	'%: 5 of 7 rows',
	'%;5;7',
	'Import (%) took 5 hours',
	'% -> T_TARGET: 5 of 7 rows',
	'Hashtag #% counted 5 times',
	'No mapping for code %',
	'Rule % applies to order 7',
	'The sum of % differs',
	'5 lines of % were ignored',
	'% has 5 rows, expected 7',
	'Check of %: 5 rows, expected 7',
])('a name in "%s" is not a cause, whatever its words are', (template) => {
	expect(mistaken(template, IDENTIFIERS, 'unknown')).toEqual([]);
});

test.each([
	'Customer % Ltd has no orders',
	'Mail to % Inc. was not sent',
	'The supplier % has two addresses',
	'% GmbH hat keine Adresse',
	'The invoice of % is open',
	'Order 17 (% Ltd.) was skipped',
	'Client % SARL inactif',
	'The song % by nobody is sold out',
	'Product % (DVD) costs 7',
	'Buyer: % Fruit Inc.',
])('a company or a title in "%s" is not a cause, whatever its words are', (template) => {
	expect(mistaken(template, TITLES, 'unknown')).toEqual([]);
});

test.each([
	['Invalid object name dbo.%', 'configuration'],
	['java.net.UnknownHostException: %', 'network'],
	['Data too long for column % at row 7', 'data'],
	['Duplicate entry 7 for key %', 'data'],
	['permission denied for table %', 'permission'],
	['java.io.FileNotFoundException: %.csv (Permission denied)', 'permission'],
])('a name in "%s" does not hide the cause, which is %s', (template, cause) => {
	expect(mistaken(template, IDENTIFIERS, cause)).toEqual([]);
});

test.each([
	['ORA-00942: table or view does not exist: S.%', 'configuration'],
	['Connection to %:5432 refused', 'network'],
])(
	'a name in "%s" gives no cause other than %s, although it may hide that one',
	(template, cause) => {
		const changing = mistaken(template, IDENTIFIERS, cause);
		expect(changing.filter((found) => found.cause !== 'unknown')).toEqual([]);
		// About 1 in 150 names hides it.
		expect(changing.length).toBeLessThan(causesOfNames(template, IDENTIFIERS).length / 20);
	},
);

test.each([
	['403 Forbidden', 'permission'],
	['The response was Forbidden', 'permission'],
	['{"error":"invalid_grant"}', 'permission'],
	['UNAUTHORIZED ACCESS', 'permission'],
	['Unauthorized request of a client', 'permission'],
	['code = PERMISSION_DENIED', 'permission'],
	['connect ECONNREFUSED 10.0.0.1:5432', 'network'],
	['The container was OOMKilled', 'engine'],
	['reason: OOMKilled', 'engine'],
])('the words in "%s" show the cause %s', (text, cause) => {
	expect(causeIn(text)).toBe(cause);
});

test.each([
	'Order ORA-1017 was cancelled',
	'/srv/Permission Denied/Connection refused.csv is older than a day',
	'17;Access denied;Bonn;5',
	'name;Forbidden Fruit;5',
	'artist: Access Denied',
	'Store 401 (Unauthorized Books) is closed',
	'A customer reports a forbidden parking lot',
	'Ticket 17 (Login failed) has no owner',
	'Mail - Login failed - has no owner',
	'The street of Max Forbidden is missing',
	'[17, forbidden, Bonn]',
	'Duplicate of the key value is (Unauthorized).',
])('a code, a path or a value in "%s" is not a cause', (text) => {
	expect(causeIn(text)).toBe('unknown');
});
