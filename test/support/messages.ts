/** The messages of a call, for calls that tests make themselves. */
import { type INode, NodeOperationError } from 'n8n-workflow';

import type { Reports } from '../../nodes/shared/declare/context';
import { refusalOf } from '../../nodes/shared/declare/input/badInput';
import { filled, type Hint, type Message, type Problem } from '../../nodes/shared/declare/messages';
import { stub } from './stub';

/** @param hints where hints are collected */
export const showing = (hints: string[] = []): Reports<Message> => ({
	hint: ({ message }: Hint, ...[values]: unknown[]) => void hints.push(filled(message, values)),
	problem: ({ message, todo }: Problem, ...[values, lines]: unknown[]) =>
		Object.assign(
			new NodeOperationError(stub<INode>({ name: 'Node' }), filled(message, values), {
				description: filled(todo, values),
			}),
			{ lines },
		),
	refusal: (requirement, ...[values, shownValue]: unknown[]) =>
		refusalOf(requirement, values, shownValue as string | undefined),
});
