/**
 * What the example workflows decide about input that they do not show: a wrong decision would lock
 * somebody out, or start something twice.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

import { isObject } from '../../../nodes/shared/support/json';

/** All expressions in a value. */
function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('={{') ? [value] : [];
	return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(expressionsIn) : [];
}

/**
 * A function that evaluates the expressions of a node.
 * @returns what they result in for an item, which other nodes had as `others` say
 */
function decisionsOf(example: string, node: string) {
	const file = join(__dirname, `../../../workflows/${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ name: string; parameters: object }>;
	};
	const expressions = expressionsIn(nodes.find(({ name }) => name === node)!.parameters);
	return (json: object, others: Record<string, object> = {}): unknown[] =>
		expressions.map((expression) =>
			(
				compileFunction(`return (${expression.slice(3, -2)})`, ['$json', '$']) as (
					json: object,
					nodeNamed: (name: string) => object,
				) => unknown
			)(json, (name) => ({ item: { json: others[name] ?? {} } })),
		);
}

test.each([
	['joins', [true, false]],
	['Joins', [true, false]],
	[' joins ', [true, false]],
	['Leaves\n', [false, true]],
	['moves', [false, false]],
	['joins or leaves', [false, false]],
	['', [false, false]],
	[undefined, [false, false]],
	[null, [false, false]],
])('the change "%s" creates or deactivates a user only as described', (change, wanted) => {
	expect(decisionsOf('joiners-and-leavers', 'Joins or Leaves?')({ change })).toEqual(wanted);
});

test('the report of joiners and leavers names a change that is neither', () => {
	expect(
		decisionsOf('joiners-and-leavers', 'Failed')(
			{ change: 'moves' },
			{ 'One by One': { login: 'ana.demo' } },
		),
	).toEqual(['ana.demo: Nothing was done: its change is "moves", neither joins nor leaves']);
});

describe('a task that failed because of the network', () => {
	const started = (executionType: string) => ({
		'When a Task Failed': { executionType },
		Explain: { cause: 'network', summary: 'Load orders failed' },
	});
	const cause = { cause: 'network' };

	test.each([
		['SCHEDULED', true],
		['MANUAL', true],
		['PLAN', false],
	])(
		'the task is started again if it was not started by a plan: %s',
		(executionType, isStarted) => {
			expect(
				decisionsOf('triage-failures', 'Network or Engine?')(cause, started(executionType)),
			).toEqual([isStarted]);
		},
	);

	test('the report says what to do about a task that was not started again because it is of a plan', () => {
		expect(decisionsOf('triage-failures', 'Tell Someone')(cause, started('PLAN'))).toEqual([
			'A plan runs it, so it was not started alone. Load orders failed. Cause: network. Check the network, then run the plan again from the failed step.',
		]);
	});
});
