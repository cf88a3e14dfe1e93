/**
 * What must hold of the requests in a test file, whatever its tests claim: the operations that it
 * names have succeeded, and all responses are as documented. An operation that was never executed
 * is not tested, and an emulator that returns anything proves nothing.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Logged } from '../../emulator';
import { areas } from '../../nodes/areas';
import { ofKind } from '../../nodes/shared/declare/answers';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { schemaFindings } from '../../platform/descriptions/schemaFindings';
import { vendorOperation } from '../../platform/descriptions/vendor';
import { DESCRIPTION, type Platform } from './platform';
import { isOf } from './usedRequests';

/** The operations of a node that are single requests, by their names ("task.create"). */
export const requestsOf = (node: string): ReadonlyMap<string, RequestOperation> =>
	new Map(
		areas[node]!.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([name, operation]) =>
				operation.kind === 'request' ? [[`${value}.${name}`, operation] as const] : [],
			),
		),
	);

/** The names of the operations that an entry of a list means: "task" means all of its resource. */
export function named(node: string, entry: string): string[] {
	const names = [...requestsOf(node).keys()].filter(
		(name) => name === entry || name.startsWith(`${entry}.`),
	);
	if (names.length === 0) throw new Error(`${node} has no single request ${entry}`);
	return names;
}

/** What a successful response to an operation lacks of its description. */
export function undocumented(
	operation: RequestOperation,
	{ status, faulty, answer }: Logged,
): string[] {
	if (faulty || status < 200 || status >= 300) return [];
	// Operations that the vendor describes are judged by the vendor's schemas (exchanges.ts).
	if (DESCRIPTION === 'vendor' && vendorOperation(operation.method, operation.endpoint)) return [];
	const { schema, kind } = operation.answers;
	const { page, listPath } = ofKind('list', operation.answers);
	const records = kind === 'list' ? recordsIn(answer, listPath) : [answer];
	return [
		...(page ? schemaFindings(page, answer) : []),
		...(schema ? records.flatMap((record) => schemaFindings(schema, record)) : []),
	];
}

function recordsIn(answer: unknown, root?: string): unknown[] {
	const around = root ? (answer as IDataObject | undefined)?.[root] : answer;
	if (Array.isArray(around)) return around;
	const { items, data, Resources } = (around ?? {}) as Record<string, unknown[]>;
	return items ?? data ?? Resources ?? [];
}

/**
 * Fails a test in which a response to an operation of this node is not as documented. It may be
 * called anywhere in the file.
 */
export function judgeResponses(platform: Platform, node: string): void {
	const judged = new WeakSet<Logged>();
	afterEach(() => {
		const received = platform.everything.filter((each) => !judged.has(each));
		const findings = [...requestsOf(node).values()].flatMap((operation) =>
			received
				.filter((each) => isOf(operation, each))
				.flatMap((each) => undocumented(operation, each)),
		);
		for (const each of received) judged.add(each);
		expect([...new Set(findings)]).toEqual([]);
	});
}

/**
 * Judges the responses, and fails the file if one of the named operations has not succeeded in any
 * of its tests. Files whose operations succeed in tests of other files use `judgeResponses`.
 * @param operations single requests ("task.create"), or resources for all of theirs ("task")
 */
export function judgeRequests(
	platform: Platform,
	node: string,
	operations: readonly string[],
): void {
	const expected = operations.flatMap((entry) => named(node, entry));
	judgeResponses(platform, node);
	afterAll(() => {
		// With -t, jest runs only some tests of the file.
		if (process.env.TEST_NAME_PATTERN) return;
		expect(expected.filter((name) => !platform.succeeded.has(`${node} ${name}`))).toEqual([]);
	});
}
