/** What the items of one node run share: how a run ends, and what its errors name. */
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { BadInput } from '../../../../nodes/shared/declare/badInput';
import { itemError, withStarted } from '../../../../nodes/shared/engine/run/itemErrors';
import { afterFailure, enterRun } from '../../../../nodes/shared/engine/run/lifecycle';
import type { RunState } from '../../../../nodes/shared/engine/run/runState';
import type { N8nContext } from '../../../../nodes/shared/n8n/contexts';
import { noteRecord } from '../../../../nodes/shared/support/errorNotes';
import { stub } from '../../../support/stub';

const node = stub<INode>({ name: 'Node', parameters: {} });
const problem = (message: string) => new NodeOperationError(node, message, { description: 'Why.' });

function contextOf({
	stop = new AbortController(),
	continues = false,
	onError,
}: { stop?: AbortController; continues?: boolean; onError?: INode['onError'] } = {}) {
	return {
		stop,
		context: stub<N8nContext>({
			getExecutionCancelSignal: () => stop.signal,
			continueOnFail: () => continues,
			getNode: () => ({ ...node, onError }),
		}),
	};
}

/** The state of a new run. */
const newRunState = () => enterRun(contextOf().context).nodeRun;

describe('a node run', () => {
	test('a node run begins with nothing', () => {
		const nodeRun = newRunState();
		expect(nodeRun).toEqual({
			sharedReads: new Map(),
			hints: new Set(),
			stillRunning: new Set(),
			started: new Map(),
			leftToFirst: new Set(),
			maybeDone: new Map(),
			waiting: 0,
			leftOut: new Map(),
			inProgress: new Set(),
		});
	});

	test('a node run ends once when the workflow is stopped, with its items in progress', () => {
		const { stop, context } = contextOf();
		const { nodeRun } = enterRun(context);
		const items = [new AbortController(), new AbortController()];
		for (const item of items) nodeRun.inProgress.add(item);
		stop.abort('stopped');
		expect(nodeRun.endedBy).toEqual({ reason: 'stopped' });
		expect(items.map(({ signal }) => signal.reason as unknown)).toEqual(['stopped', 'stopped']);
	});

	test('a node run of a workflow that has already been stopped ends at once', () => {
		const { stop, context } = contextOf();
		stop.abort('before');
		expect(enterRun(context).nodeRun.endedBy).toEqual({ reason: 'before' });
	});

	test('a node run that has ended is not ended again by a stop', () => {
		const { stop, context } = contextOf();
		const left = enterRun(context);
		left.leave();
		const ended = enterRun(context, { ...newRunState(), endedBy: { reason: 'an item' } }).nodeRun;
		stop.abort('stopped');
		expect(left.nodeRun.endedBy).toBeUndefined();
		expect(ended.endedBy).toEqual({ reason: 'an item' });
		expect(() => enterRun({} as N8nContext).leave()).not.toThrow();
	});
});

describe('the error of an item', () => {
	test('the error of refused input names the item', () => {
		expect(
			itemError(new BadInput('a', 'A', 'must be set'), {
				shownNode: node,
				itemIndex: 3,
				nodeRun: newRunState(),
			}),
		).toMatchObject({ message: '"A" must be set', context: { itemIndex: 3 } });
	});

	test('an error that is not refused input is not changed', () => {
		const error = new Error('x');
		expect(itemError(error, { shownNode: node, itemIndex: 3, nodeRun: newRunState() })).toBe(error);
	});

	test('an unsent item names the item that stopped the node', () => {
		const reason = new Error('x');
		const nodeRun: RunState = {
			...newRunState(),
			failed: { itemIndex: 1, message: 'No task.' },
			endedBy: { reason },
		};
		expect(itemError(reason, { shownNode: node, itemIndex: 3, nodeRun })).toMatchObject({
			message: 'Not sent: item 1 stopped the node. No task.',
			description:
				'To continue with the other items, set On Error to Continue in the node settings.',
			context: { itemIndex: 3 },
		});
		expect(itemError(reason, { shownNode: node, itemIndex: 1, nodeRun })).toBe(reason);
		const other = new Error('y');
		expect(itemError(other, { shownNode: node, itemIndex: 3, nodeRun })).toBe(other);
		expect(
			itemError(undefined, {
				shownNode: node,
				itemIndex: 3,
				nodeRun: { ...nodeRun, endedBy: undefined },
			}),
		).toMatchObject({
			message: 'Not sent: item 1 stopped the node. No task.',
		});
	});
});

