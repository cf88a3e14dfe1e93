/**
 * Every operation, against a platform whose records have all their fields, each with another type
 * than declared, or null: the node outputs what it received, or refuses it with its own message,
 * never with a JavaScript error.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Answers } from '../../../nodes/shared/declare/answers';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';
import { nodeTypes } from '../../support/engine';
import { allOperations, parametersFor } from '../../support/performing';
import { report } from '../../support/report';
import { goodAnswer, goodPage, goodRecord, type Scripted } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';
import { isTried } from '../../support/share';

const scripted = scriptedForAll();

/** What stands in each field that is not needed. */
const OTHER_TYPES: Record<string, (type: string) => unknown> = {
	null: () => null,
	'lists of null': () => [null],
	'objects of null': () => ({ id: null, name: null, status: null, items: null, a: null }),
	'what JavaScript has itself': () => 'constructor',
	'lists for objects, objects for lists': (type) => (/^array/.test(type) ? { a: 1 } : [{}]),
};

/** Names that the nodes look at beyond those of the documents. */
const UNDOCUMENTED_FIELDS = [
	'status',
	'executionStatus',
	'finishTimestamp',
	'startTimestamp',
	'runStatus',
	'chart',
	'steps',
	'flows',
	'nextStep',
	'workspace',
	'environment',
	'members',
	'roles',
	'groups',
	'trigger',
	'triggers',
	'artifact',
	'parameters',
	'analyzeReport',
	'promotionReport',
	'executionReport',
	'workspaceInfo',
	'runtime',
	'atTimes',
	'atDays',
	'webhook',
	'availability',
	'engines',
	'entitlements',
	'users',
	'sharings',
	'selectedDatasets',
	'crawledDatasets',
	'providers',
	'permissions',
	'connections',
	'resources',
	'types',
	'misfiredExecutionReason',
	'errorMessage',
];

function oddRecord(answers: Answers, way: (type: string) => unknown): IDataObject {
	const [doc, ...rest] = (answers.schema ?? '').split('.');
	const fields = interfaceSchemas[doc!]?.[rest.join('.')]?.fields ?? {};
	const odd = Object.fromEntries(
		[
			...UNDOCUMENTED_FIELDS.map((name) => [name, ''] as const),
			...Object.entries(fields).map(([name, { type }]) => [name, type] as const),
		].map(([name, type]) => [name, way(type)]),
	);
	const needed = goodRecord({ ...answers, schema: undefined }, 0);
	return { ...(odd as IDataObject), ...needed };
}

function oddAnswer(operation: RequestOperation, way: (type: string) => unknown): Scripted {
	const { answers, pages, method } = operation;
	const good = goodAnswer(operation);
	if (answers.kind === 'record')
		return { status: method === 'POST' ? 201 : 200, body: JSON.stringify(oddRecord(answers, way)) };
	if (answers.kind === 'list')
		return goodPage({ answers, pages } as RequestOperation, [oddRecord(answers, way)], {
			at: pages?.first ?? 0,
			total: 1,
		});
	return good;
}

const OF_JAVASCRIPT =
	/cannot (read|set|destructure|convert)|is not (a function|iterable|defined|a constructor)|undefined|\[object |native code|Invalid (time|date|array)/i;

describe('no operation breaks off', () => {
	let tried = 0;
	let refused = 0;

	test.each(Object.keys(nodeTypes))(
		'no operation of %s crashes on a value of another type',
		async (node) => {
			const findings: string[] = [];
			for (const named of allOperations.filter(({ area }) => area === node))
				for (const [what, way] of Object.entries(OTHER_TYPES)) {
					if (!isTried()) continue;
					scripted.server.script = ({ operation }) =>
						operation ? oddAnswer(operation, way) : undefined;
					tried++;
					const reported = await scripted
						.perform(named, parametersFor(named.operation))
						.catch((error: unknown) => error as Error & { description?: string });
					if (!(reported instanceof Error)) continue;
					refused++;
					if (OF_JAVASCRIPT.test(`${reported.message} ${reported.description ?? ''}`))
						findings.push(
							`${named.name}, ${what}: ${reported.message} | ${reported.description ?? ''}`,
						);
				}
			expect(findings).toEqual([]);
		},
	);

	test('the answers are a mixture of those that are refused and those that are output', () => {
		report(`Answers of other types: ${tried} tried, ${refused} refused`);
		expect(refused).toBeGreaterThan(0);
		expect(tried - refused).toBeGreaterThan(allOperations.length / 3);
	});
});
