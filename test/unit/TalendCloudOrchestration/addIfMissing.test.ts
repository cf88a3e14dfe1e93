/** Adding what may be there already. */
import { type INode, NodeApiError } from 'n8n-workflow';

import { record } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { text } from '../../../nodes/shared/declare/fields';
import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../nodes/shared/declare/operation';
import { addIfMissing } from '../../../nodes/TalendCloudOrchestration/addIfMissing';
import { stub } from '../../support/stub';

const node = { name: 'Node' } as INode;
const refusal = (status: string, message = `refused ${status}`) =>
	new NodeApiError(node, {}, { message, description: 'Why.', httpCode: status });

describe('adding something', () => {
	const declared = operation('POST /x/{xId}', {
		name: 'X',
		action: 'X',
		description: 'X',
		path: { xId: text('X') },
		answers: record(undefined),
	});
	const add = (error?: Error) =>
		addIfMissing(
			stub<OperationContext<Message>>({
				request: async () => await (error ? Promise.reject(error) : Promise.resolve([])),
			}),
			declared,
			{ path: { xId: '7' }, query: {}, body: undefined, settings: {}, values: {} },
		);

	test('the output says that something new was added', async () => {
		expect(await add()).toEqual([{ json: { success: true, xId: '7', added: true } }]);
	});

	test('the output says that nothing was added if it already exists', async () => {
		expect(await add(refusal('409'))).toEqual([
			{ json: { success: true, xId: '7', added: false } },
		]);
	});

	test('a refusal that does not say that it is there already is an error', async () => {
		await expect(add(refusal('404'))).rejects.toThrow('refused 404');
	});

	test('an error that is not from the platform stays one', async () => {
		await expect(add(Object.assign(new Error('broken'), { httpCode: '409' }))).rejects.toThrow(
			'broken',
		);
	});
});
