import type { Output } from '../declare/answers';
import type { Message } from '../declare/messages';
import type { Call, Input, RequestOperation } from '../declare/operation';
import { nameOnWire } from '../declare/field';
import type { Answer } from '../declare/wire';
import { isObject } from '../support/json';
import { asRecord } from '../support/simplify';
import { fileOf, outputOf, simplify } from './output/output';
import { ENGINE } from './messages';
import { readPages } from './pages';

/** The usual operation: one request, or the pages of a list. */
export async function request(
	call: Call<Message>,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	if (operation.answers.kind === 'list') return await readList(call, operation, input);
	const answer = await call.send(operation, input);
	checkIsAsked(call, operation, input, answer);
	return operation.answers.kind === 'file'
		? [await fileOf(operation, input, answer, call.binary)]
		: outputOf(operation, input, answer);
}

/** @throws if a record is not the one that the path names; a record that does not say its ID is taken */
function checkIsAsked(
	call: Call<Message>,
	operation: RequestOperation,
	input: Input,
	{ body }: Answer,
): void {
	const { answers, endpoint, method, path = {} } = operation;
	const last = Object.keys(path).at(-1);
	const named = answers.about ?? (endpoint.endsWith('}') ? last : undefined);
	// A POST begins something of its own.
	if (answers.kind !== 'record' || method === 'POST' || !named || !isObject(body)) return;
	const idField = answers.needs?.find((name) => typeof name === 'string' && IDS.has(name)) as
		string | undefined;
	// The step of a plan has an ID beside that of its execution.
	const reported =
		body[answers.key ?? idField ?? (named.endsWith('ExecutionId') ? 'executionId' : 'id')];
	const asked = String(input.path[nameOnWire(named, path[named]!)]);
	if (
		!['string', 'number'].includes(typeof reported) ||
		String(reported).trim().toLowerCase() === asked.trim().toLowerCase()
	)
		return;
	throw call.problem(ENGINE.otherRecord, { id: asked });
}

/** The fields in which records have the ID by which they are read. */
const IDS = new Set(['id', 'executable', 'executionId', 'definitionId']);

async function readList(
	call: Call<Message>,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const limit =
		input.settings.returnAll === true ? undefined : (input.settings.limit as number | undefined);
	const outputs: Output[] = [];
	await readPages(call, operation, input, limit, (records) => {
		for (const record of records)
			outputs.push({
				json: simplify(operation.answers, input, asRecord(record, operation.answers.plain)),
			});
	});
	return outputs;
}
