/** *Run and Wait* of a crawler. */
import type { IDataObject } from 'n8n-workflow';

import { type Output, record } from '../../../shared/declare/answers';
import { boolean, choice, integer, type Values } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import { checkedOwnRecord, OWN_RECORD_MESSAGES } from '../../../shared/flows/ownRecord';
import { awaitEnd } from '../../../shared/flows/wait/awaitEnd';
import { awaiting } from '../../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../../shared/flows/wait/followedWork';
import { END_MESSAGES, WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { noteEnd } from '../../../shared/support/errorNotes';
import { isText, objectIn, withoutUndefined } from '../../../shared/support/json';
import {
	type CrawlOutcome,
	crawlOutcome,
	isAnotherRun,
	isRunning,
	runInWords,
	secondsOf,
	statusOf,
} from './crawlState';
import { crawlerField, end, getCrawler, MANY_TABLES, run, TOO_MANY_TABLES } from './requests';

const FAILED_CRAWL = problem(
	'The crawler run {how}{reason}',
	'Crawler {crawlerId} ended with the status {status}.{counters} To see why, use Crawler → Download Errors. To output failed runs instead, turn off "Fail When the Run Fails".',
);

const ENDED: Record<CrawlOutcome, string> = {
	succeeded: 'succeeded',
	partial: 'did not succeed for all datasets',
	incomplete: 'was ended before all datasets were done',
	failed: 'failed',
};

/**
 * A run that was started, or that was already in progress and is followed; and the crawler as it
 * was before.
 */
interface BegunRun extends IDataObject {
	before: IDataObject;
	follows: boolean;
}

/**
 * What *Run and Wait* does if the crawler is already running. The choices are those for tasks,
 * except that there cannot be two runs at the same time.
 */
const ifAlreadyRunning = {
	ifAlreadyRunning: choice(
		'What to do if the crawler is already running; if not set, the node fails',
		[
			{ value: 'skip', name: 'Skip' },
			{ value: 'follow', name: 'Follow It' },
			{
				value: 'waitThenStart',
				name: 'Wait, Then Start',
				description:
					'Wait until nothing is in progress, for no longer than the time limit, then start',
			},
		],
	).optional(),
	skipIfRunning: boolean(
		'Whether to start nothing while the crawler is already running. Use If Already Running instead.',
	)
		.former()
		.optional(),
};

const RUN_MESSAGES = [
	...OWN_RECORD_MESSAGES,
	...WAIT_MESSAGES,
	...END_MESSAGES,
	TOO_MANY_TABLES,
	FAILED_CRAWL,
];

const runAndWaitFields = { crawlerId: crawlerField() };

const runAndWaitSettings = {
	timeLimit: integer(
		'How many minutes to wait for the end of the run; with many tables it can take hours',
	)
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(360),
	failOnFailure: boolean(
		'Whether the node fails if the run fails or is ended early; when off, the run is output',
	)
		.label('Fail When the Run Fails')
		.initial(true),
	failOnPartialFailure: boolean(
		'Whether a run counts as failed when some datasets could not be created or have no sample',
	).optional(),
	endAtTimeLimit: boolean('Whether to end the run when the time limit passes').optional(),
	endOnStop: boolean('Whether to end the run when the workflow is stopped').optional(),
	...ifAlreadyRunning,
};

export const runAndWait = awaiting({
	name: 'Run and Wait',
	action: 'Run a crawler and wait until it finishes',
	description:
		'Start a run, wait until it has ended, and return its outcome, counters and duration',
	fields: runAndWaitFields,
	settings: runAndWaitSettings,
	uses: [run, getCrawler, end],
	messages: RUN_MESSAGES,
	patient: true,
	answers: record('C.Crawler', { leads: ['name', 'outcome', 'summary', 'durationSeconds'] }),
	// A run has no ID, so two items with the same crawler run it one after the other.
	lockKey: (values) => `crawler ${values.crawlerId}`,
	begin: beginRun,
	howToFollow: followRun,
	finish: outputOfRun,
});

/** The choices of *Run and Wait*. */
type RunChoices = Values<typeof runAndWaitFields> & Values<typeof runAndWaitSettings>;

/** Starts a run. If the crawler is already running, this does what the user chose for that case. */
async function beginRun(
	op: ContextShowing<typeof RUN_MESSAGES>,
	{ crawlerId, ...settings }: RunChoices,
): Promise<BegunRun | Output[]> {
	// The crawler is read before the start, and only in the first try, so that the run that an
	// earlier try has started is distinguished from the previous one.
	const crawlerBefore = await op.once('before', async () => await readCrawler(op, crawlerId));
	const before = checkedOwnRecord(op, crawlerBefore, 'id', crawlerId);
	const selected = ((before.crawledDatasets ?? []) as string[]).length;
	if (selected >= MANY_TABLES) op.hint(TOO_MANY_TABLES, { crawlerId, count: selected });
	const chosen =
		settings.ifAlreadyRunning ?? (settings.skipIfRunning === true ? 'skip' : undefined);
	const isAlready = isRunning(before);
	if (isAlready && chosen === 'skip') return [{ json: { skipped: true, ...before } }];
	if (isAlready && chosen === 'follow') return { before, follows: true };
	const untilItEnds = async () => await awaitEnd(op, earlierRun(op, crawlerId, settings.timeLimit));
	// Only the first try waits here. In a later try, the run in progress is the one that it started.
	const previous =
		isAlready && chosen === 'waitThenStart' ? await op.once('previous', untilItEnds) : before;
	await op.sendValues(run, { crawlerId });
	return { before: previous, follows: false };
}

function followRun(
	op: ContextShowing<typeof RUN_MESSAGES>,
	{ before, follows }: BegunRun,
	{ crawlerId, timeLimit, endAtTimeLimit, endOnStop }: RunChoices,
): FollowedWork {
	return {
		subject: `The run of crawler ${crawlerId}`,
		wasRunning: follows,
		id: crawlerId,
		ids: { crawlerId },
		read: async () => await readCrawler(op, crawlerId),
		idField: 'id',
		hasEnded: endOfRun(before, follows),
		timeLimitMinutes: timeLimit,
		end: {
			op,
			terminate: async () => await op.sendAfterStop(end, { crawlerId }),
			endsAtTimeLimit: endAtTimeLimit,
			endsOnStop: endOnStop,
		},
	};
}

/** @throws if the run has failed and the user chose that the node fails then */
async function outputOfRun(
	op: ContextShowing<typeof RUN_MESSAGES>,
	{ follows }: BegunRun,
	last: IDataObject,
	{ crawlerId, failOnFailure, failOnPartialFailure }: RunChoices,
): Promise<Output[]> {
	const outcome = crawlOutcome(last)!;
	if (failOnFailure && isFailure(outcome, failOnPartialFailure === true)) {
		const values = { crawlerId, how: ENDED[outcome], ...wordsOf(statusOf(last)) };
		throw noteEnd(op.problem(FAILED_CRAWL, values), { crawlerId });
	}
	const durationSeconds = secondsOf(last);
	const { runFinishedAt } = statusOf(last);
	const json = withoutUndefined({
		crawlerId,
		outcome,
		summary: runInWords(last, ENDED[outcome], runFinishedAt, op.timezone),
		durationSeconds,
		...(follows ? { reattached: true } : {}),
		...last,
	});
	return [{ json }];
}

const readCrawler = async (op: OperationContext, crawlerId: string): Promise<IDataObject> =>
	objectIn((await op.sendValues(getCrawler, { crawlerId })).body);

/** A run in progress, whose end is waited for before another one is started. */
const earlierRun = (op: OperationContext, crawlerId: string, timeLimit: number): FollowedWork => ({
	subject: `The earlier run of crawler ${crawlerId}`,
	wasRunning: true,
	id: crawlerId,
	ids: { crawlerId },
	read: async () => await readCrawler(op, crawlerId),
	idField: 'id',
	hasEnded: (crawler) => !isRunning(crawler),
	timeLimitMinutes: timeLimit,
});

/**
 * Whether a run has ended. Before the crawler shows a run that was started, it still shows the end
 * of the previous one.
 * @param hasStarted whether the crawler already shows the run
 */
function endOfRun(before: IDataObject, hasStarted: boolean): (crawler: IDataObject) => boolean {
	return (crawler) => {
		hasStarted ||= isRunning(crawler);
		return crawlOutcome(crawler) !== undefined && (hasStarted || isAnotherRun(crawler, before));
	};
}

const isFailure = (outcome: CrawlOutcome, isPartialFailure: boolean): boolean =>
	outcome === 'failed' || outcome === 'incomplete' || (outcome === 'partial' && isPartialFailure);

/** Says in words how a run ended. */
function wordsOf({
	runStatus,
	failure,
	nbDatasetsToCrawl,
	nbDatasetsFinished,
	nbDatasetsFailed,
	nbSamplesFailed,
}: IDataObject) {
	const counts = [nbDatasetsToCrawl, nbDatasetsFinished, nbDatasetsFailed, nbSamplesFailed];
	const [toCrawl, finished, failed, withoutSample] = counts.map(String);
	const counters = counts.every((count) => typeof count === 'number')
		? ` Of ${toCrawl} datasets, ${finished} are done. Not created: ${failed}. Without a sample: ${withoutSample}.`
		: '';
	const reason = isText(failure) ? `: ${failure}` : '';
	return { reason, status: String(runStatus), counters };
}
