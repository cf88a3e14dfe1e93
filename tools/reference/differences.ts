/**
 * How the two descriptions of the platform differ in an operation, and what the node does on either
 * kind of platform.
 */
import { keyOf } from '../../nodes/shared/declare/define';
import { inputFields } from '../../nodes/shared/declare/derived/operationParts';
import { nameOnWire } from '../../nodes/shared/declare/fields';
import type { Operation, RequestOperation } from '../../nodes/shared/declare/operation';
import { isUnpublished } from '../../nodes/shared/declare/origin';
import { readProject } from '../../platform/data';
import { withoutVariableNames } from '../../platform/descriptions/interfaceDocuments';
import { cell } from './template';

/**
 * Where Talend's OpenAPI files differ from a declaration, and the reason for the declaration.
 */
const DECLARED = Object.entries(
	readProject<Record<string, string>>('docs/vendor-differences.json'),
);

/** Further differences that the tests find in requests and responses. */
const EXCHANGED = readProject<Array<{ findings: string[]; reason: string }>>(
	'docs/platform/exchange-differences.json',
);

const keyWithoutNames = (operation: RequestOperation): string =>
	withoutVariableNames(keyOf(operation));

/** An asterisk matches any words. */
const asPattern = (words: string): string =>
	words
		.split('*')
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
		.join('.*');

/**
 * Whether a finding is about an operation: it names its method and path, or the schema of its
 * response in the documents.
 */
function isAbout(finding: string, operation: RequestOperation): boolean {
	const words = finding.replace(/^(answered|sent): /, '');
	const place = /^(\*|[A-Z]+) \/\S+/.exec(words)?.[0];
	if (place !== undefined)
		return new RegExp(`^${asPattern(place)}$`).test(keyWithoutNames(operation));
	const { schema } = operation.answers;
	return (
		schema !== undefined &&
		finding.startsWith('answered: ') &&
		new RegExp(`^${asPattern(schema.replace('.', '/'))}(\\.\\S+)? (has|must|\\*)`).test(words)
	);
}

const listed = (names: readonly string[]): string =>
	names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}` : names.join('');

/** The input of an operation that findings are about, such as "… has no query parameter sort*". */
function inputsIn(findings: readonly string[], operation: RequestOperation): string[] {
	const patterns = findings.flatMap(
		(finding) => / has no (?:field|query parameter) (\S+)$/.exec(finding)?.[1] ?? [],
	);
	return Object.entries(inputFields(operation))
		.map(([name, field]) => nameOnWire(name, field))
		.filter((name) => patterns.some((each) => new RegExp(`^${asPattern(each)}$`).test(name)))
		.map((name) => `\`${name}\``);
}

/**
 * Findings of one reason, for people: "body field id of the vendor is not declared" and the like.
 */
function inSentences(findings: readonly string[]): string {
	const parsed = findings.map((finding) =>
		/^(?:(query) |body field )(\S+) (of the vendor is not declared|is not the vendor's)$/.exec(
			finding,
		),
	);
	const wrong = findings.find((_finding, index) => parsed[index] === null);
	if (wrong !== undefined)
		throw new Error(`docs/vendor-differences.json: "${wrong}" is not understood`);
	const where = (query: string | undefined, isTheirs: boolean): string[] => {
		const names = parsed.flatMap((each) =>
			each![1] === query && each![3]!.startsWith('of') === isTheirs ? [`\`${each![2]!}\``] : [],
		);
		const list = listed(names);
		return list === ''
			? []
			: [
					isTheirs
						? `only the OpenAPI files have ${list} in the ${query ?? 'body'}`
						: `the OpenAPI files have no ${list} to send in the ${query ?? 'body'}`,
				];
	};
	const sentence = [
		where('query', true),
		where(undefined, true),
		where('query', false),
		where(undefined, false),
	]
		.flat()
		.join('; ');
	return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function differenceLines(operation: Operation): string[] {
	if (operation.kind !== 'request') return [];
	if (isUnpublished(operation.endpoint))
		return [
			"Talend's OpenAPI files do not have this request. If your account does not have it either, Talend Cloud responds with 404.",
			'',
		];
	const own = `${keyWithoutNames(operation)}: `;
	const byReason = new Map<string, string[]>();
	for (const [finding, reason] of DECLARED)
		if (finding.startsWith(own))
			byReason.set(reason, [...(byReason.get(reason) ?? []), finding.slice(own.length)]);
	const rows = [...byReason].map(
		([reason, findings]) => `- ${cell(inSentences(findings))}. ${cell(reason)}`,
	);
	const seen = EXCHANGED.flatMap(({ findings, reason }) => {
		const ours = findings.filter((finding) => isAbout(finding, operation));
		if (ours.length === 0) return [];
		return `- ${cell(reason.replace('{names}', listed(inputsIn(ours, operation))))}`;
	});
	const lines = [...new Set([...rows, ...seen])];
	return lines.length === 0
		? []
		: [
				"The interface documents (“the documents”) and Talend's OpenAPI files [differ](../../platform/interface.md#where-the-documents-and-the-openapi-files-disagree):",
				'',
				...lines,
				'',
			];
}
