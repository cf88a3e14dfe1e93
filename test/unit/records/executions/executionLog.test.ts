/** How long until the log of an execution is complete. */
import { msUntilLogIsComplete } from '../../../../nodes/records/executions/executionLog';
import { clock } from '../../../../nodes/shared/support/time/clock';
import { changed } from '../../../support/changed';

const END = Date.parse('2026-03-31T08:00:00Z');
const date = (secondsAfterEnd: number) => ({
	date: new Date(END + secondsAfterEnd * 1_000).toUTCString(),
});
/** n8n's clock. */
beforeEach(() => void changed(clock, { now: () => END + 25_000 }));

test.each([
	{ what: 'ended 10 seconds ago', finishedAt: END, headers: date(10), wait: 20_000 },
	{ what: 'ended 30 seconds ago', finishedAt: END, headers: date(30), wait: 0 },
	{ what: 'ended an hour ago', finishedAt: END, headers: date(3_600), wait: 0 },
	{
		what: 'ends in an hour by the clock of Talend Cloud',
		finishedAt: END,
		headers: date(-3_600),
		wait: 30_000,
	},
	{ what: 'ended at an unknown time', finishedAt: NaN, headers: date(10), wait: 30_000 },
	{ what: 'ended 25 seconds ago by the clock of n8n', finishedAt: END, headers: {}, wait: 5_000 },
])(
	'the log of an execution that $what is complete in $wait ms',
	({ finishedAt, headers, wait }) => {
		expect(msUntilLogIsComplete(finishedAt, headers)).toBe(wait);
	},
);
