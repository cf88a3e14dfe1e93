import { ofKind, type Output } from '../../declare/answers';
import { identityOf, otherIdIn } from '../../declare/derived/recordId';
import { nameOnWire } from '../../declare/fields';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import type { Answer } from '../../declare/runtime/exchange';
import { isObject } from '../../support/json';
import { asRecord } from '../../support/simplify';
import { ENGINE_MESSAGES } from '../engineMessages';
import { fileOf, outputOf, simplify } from '../output/output';
import { readPages } from '../pages/readPages';

/**
 * Executes an operation without its own code, as most are: sends one request, or reads the pages of
 * a list. performRequest.ts and flows call this function as `op.request`.
 */
export async function sendOrList(
	op: OperationContext<Message>,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	if (operation.answers.kind === 'list') return await readList(op, operation, input);
	const answer = await op.send(operation, input);
	checkIsRequestedRecord(op, operation, input, answer);
	const { answers, path } = operation;
	if (answers.kind !== 'file') return outputOf(operation, input, answer);
	const output = await fileOf({ answers, path }, input, answer, op.binary);
	if (output.json.size === 0 && answers.whenEmpty !== undefined)
		op.hint(ENGINE_MESSAGES.emptyFile, { why: answers.whenEmpty });
	return [output];
}

/**
 * @throws if the response is another record than the path names; a record without an ID is accepted
 */
function checkIsRequestedRecord(
	op: OperationContext<Message>,
	operation: RequestOperation,
	input: Input,
	{ body }: Answer,
): void {
	const { answers, method, path = {} } = operation;
	const identity = identityOf(operation);
	// After a POST, the record is a new one.
	if (answers.kind !== 'record' || method === 'POST' || !identity || !isObject(body)) return;
	const { variable, field } = identity;
	const wantedId = String(input.path[nameOnWire(variable, path[variable]!)]);
	if (otherIdIn(body, field, wantedId) !== undefined)
		throw op.problem(ENGINE_MESSAGES.otherRecord, { id: wantedId });
}

async function readList(
	op: OperationContext<Message>,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const limit =
		input.settings.returnAll === true ? undefined : (input.settings.limit as number | undefined);
	const outputs: Output[] = [];
	const { answers } = operation;
	const { valueName } = ofKind('list', answers);
	await readPages(op, { operation, input, limit }, (records) => {
		for (const record of records)
			outputs.push({ json: simplify(answers, input, asRecord(record, valueName)) });
	});
	return outputs;
}
