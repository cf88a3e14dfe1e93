/**
 * A platform that grants and removes in batches, and what becomes of the rows of a batch.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { nothing } from '../../../nodes/shared/declare/answers';
import { operation, wholeBody } from '../../../nodes/shared/declare/define';
import { id, rows } from '../../../nodes/shared/declare/fields';
import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../nodes/shared/declare/operation';
import type { Input } from '../../../nodes/shared/declare/runtime/context';
import {
	batchSettings,
	inBatches,
} from '../../../nodes/TalendCloudAccount/resources/workspacePermission/batch';
import { ANY_TEXTS } from '../../support/anyTexts';
import { showing } from '../../support/messages';
import { stub } from '../../support/stub';

export const node = { name: 'Node' } as INode;

export const refusal = (status: string, message = `refused ${status}`) =>
	new NodeApiError(node, {}, { message, description: 'Why.', httpCode: status });

export const settings = batchSettings('rows', 2);

export const grant = operation('POST /permissions/batch', {
	...ANY_TEXTS,
	settings,
	body: wholeBody('permissions', rows('P', { user: id('U'), place: id('P') })),
	answers: nothing(),
});

type Problem = Error & { description: string; lines: string[] };

interface Request {
	body?: unknown;
	query?: IDataObject;
}

/** A platform that answers each request in its turn, with the last answer for all that follow. */
export function platform(...answers: Array<{ status: number; body?: unknown } | Error>) {
	const sent: Request[] = [];
	const inTurn: string[] = [];
	const op = stub<OperationContext<Message>>({
		send: async (_of: RequestOperation, { body, query }: Input) => {
			sent.push({
				...(body === undefined ? {} : { body }),
				...(query && Object.keys(query).length > 0 ? { query } : {}),
			});
			const answer = answers[Math.min(sent.length, answers.length) - 1]!;
			return answer instanceof Error
				? await Promise.reject(answer)
				: await Promise.resolve({ headers: {}, ...answer });
		},
		...showing(),
		serialize: async (endpoint: string, work: () => Promise<unknown>) => {
			inTurn.push(endpoint);
			return await work();
		},
	});
	return { sent, inTurn, op };
}

export const DONE = { status: 204 };

export const row = (number: number) => ({ user: `u${number}`, place: 'p' });

export const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

export const input = (body: unknown, given: IDataObject = {}, query: IDataObject = {}) => ({
	path: {},
	query,
	body,
	settings: given,
	values: {},
});

export const failed = async (work: Promise<unknown>) =>
	await work.then(
		() => {
			throw new Error('was done');
		},
		(error: Problem & NodeApiError) => error,
	);

export const perform = inBatches(['user', 'place'], 'permission');
