/**
 * Performs an operation for the first item of a node, in a workflow or as a tool.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { flow, operation, resource } from '../../../../nodes/shared/declare/define';
import { text } from '../../../../nodes/shared/declare/fields';
import { problem } from '../../../../nodes/shared/declare/messages';
import type { Operation, OperationContext } from '../../../../nodes/shared/declare/operation';
import { paginate } from '../../../../nodes/shared/engine/entryPoints/tool';
import { customOperations } from '../../../../nodes/shared/engine/entryPoints/workflow';
import { fakeNode } from '../../../support/fakeNode';

export const texts = { name: 'Do', action: 'Do a thing', description: 'X' };

/** An operation that reads. */
export const get = operation('GET /things', {
	...texts,
	query: { a: text('A').optional() },
	answers: record(undefined),
});

/** The message after which a flow is started again. */
export const ENDED = problem('It ended without success ({tries})', 'Try again.');

/** A message after which it is not. */
export const ELSE = problem('Something else {tries}', 'Try again.');

/** A flow that does what the test says. */
export const flowOf = (
	run: (
		op: OperationContext<typeof ENDED | typeof ELSE>,
		input: { a?: string },
	) => Promise<Array<{ json: IDataObject }>>,
) =>
	flow({
		...texts,
		fields: { a: text('A').optional() },
		uses: [],
		messages: [ENDED, ELSE],
		answers: nothing(),
		run,
	});

type Given = NonNullable<Parameters<typeof fakeNode>[0]> & { asTool?: boolean };

/** Does an operation for the first item. */
export async function doing(declared: Operation, { asTool = false, ...given }: Given = {}) {
	const node = fakeNode({
		...given,
		parameters: { resource: 'thing', operation: 'do', ...given.parameters },
	});
	const resources = [
		resource('other', 'Other', { do: get, else: get }),
		resource('thing', 'Thing', { do: declared }),
	];
	const done: Promise<INodeExecutionData[]> = asTool
		? paginate(resources).call(node.asTool(0))
		: customOperations(resources)
				.thing!.do!.call(node.inWorkflow)
				.then(([items]) => items!);
	return await done.then(
		(items) => ({ items, error: undefined, ...node }),
		(error: unknown) => ({
			items: undefined,
			error: error as Error & { description?: string; node?: { parameters: IDataObject } },
			...node,
		}),
	);
}

/** The options of a node, with this value for `a`. */
export const optional = (a: unknown) => ({ options: { a } });
