/**
 * Reads from a crawler how its last run ended (docs/platform/interface.md, "Catalog and crawlers").
 */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../shared/support/json';
import { isAbsent } from '../../../shared/support/nothing';
import {
	count,
	durationWords,
	reasonWords,
	sentence,
	subjectWords,
	timeWords,
} from '../../../shared/support/text/summary';
import { platformTime } from '../../../shared/support/time/time';

/**
 * `partial`: some datasets could not be created, or have no sample. `incomplete`: the run was ended
 * before all datasets were done.
 */
export type CrawlOutcome = 'succeeded' | 'partial' | 'incomplete' | 'failed';

/**
 * The states that occur. The interface documents and Talend's OpenAPI files may spell them
 * differently.
 */
const ENDS = new Map<string, 'finished' | 'failed'>([
	['finished', 'finished'],
	['propertiesretrievalfailed', 'failed'],
]);

/** A crawler that has never run may have no state. */
const NO_RUN = new Set(['', 'notstarted']);
const RUNNING = new Set(['retrievingproperties', 'creatingdatasets']);

/**
 * The status of the last run. In a list, a crawler may be light: it has only the state of its last
 * run, at the top level.
 */
export function statusOf({ status, runStatus }: IDataObject): IDataObject {
	if (isObject(status)) return status;
	return isAbsent(runStatus) ? {} : { runStatus };
}

/** Whether this crawler is light, so that only the single read shows its last run. */
export const isLight = ({ status, runStatus }: IDataObject): boolean =>
	!isObject(status) && typeof runStatus === 'string';

const runStatusIn = (crawler: IDataObject): string =>
	String(statusOf(crawler).runStatus ?? '')
		.replace(/[\s_-]/g, '')
		.toLowerCase();

/** Whether a run is in progress. */
export const isRunning = (crawler: IDataObject): boolean => RUNNING.has(runStatusIn(crawler));

/**
 * How the last run ended; undefined if it has not. A state that the documents do not name is not
 * final. The counters, which only the single read has, distinguish the kinds of success.
 */
export function crawlOutcome(crawler: IDataObject): CrawlOutcome | undefined {
	const end = ENDS.get(runStatusIn(crawler));
	if (end !== 'finished') return end;
	const { nbDatasetsToCrawl, nbDatasetsFinished, nbDatasetsFailed, nbSamplesFailed } =
		statusOf(crawler);
	const lost = Number(nbDatasetsFailed ?? 0) + Number(nbSamplesFailed ?? 0);
	if (
		nbDatasetsFinished !== undefined &&
		Number(nbDatasetsFinished) + lost < Number(nbDatasetsToCrawl ?? 0)
	)
		return 'incomplete';
	return lost > 0 ? 'partial' : 'succeeded';
}

/**
 * Whether a crawler shows another run than before. Runs have no ID, the start of one may appear
 * together with the end of the previous one, and the platform may show no times at all.
 */
export function isAnotherRun(now: IDataObject, before: IDataObject): boolean {
	const [reported, past] = [statusOf(now), statusOf(before)];
	if (NO_RUN.has(runStatusIn(before)) && !past.runStartedAt) return true;
	const anotherEnd = (reported.runFinishedAt ?? undefined) !== (past.runFinishedAt ?? undefined);
	if (!reported.runStartedAt) return anotherEnd;
	return reported.runStartedAt !== past.runStartedAt && (anotherEnd || !reported.runFinishedAt);
}

/**
 * How long the last run of a crawler took, in seconds; undefined if it has not ended, or if it
 * seems to have ended before it started, because clocks differ.
 */
export function secondsOf(crawler: IDataObject): number | undefined {
	const { runStartedAt, runFinishedAt } = statusOf(crawler);
	const ms = platformTime(runFinishedAt) - platformTime(runStartedAt);
	return ms >= 0 ? ms / 1_000 : undefined;
}

/**
 * "Crawler Sales tables failed in part at 18:30: 2 datasets failed, 1 sample failed".
 * @param how it ended, or that it started
 */
export function runInWords(crawler: IDataObject, how: string, at: unknown, zone: string): string {
	const { nbDatasetsFinished, nbDatasetsFailed, nbSamplesFailed, failure } = statusOf(crawler);
	const seconds = secondsOf(crawler);
	const lost = [
		[nbDatasetsFailed, 'dataset'],
		[nbSamplesFailed, 'sample'],
	].map(([number, noun]) =>
		Number(number) > 0 ? `${count(Number(number), String(noun))} failed` : undefined,
	);
	const isFine = crawlOutcome(crawler) === 'succeeded' && typeof nbDatasetsFinished === 'number';
	return sentence(
		`Crawler ${subjectWords({ noun: '', id: crawler.id, name: crawler.name })}`,
		[how, timeWords(at, zone)],
		[
			reasonWords(failure),
			...(isFine
				? [
						`${count(nbDatasetsFinished, 'dataset')}${seconds === undefined ? '' : ` in ${durationWords(seconds)}`}`,
					]
				: lost),
		],
	);
}
