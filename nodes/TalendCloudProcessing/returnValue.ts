/** A value that a job returns by writing `NAME=value` into its log. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Call } from '../shared/declare/operation';
import { clock } from '../shared/support/clock';
import { isObject } from '../shared/support/json';
import { getEntries } from '../TalendCloudObservability/resources/executionLog';

/** How long after the end of an execution its log is complete (docs/platform/interface.md, "Logs and metrics"). */
const COMPLETE_AFTER_MS = 30_000;
const PAGE = 200;
/** Pages that are looked through, the latest entries first. */
const PAGES_AT_MOST = 50;

/** The last value that a text gives a name; whatever stands before the name ends with none of its characters. */
export function valueIn(text: string, name: string): string | undefined {
	const line = new RegExp(`(?:^|[^\\w.-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[ \\t]*=(.*)$`, 'gm');
	return [...text.matchAll(line)].at(-1)?.[1]?.trim();
}

/**
 * The value that an execution which has ended gave the name last; null, with a hint, if its log has none or cannot be read.
 * The log is waited for, because its last lines arrive after the end.
 */
export async function returnValueOf(call: Call, execution: IDataObject, name: string): Promise<string | null> {
	const executionId = String(execution.executionId);
	const ended = Date.parse(String(execution.finishTimestamp ?? ''));
	const missing = (Number.isNaN(ended) ? clock.now() : ended) + COMPLETE_AFTER_MS - clock.now();
	if (missing > 0) await clock.sleep(Math.min(missing, COMPLETE_AFTER_MS), call.signal);
	try {
		for (let page = 0; page < PAGES_AT_MOST; page++) {
			const { body } = await call.ask(getEntries, { executionId, order: 'DESC', count: PAGE, startIndex: page * PAGE });
			const entries = isObject(body) && Array.isArray(body.data) ? (body.data as unknown[]).filter(isObject) : [];
			for (const { logMessage } of entries) {
				const value = valueIn(String(logMessage ?? ''), name);
				if (value !== undefined) return value;
			}
			if (entries.length < PAGE) {
				call.hint(`The log of execution ${executionId} has no ${name}=…: its return value is null.`);
				return null;
			}
		}
		call.hint(`The latest ${PAGE * PAGES_AT_MOST} entries in the log of execution ${executionId} have no ${name}=…: its return value is null.`);
	} catch (error) {
		call.signal.throwIfAborted();
		if (!(error instanceof NodeApiError)) throw call.problem((error as Error).message, 'Give the name as the job writes it, before the equals sign.');
		call.hint(`The log of execution ${executionId} could not be read, so its return value is null: ${error.message}`);
	}
	return null;
}
