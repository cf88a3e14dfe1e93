/** The usual operation: one request and its outputs, or the pages of a list. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import type { Call, Input, RequestOperation } from '../declare/operation';
import { asRecord, picked } from '../support/simplify';
import { fileWriter, wantsFiles } from './output/listFiles';
import { fileOf, outputOf, simplify } from './output/output';
import { readPages } from './pages';

/** The usual operation: one request, or the pages of a list. */
export async function request(call: Call, operation: RequestOperation, input: Input): Promise<Output[]> {
	if (operation.answers.kind === 'list') return await readList(call, operation, input);
	const answer = await call.send(operation, input);
	return operation.answers.kind === 'file' ? [await fileOf(operation, input, answer, call.binary)] : outputOf(operation, input, answer);
}

async function readList(call: Call, operation: RequestOperation, input: Input): Promise<Output[]> {
	const limit = input.settings.returnAll === true ? undefined : (input.settings.limit as number | undefined);
	const keep = input.settings.fields as string[] | undefined;
	const shown = (record: IDataObject): IDataObject => {
		const whole = asRecord(record, operation.answers.plain);
		return keep ? picked(whole, keep) : simplify(operation.answers, input, whole);
	};
	if (wantsFiles(input)) {
		const files = fileWriter(input, operation.answers.files!, call.binary);
		await readPages(call, operation, input, limit, async (records) => await files.take(records.map(shown)), { forgets: true });
		return await files.end();
	}
	const outputs: Output[] = [];
	await readPages(call, operation, input, limit, (records) => {
		for (const record of records) outputs.push({ json: shown(record) });
	});
	if (outputs.length >= MANY && operation.answers.files !== undefined) call.hint(`${outputs.length} items are more than n8n saves reliably. Choose Output as Files to put such a list into files.`);
	return outputs;
}

/** From half a million items on n8n may be unable to save an execution (docs/guide/scaling.md, "Many records"). */
const MANY = 200_000;
