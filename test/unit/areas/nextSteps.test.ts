/**
 * What a person reads where something is missing: the next step in the words of the editor, then
 * the field, its path and the rule.
 */
import { type Rule } from '../../../nodes/shared/declare/rules';
import { nounOf, oneOf, withArticle } from '../../../nodes/shared/support/text/nouns';
import { missing, ODD, operations, ruled } from './nextStepsStage';

test('every missing input of every operation is requested by name', () => {
	expect(missing.length).toBeGreaterThan(900);
	expect(ruled.length).toBeGreaterThan(8);
	const findings = [...missing, ...ruled].flatMap(({ where, path, message, description }) =>
		[
			...(/^(Add|Choose|Enter|Turn) /.test(message) ? [] : ['is no next step']),
			...(/^"[^"]+" \([\w.[\]]+\) is required( .+)?\. Nothing was sent\.$/.test(description)
				? []
				: [`does not name field and rule: ${description}`]),
			...(description.includes(`(${path.replace(/Json\b/, '')})`) ||
			description.replace(/\[\d+\]|Json\b/g, '').includes(`(${path})`)
				? []
				: [`is about another field: ${description}`]),
			...ODD.filter(([, pattern]) => pattern.test(message)).map(([what]) => `has ${what}`),
		].map((finding) => `${where} ${path}: "${message}" ${finding}`),
	);
	expect(findings.slice(0, 20)).toEqual([]);
	expect(findings).toHaveLength(0);
});

test('every rule that finds a field missing asks for it', () => {
	const inputs = [{}, { scheduleType: 'ONCE' }, { type: 'REGEX' }, { type: 'COMPOUND' }];
	const findsMissing = ({ finding }: Rule) =>
		inputs.some((values) => finding(values, 0)?.startsWith('is required'));
	const others = operations.flatMap(([where, { rules = [] }]) =>
		rules
			.filter((rule) => findsMissing(rule) && !rule.requires)
			.map(({ field }) => `${where} ${field}`),
	);
	expect(others).toEqual([]);
});

test.each([
	['Artifact', 'an artifact'],
	['User', 'a user'],
	['Unit', 'a unit'],
	['Upload', 'an upload'],
	['One-Time Code', 'a one-time code'],
	['Client ID', 'a client ID'],
	['ID', 'an ID'],
	['IP Address', 'an IP address'],
	['URL', 'a URL'],
	['SCIM Group', 'a SCIM group'],
	['SSO Role', 'an SSO role'],
	['ESB Compatibility Version', 'an ESB compatibility version'],
	['Number of Threads', 'a number of threads'],
	['User or Group', 'a user or group'],
	['Address', 'an address'],
	['Status', 'a status'],
	['Credentials', 'credentials'],
	['Security Group IDs', 'security group IDs'],
	['Access', 'access'],
	['Weekdays', 'weekdays'],
	['Interval (Minutes)', 'an interval in minutes'],
	['Driver Memory (MB)', 'a driver memory in MB'],
	['Schedule (JSON)', 'a schedule as JSON'],
	['Talend Runtime', 'a Talend runtime'],
])('the field %s is called "%s" in a sentence', (label, words) => {
	expect(withArticle(nounOf(label)!)).toBe(words);
});

test.each([
	['Task Names or IDs', 'task'],
	['Addresses', 'address'],
	['JVM Arguments', 'JVM argument'],
	['Descriptions', 'description'],
	['Entries', 'entry'],
])('an entry of the field %s is called "%s"', (label, one) => {
	expect(oneOf(nounOf(label)!)).toBe(one);
});

test.each(['To', 'Until', 'Every (Days)', 'Put Output File in Field', 'Temporary Storage'])(
	'the field %s has no name for a sentence',
	(label) => {
		expect(nounOf(label)).toBeUndefined();
	},
);
