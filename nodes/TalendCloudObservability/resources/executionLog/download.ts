/** *Download* of an execution's log: its parts are generated one after the other and joined. */
import type { IDataObject } from 'n8n-workflow';

import {
	executionField,
	logTimeFields,
	logTimeRules,
	msUntilLogIsComplete,
} from '../../../records/executions/executionLog';
import { outcomeOf } from '../../../records/executions/outcome';
import { getTaskExecution as getExecution } from '../../../records/executions/taskExecutions';
import { binaryPropertyField, flow } from '../../../shared/declare/define';
import { otherIdIn } from '../../../shared/declare/derived/recordId';
import { boolean, type Values } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import type { Answer } from '../../../shared/declare/runtime/exchange';
import { readUntil } from '../../../shared/flows/wait/readUntil';
import { fileNameIn, plainFileName } from '../../../shared/support/http/fileNames';
import { isRefusedWith } from '../../../shared/support/http/refused';
import { isText, objectIn } from '../../../shared/support/json';
import { clock } from '../../../shared/support/time/clock';
import { MINUTE, platformTime } from '../../../shared/support/time/time';
import { fileFields, generateFile, getFileStatus, NEXT_END } from './requests';

const READY = 'READY';

const FAILED = 'FAILED';

const READY_LIMIT_MS = 600_000;

/** A limit for the number of parts, in case the platform never says that the log is complete. */
const MAX_PARTS = 1_000;

const CUT_LOG = problem(
	'Talend Cloud cut the log without saying where it continues',
	'Nothing was returned. Choose a shorter time span with Start Time and End Time.',
);

const NOT_READY = problem(
	'The log file was not ready after {minutes} minutes',
	'{status}Try again later.',
);

const NOT_GENERATED = problem(
	'Talend Cloud could not generate the log file',
	'Nothing was returned. Try again. If this persists, choose a shorter time span with Start Time and End Time, or use Get Entries.',
);

const NO_ENTRIES = problem(
	'The log file is empty, although Talend Cloud announced entries',
	'It announced {count}. Nothing was returned: try again. Get Entries reads the log without a file.',
);

const DOWNLOAD_MESSAGES = [CUT_LOG, NOT_READY, NOT_GENERATED, NO_ENTRIES];

const downloadFields = {
	executionId: executionField(),
	fileFormat: fileFields.fileFormat.initial('text'),
	startTime: logTimeFields.startTime,
	endTime: logTimeFields.endTime,
};

const downloadSettings = {
	binaryPropertyName: binaryPropertyField,
	waitForCompleteLog: boolean(
		'Whether to wait until 30 seconds after the end of the execution, when its log is complete; the node does not wait for an execution in progress',
	).initial(true),
};

export const downloadLog = flow({
	name: 'Download',
	action: 'Download the log of an execution',
	description: 'Download the whole log of a task execution as a file',
	fields: downloadFields,
	settings: downloadSettings,
	uses: [generateFile, getFileStatus, getExecution],
	messages: DOWNLOAD_MESSAGES,
	rules: logTimeRules,
	answers: { kind: 'file' },
	run: async (op, input) => {
		const { executionId, fileFormat, endTime, binaryPropertyName } = input;
		if (input.waitForCompleteLog) await untilComplete(op, executionId, endTime);
		const parts = await readParts(op, input);
		const data = join(
			parts.map(({ body }) => body),
			fileFormat,
		);
		const fileName = parts.at(-1)!.fileName ?? `${executionId}.log`;
		const entries = parts.reduce((sum, part) => sum + part.entries, 0);
		const mimeType = fileFormat === 'json' ? 'application/json' : 'text/plain';
		return [
			{
				json: { executionId, fileName, fileFormat, entries, parts: parts.length },
				binary: { [binaryPropertyName]: await op.binary(data, fileName, mimeType) },
			},
		];
	},
});

type DownloadInput = Values<typeof downloadFields> & Values<typeof downloadSettings>;

/** Reads the parts of the log, beginning with the newest, until none is older. */
async function readParts(
	op: ContextShowing<typeof DOWNLOAD_MESSAGES>,
	{ executionId, fileFormat, startTime, endTime }: DownloadInput,
): Promise<LogPart[]> {
	const parts: LogPart[] = [];
	let until = endTime;
	let isWhole = false;
	while (!isWhole) {
		const { status, headers, body } = await op.sendValues(generateFile, {
			executionId,
			fileFormat,
			startTime,
			endTime: until,
			newFileName: true,
		});
		parts.unshift(await fetchPart(op, executionId, objectIn(body)));
		const nextEnd = headers[NEXT_END];
		isWhole = status !== 206 && !nextEnd;
		if (!isWhole) until = followingEnd(op, nextEnd, until);
		if (parts.length > MAX_PARTS) throw op.problem(CUT_LOG);
	}
	return parts;
}

