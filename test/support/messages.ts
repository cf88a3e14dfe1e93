/** The messages of a call, for calls that tests make themselves. */
import { type INode, NodeOperationError } from 'n8n-workflow';

import { refusalOf } from '../../nodes/shared/declare/badInput';
import {
	filled,
	type Hint,
	type Message,
	type MessageValues,
	type Problem,
} from '../../nodes/shared/declare/messages';
import type { Reports } from '../../nodes/shared/declare/runtime/context';
import { stub } from './stub';

/** @param hints where hints are collected */
export function showing(hints: string[] = []): Reports<Message> {
	const problem = ({ message, todo }: Problem, values?: MessageValues, lines?: string[]) =>
		Object.assign(
			new NodeOperationError(stub<INode>({ name: 'Node' }), filled(message, values), {
				description: filled(todo, values),
			}),
			{ lines },
		);
	return {
		hint: ({ message }: Hint, values?: MessageValues) => void hints.push(filled(message, values)),
		problem: problem as Reports<Message>['problem'],
		refusal: refusalOf as Reports<Message>['refusal'],
	};
}
