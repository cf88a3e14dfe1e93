/**
 * Code that runs as an operation of one item, and requests that it may send.
 */
import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { flow, operation, resource } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import { hint, problem } from '../../../../nodes/shared/declare/messages';
import type { ContextShowing } from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { paginate } from '../../../../nodes/shared/engine/entryPoints/tool';
import { customOperations } from '../../../../nodes/shared/engine/entryPoints/workflow';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { fakeNode, type Sent } from '../../../support/fakeNode';
import { simulatedTimeForEach } from '../../../support/time';

export const time = simulatedTimeForEach();

export const path = { thingId: id('T') };

let families = 0;

/** Each test has its own request queue. */
export const family = () => `call ${++families}`;

export const get = operation('GET /things/{thingId}', {
	...ANY_TEXTS,
	path,
	answers: record(undefined),
});

export const input = (more: Partial<Input> = {}): Input => ({
	path: {},
	query: {},
	body: undefined,
	settings: {},
	values: {},
	...more,
});

export const ofThing = (thingId: string) => input({ path: { thingId }, values: { thingId } });

type Given = NonNullable<Parameters<typeof fakeNode>[0]> & { asTool?: boolean };

export const ONE = hint('One');

export const TWO = hint('Two');

export const SECRETS = hint('It has s3cr3t-of-mine and a-token-in-use-of-call.');

export const FAILED = problem('It failed', 'Try again.');

export const QUOTING = problem('{name} failed: {line}', 'The log says {cause}');

export const messages = [ONE, TWO, SECRETS, FAILED, QUOTING];

/** Does something as an operation of an item. */
export async function calling<T>(
	work: (op: ContextShowing<typeof messages>) => Promise<T>,
	{ asTool = false, ...given }: Given = {},
) {
	let result: { done?: T; failed?: unknown } = {};
	const doing = flow({
		...ANY_TEXTS,
		fields: { secret: text('S').secret().onTop().optional() },
		uses: [],
		messages,
		answers: nothing(),
		run: async (op) => {
			result = await work(op).then(
				(done) => ({ done }),
				(failed: unknown) => ({ failed }),
			);
			return [];
		},
	});
	const resources = [resource('thing', 'Thing', { do: doing })];
	const node = fakeNode({
		...given,
		parameters: { resource: 'thing', operation: 'do', ...given.parameters },
	});
	const doingAll: Promise<unknown> = asTool
		? paginate(resources).call(node.asTool(0))
		: customOperations(resources).thing!.do!.call(node.inWorkflow);
	const ended = await doingAll.then(
		() => undefined,
		(error: unknown) => error,
	);
	return { ...result, ended, ...node };
}

export const urls = (sent: Sent[]) =>
	sent.map(({ url, signedIn }) => `${signedIn ? '' : 'without credential: '}${url}`);