test.each([
	[{ any: false, writing: false }, 'Not sent'],
	[{ any: true, writing: false }, 'Interrupted before anything was changed'],
	[{ any: true, writing: true }, 'Interrupted after a request that may have succeeded'],
])('an item of which %j was sent says how far it came', (sent, words) => {
	const reason = new Error('x');
	const nodeRun = {
		...newRunState(),
		failed: { itemIndex: 1, message: 'No.' },
		endedBy: { reason },
	};
	expect(itemError(reason, { shownNode: node, itemIndex: 3, nodeRun, sent })).toMatchObject({
		message: `${words}: item 1 stopped the node. No.`,
	});
});

describe('the error that ends a node run', () => {
	const ended = (more: Partial<RunState>, reason: unknown = problem('Bad.')): RunState => ({
		...newRunState(),
		endedBy: { reason },
		...more,
	});
	const started = new Map([
		['a', { action: 'Create a task', itemIndex: 0 }],
		['b', { action: 'Create a task', itemIndex: 1 }],
		['c', { action: 'Run a plan', itemIndex: 2 }],
	]);

	test('an error is not changed if nothing was started', () => {
		const reason = problem('Bad.');
		expect(withStarted(ended({}, reason), node)).toBe(reason);
		expect(reason.description).toBe('Why.');
		expect(withStarted(ended({}, 'a signal'), node)).toBe('a signal');
	});

	test('the error names what others have started, what is still running and what may have succeeded', () => {
		const error = withStarted(
			ended({
				failed: { itemIndex: 1, message: 'Bad.' },
				started,
				stillRunning: new Set(['c', 'd']),
				maybeDone: new Map([
					[1, 'Own'],
					[4, 'Run a task'],
					[5, 'Run a plan'],
				]),
			}),
			node,
		) as NodeOperationError;
		expect(error.message).toBe('Bad.');
		expect(error.description).toBe(
			'Why. Still running in Talend Cloud, started by other items: c, d. Done by other items (Create a task): a. May have succeeded: item 4 (Run a task), item 5 (Run a plan).',
		);
	});

	test('the error of a stopped workflow names all that was started', () => {
		const error = withStarted(ended({ started }, 'a signal'), node) as NodeOperationError;
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'The workflow was stopped',
			description: 'Done by the items (Create a task): a, b. Done by the items (Run a plan): c.',
		});
		expect(
			withStarted(ended({ stillRunning: new Set(['d']) }, new Error('stopped')), node),
		).toMatchObject({
			message: 'stopped',
			description: 'Still running in Talend Cloud, started by the items: d.',
		});
		expect(
			withStarted(
				ended(
					{ maybeDone: new Map([[4, 'Run a task']]) },
					new NodeApiError(node, {}, { message: 'No', description: 'Api.' }),
				),
				node,
			),
		).toMatchObject({ description: 'Api. May have succeeded: item 4 (Run a task).' });
	});

	describe('what the items of a node run did', () => {
		const nodeRun = () => ended({ failed: { itemIndex: 1, message: 'Bad.' }, started });

		test('the error of the item that ended the node run lists what other items did', () => {
			expect(
				withStarted(nodeRun(), node, { reason: problem('Same.'), itemIndex: 1 }),
			).toMatchObject({
				message: 'Same.',
				description:
					'Why. Done by other items (Create a task): a. Done by other items (Run a plan): c.',
			});
		});

		test('the error of one item also lists what another item did', () => {
			expect(
				withStarted(nodeRun(), node, { reason: problem('Other.'), itemIndex: 2 }),
			).toMatchObject({
				message: 'Other.',
				description:
					'Why. Done by the items (Create a task): a, b. Done by the items (Run a plan): c.',
			});
		});
	});

	describe('the IDs of many executions', () => {
		const endedWith = (count: number) =>
			withStarted(
				ended({ stillRunning: new Set(Array.from({ length: count }, (_, index) => `i${index}`)) }),
				node,
			) as NodeOperationError;

		test('the error names a hundred IDs', () => {
			const { description, messages } = endedWith(100);
			expect(description).toMatch(/i98, i99\.$/);
			expect(messages).toEqual([]);
		});

		test('the error says how many more than a hundred there are', () => {
			expect(endedWith(102).description).toMatch(/i98, i99 and 2 more\.$/);
		});

		test('the details name all of more than a hundred IDs', () => {
			expect(endedWith(102).messages).toEqual([
				expect.stringMatching(
					/^Still running in Talend Cloud, started by the items: i0, .*, i100, i101$/,
				),
			]);
		});
	});
});

