/** Execution logs. */
import { randomUUID } from 'node:crypto';

import { HOUR } from '../../../nodes/shared/support/time/time';
import { type Handlers, ok, type Request } from '../../handler';
import { badRequest } from '../../refusals';
import { executionFor, tracedExecutionFor } from '../processing/taskExecution';
import {
	entryOf,
	entryTime,
	observabilityOf,
	signature,
	taskOf,
	windowOf,
} from './observabilityStore';

/** How long the platform needs to generate a file. */
const FILE_MS = 3_000;
const TOKEN_MS = HOUR;
export const LINK_MS = HOUR;
/** The largest number of entries in a file. */
const MAX_FILE_ENTRIES = 100_000;

function generateLogFile(request: Request) {
	const { state, clock, query, emulator } = request;
	const execution = tracedExecutionFor(request);
	const { first, end } = windowOf(request, execution);
	const most = emulator.options.logFileEntries ?? MAX_FILE_ENTRIES;
	let from = Math.max(first, end - most);
	// A log is truncated between two times, so that the rest can be requested by its end.
	if (from > first)
		while (
			from < end &&
			entryTime(state, execution, from) === entryTime(state, execution, from - 1)
		)
			from++;
	const token = randomUUID();
	const format = query.fileFormat === 'json' ? 'json' : 'text';
	observabilityOf(state).files.set(token, {
		key: randomUUID(),
		name:
			query.newFileName === true
				? `${execution.taskId}_${execution.id}.log`
				: `${execution.id}.log`,
		executionId: execution.id,
		requestedAt: clock.now(),
		format,
		first: from,
		end,
	});
	const body = { size: end - from, token };
	return from > first
		? {
				status: 206,
				body,
				headers: { 'X-Log-Next-Request-End-Time': String(entryTime(state, execution, from - 1)) },
			}
		: ok(body);
}

export const executionLogHandlers: Handlers = {
	'DELETE /monitoring/executions/{executionId}/logs': (request) => {
		executionFor(request).logsDeleted = true;
		return ok(undefined);
	},
	'POST /monitoring/executions/{executionId}/logs': generateLogFile,
	'GET /monitoring/executions/{executionId}/logs': (request) => {
		const { state, query } = request;
		const execution = tracedExecutionFor(request);
		const { first, end, all } = windowOf(request, execution);
		const count = (query.count as number | undefined) ?? 50;
		const skip = (query.startIndex as number | undefined) ?? 0;
		const size = Math.max(0, Math.min(count, end - first - skip));
		const task = taskOf(state, execution);
		const data = Array.from({ length: size }, (_, index) =>
			entryOf(
				state,
				execution,
				task,
				query.order === 'ASC' ? first + skip + index : end - 1 - skip - index,
			),
		);
		return ok({
			size,
			totalSize: all,
			totalSizeFiltered: end - first,
			data,
			...(skip + size < end - first ? { nextIndex: skip + size } : {}),
		});
	},
	'POST /monitoring/executions/{executionId}/logs/status': (request) => {
		const { state, clock, path, body, origin } = request;
		executionFor(request);
		const file = observabilityOf(state).files.get(String(body));
		if (!file || file.executionId !== path.executionId) throw badRequest('The token is not valid');
		if (clock.now() > file.requestedAt + TOKEN_MS) throw badRequest('The token has expired');
		if (clock.now() < file.requestedAt + FILE_MS) return ok({ status: 'IN_PROGRESS' });
		const expires = clock.now() + LINK_MS;
		return ok({
			presignedURL: `${origin}/__files/${file.key}/${encodeURIComponent(file.name)}?expires=${expires}&signature=${signature(state, file.key, expires)}`,
			status: 'READY',
		});
	},
};
