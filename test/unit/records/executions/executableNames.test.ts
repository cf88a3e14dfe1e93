/** The records from which executions get the names of their tasks and plans. */
import { type INode, NodeApiError } from 'n8n-workflow';

import { readExecutable } from '../../../../nodes/records/executions/executableNames';
import { getTask } from '../../../../nodes/records/tasks/tasks';
import type { OperationContext } from '../../../../nodes/shared/declare/operation';
import { stub } from '../../../support/stub';

/** What the items of a node get that read the same task one after the other. */
async function namesAfter(status: number, itemCount: number) {
	const refused = new NodeApiError(
		stub<INode>({ name: 'N' }),
		{},
		{ message: 'no', httpCode: String(status) },
	);
	const sendValues = jest
		.fn()
		.mockRejectedValueOnce(refused)
		.mockResolvedValue({ body: { name: 'Load orders' } });
	const op = stub<OperationContext>({
		nodeRun: stub<OperationContext['nodeRun']>({ sharedReads: new Map() }),
		signal: new AbortController().signal,
		sendValues,
	});
	const names: unknown[] = [];
	for (let item = 0; item < itemCount; item++)
		names.push((await readExecutable(op, getTask, 'task 1')).name);
	return { names, requestCount: sendValues.mock.calls.length };
}

test('a name that could not be read for one item is read for the next one', async () => {
	expect(await namesAfter(503, 3)).toEqual({
		names: [undefined, 'Load orders', 'Load orders'],
		requestCount: 2,
	});
});

test.each([403, 404])(
	'a name that is refused with %i is not requested again for other items',
	async (status) => {
		expect(await namesAfter(status, 3)).toEqual({
			names: [undefined, undefined, undefined],
			requestCount: 1,
		});
	},
);