/**
 * Waits for the last entries of an execution that has just ended. If the execution cannot be read,
 * its log may still be readable.
 */
async function untilComplete(
	op: OperationContext,
	executionId: string,
	endTime: string | undefined,
): Promise<void> {
	const { body, headers } = await op
		.sendValues(getExecution, { executionId })
		.catch((error: unknown): Pick<Answer, 'body' | 'headers'> => {
			op.signal.throwIfAborted();
			if (isRefusedWith(error, 403, 404)) return { body: {}, headers: {} };
			throw error;
		});
	const execution = objectIn(body);
	// If the response is another execution, it is not known whether this one has just ended, so this
	// waits.
	const isOther = otherIdIn(execution, 'executionId', executionId) !== undefined;
	if (!isOther && outcomeOf(execution) === undefined) return;
	const ends = [
		isOther ? NaN : platformTime(execution.finishTimestamp),
		platformTime(endTime),
	].filter((time) => !Number.isNaN(time));
	const missing = msUntilLogIsComplete(ends.length === 0 ? NaN : Math.min(...ends), headers);
	if (missing > 0) await clock.sleep(missing, op.signal);
}

interface LogPart {
	body: Buffer;
	entries: number;
	fileName?: string;
}

/** The latest time that JavaScript can represent. */
const MAX_TIME = 8.64e15;

/**
 * The end of the next part in RFC 3339.
 * @throws if it is missing or does not advance
 */
function followingEnd(
	op: OperationContext<typeof CUT_LOG>,
	reported: string | undefined,
	until: string | undefined,
): string {
	const time = /^\d+$/.test(reported ?? '') ? Number(reported) : platformTime(reported);
	if (!(time <= MAX_TIME) || (until !== undefined && time >= Date.parse(until)))
		throw op.problem(CUT_LOG);
	return new Date(time).toISOString();
}

const lastStatus = ({ status }: IDataObject): string =>
	isText(status) ? `Its last status was ${status}. ` : '';

/** Waits until the file is ready and downloads it. */
async function fetchPart(
	op: OperationContext<typeof NOT_READY | typeof NOT_GENERATED | typeof NO_ENTRIES>,
	executionId: string,
	fileRequest: IDataObject,
): Promise<LogPart> {
	const entries = Number(fileRequest.size ?? 0);
	const { token } = fileRequest;
	const state = await readUntil({
		read: async () => objectIn((await op.sendValues(getFileStatus, { executionId, token })).body),
		hasEnded: ({ status, presignedURL }) =>
			status === FAILED || (status === READY && typeof presignedURL === 'string'),
		limitMs: READY_LIMIT_MS,
		errorAtLimit: (last) =>
			op.problem(NOT_READY, { minutes: READY_LIMIT_MS / MINUTE, status: lastStatus(last) }),
		signal: op.signal,
		firstPauseMs: 1_000,
		maxPauseMs: 10_000,
	});
	if (state.status === FAILED) throw op.problem(NOT_GENERATED);
	const link = state.presignedURL as string;
	const { body, headers } = await op.download(link);
	if (entries > 0 && body.length === 0) throw op.problem(NO_ENTRIES, { count: entries });
	return { body, entries, fileName: fileNameOf(headers['content-disposition'], link) };
}

function fileNameOf(disposition: string | undefined, link: string): string | undefined {
	const last = new URL(link).pathname.split('/').at(-1);
	return fileNameIn(disposition) ?? (last ? plainFileName(last) : undefined);
}

function isJsonArray(content: string): boolean {
	try {
		return Array.isArray(JSON.parse(content));
	} catch {
		return false;
	}
}

/** Joins the parts, the earliest first. JSON arrays become one array. */
function join(parts: Buffer[], fileFormat: string): Buffer {
	if (parts.length === 1) return parts[0]!;
	if (fileFormat === 'json') {
		const arrays = parts.map((part) => part.toString('utf8').trim());
		// The entries are joined as text, because a number may have more digits than JavaScript keeps.
		if (arrays.every(isJsonArray)) {
			const entries = arrays
				.map((array) => array.slice(1, -1).trim())
				.filter((each) => each !== '');
			return Buffer.from(`[${entries.join(',')}]`);
		}
	}
	const newline = Buffer.from('\n');
	return Buffer.concat(
		parts.flatMap((part, index) =>
			index > 0 && parts[index - 1]!.at(-1) !== 10 ? [newline, part] : [part],
		),
	);
}
