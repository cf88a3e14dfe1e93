/** How an execution ended, in one sentence that can be sent to a chat as it is. */
import { summaryOfExecution } from '../../../../nodes/records/executions/executionSummary';
import { clock } from '../../../../nodes/shared/support/time/clock';
import { changed } from '../../../support/changed';

beforeEach(() => void changed(clock, { now: () => Date.parse('2026-03-31T20:00:00Z') }));

const orders = { noun: 'Task', id: '7', name: 'Load orders', workspaceName: 'Finance' };

test('a failure has all that is known of it in one sentence', () => {
	expect(
		summaryOfExecution(
			orders,
			{
				how: 'failed',
				component: 'tDBOutput_1',
				at: '2026-03-31T16:30:00Z',
				reason: 'Table ORDERS does not exist.\nat java.lang.Thread',
				failuresInARow: 9,
				rows: 12,
			},
			'Europe/Paris',
		),
	).toBe(
		'Load orders (Finance) failed in tDBOutput_1 at 18:30: Table ORDERS does not exist, the 9th time in a row',
	);
});

describe('the summary of an execution', () => {
	const ended = { how: 'succeeded', at: '2026-03-31T16:30:00Z', rows: 1200, durationSeconds: 3.2 };

	test.each([
		{
			what: 'a success with rows',
			record: orders,
			execution: ended,
			words: 'Load orders (Finance) succeeded at 16:30: 1,200 rows in 3 s',
		},
		{
			what: 'a success with rejected rows',
			record: orders,
			execution: { ...ended, how: 'rejected rows', rejectedRows: 17 },
			words: 'Load orders (Finance) rejected rows at 16:30: 1,200 rows in 3 s, 17 rejected',
		},
		{
			what: 'a success without times',
			record: orders,
			execution: { how: 'succeeded', rows: 1, rejectedRows: 0 },
			words: 'Load orders (Finance) succeeded: 1 row',
		},
		{
			what: 'a success without rows',
			record: orders,
			execution: { ...ended, rows: undefined },
			words: 'Load orders (Finance) succeeded at 16:30 after 3 s',
		},
		{
			what: 'a failure in a component without a visible name',
			record: orders,
			execution: { how: 'failed', component: ' ' },
			words: 'Load orders (Finance) failed',
		},
		{
			what: 'a failure of which nothing else is known',
			record: { noun: 'Task', id: '7' },
			execution: { how: 'failed' },
			words: 'Task 7 failed',
		},
	])('the summary of $what has what is known', ({ record, execution, words }) => {
		expect(summaryOfExecution(record, execution, 'UTC')).toBe(words);
	});
});
