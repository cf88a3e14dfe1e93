/** The usual operation: one request and its outputs, or the pages of a list. */
import type { Output } from '../declare/answers';
import type { Call, Input, RequestOperation } from '../declare/operation';
import { asRecord, picked } from '../support/simplify';
import { fileOf, outputOf, simplify } from './output';
import { readPages } from './pages';

/** The usual operation: one request, or the pages of a list. */
export async function request(call: Call, operation: RequestOperation, input: Input): Promise<Output[]> {
	if (operation.answers.kind === 'list') return await readList(call, operation, input);
	const answer = await call.send(operation, input);
	return operation.answers.kind === 'file' ? [await fileOf(operation, input, answer, call.binary)] : outputOf(operation, input, answer);
}

async function readList(call: Call, operation: RequestOperation, input: Input): Promise<Output[]> {
	const outputs: Output[] = [];
	const limit = input.settings.returnAll === true ? undefined : (input.settings.limit as number | undefined);
	const keep = input.settings.fields as string[] | undefined;
	await readPages(call, operation, input, limit, (records) => {
		for (const record of records) {
			const whole = asRecord(record, operation.answers.plain);
			outputs.push({ json: keep ? picked(whole, keep) : simplify(operation.answers, input, whole) });
		}
	});
	return outputs;
}