describe('an item without success', () => {
	const failure = () => problem('Bad.');
	test('the first failure ends the node run, with its items in progress', () => {
		const { context } = contextOf();
		const nodeRun = newRunState();
		const other = new AbortController();
		nodeRun.inProgress.add(other);
		const error = failure();
		expect(afterFailure(context, nodeRun, error, 3)).toEqual([]);
		expect(nodeRun).toMatchObject({
			failed: { itemIndex: 3, message: 'Bad.' },
			endedBy: { reason: error },
		});
		expect(other.signal.reason).toBe(error);
		afterFailure(context, nodeRun, new Error('later'), 4);
		expect(nodeRun.failed).toEqual({ itemIndex: 3, message: 'Bad.' });
	});

	const itemOf = (error: unknown, onError: INode['onError'] = 'continueRegularOutput') => {
		const nodeRun = newRunState();
		const [item, ...more] = afterFailure(
			contextOf({ continues: true, onError }).context,
			nodeRun,
			error,
			3,
		);
		expect(more).toEqual([]);
		expect(nodeRun.endedBy).toBeUndefined();
		return item!;
	};

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'a failure becomes an item of one format if the node continues (%s)',
		(onError) => {
			expect(itemOf(failure(), onError)).toEqual({
				json: { error: 'Bad.', details: { description: 'Why.' } },
				pairedItem: { item: 3 },
			});
			const refused = Object.assign(noteRecord(failure(), { executionId: 'e' }), {
				httpCode: '404',
			});
			expect(itemOf(refused, onError).json).toEqual({
				error: 'Bad.',
				details: { description: 'Why.', httpCode: '404', executionId: 'e' },
			});
			expect(itemOf(new Error('Bad.'), onError).json).toEqual({ error: 'Bad.' });
			// As the message for a model has it.
			expect(itemOf(problem('Bad. Why.'), onError).json).toEqual({ error: 'Bad. Why.' });
		},
	);

	test('the item of the error output loses its error when n8n copies it', () => {
		const error = failure();
		const item = itemOf(error, 'continueErrorOutput');
		expect(item.error).toBe(error);
		expect('error' in { ...item }).toBe(false);
	});

	test('the item of the regular output has no error', () => {
		expect('error' in itemOf(failure())).toBe(false);
	});

	test('a failure ends the node run of a stopped workflow even if the node continues', () => {
		const { stop, context } = contextOf({ continues: true });
		const nodeRun = newRunState();
		stop.abort('stopped');
		expect(afterFailure(context, nodeRun, failure(), 3)).toEqual([]);
		expect(nodeRun.failed).toEqual({ itemIndex: 3, message: 'Bad.' });
		expect(
			afterFailure(stub<N8nContext>({ continueOnFail: () => false }), newRunState(), failure(), 3),
		).toEqual([]);
	});
});
