/**
 * Makes the {@link OperationContext} of an item, with which the code of its operation works. Each
 * function below adds the parts for one purpose.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import { tokensInUse } from '../../../../credentials/signIn/tokensInUse';
import { refusalOf } from '../../declare/badInput';
import {
	filled,
	type Hint,
	type Message,
	type MessageValues,
	type Problem,
} from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import type {
	Files,
	ItemFacts,
	Locks,
	Reports,
	Sending,
	TryMemory,
} from '../../declare/runtime/context';
import type { Answer } from '../../declare/runtime/exchange';
import { operationError } from '../../n8n/errors';
import { withoutSecrets } from '../../support/text/mask';
import { checkedLink, fileAt } from '../../transport/download';
import { buildRequest } from '../../transport/request/wire';
import { isDeclarative } from '../agents/caller';
import { factsForModel } from '../agents/forModel';
import { inputFrom } from '../input/assemble';
import { fileIn } from '../input/files';
import { outputOf } from '../output/output';
import { listRecords, readPages } from '../pages/readPages';
import { addHint } from '../run/hints';
import { itemSend, sendAfterStop, sendElsewhere } from '../steps/itemSend';
import { callbacksOf } from './callback';
import type { ItemContext } from './itemContext';
import { performRequest } from './performRequest';
import { readRecord } from './readRecord';
import { sendOrList } from './sendOrList';

export function operationContext(item: ItemContext): OperationContext<Message> {
	const { locks } = item;
	const op: OperationContext<Message> = {
		...itemFacts(item),
		...sendingOf(item),
		...filesOf(item),
		...locksOf(item),
		...tryMemoryOf(item),
		...callbacksOf(item),
		...reportsOf(item),
		// The functions of a declaration get `op` as well, so these parts need all of it.
		request: async (operation, input) => await sendOrList(op, operation, input),
		pages: async (list, take) => await readPages(op, list, take),
		list: async (operation, values, limit) => await listRecords(op, operation, values, limit),
		update: async (operation, values, check) => {
			const input = inputFrom(operation, values);
			const write = async () => await performRequest(op, operation, input, check);
			return await locks.withRecordLock(operation, input.path, write);
		},
		readRecord: async (operation, values, required) =>
			await readRecord(op, operation, values, required),
	};
	return op;
}

function itemFacts({
	shownNode,
	itemIndex,
	nodeRun,
	signal,
	parameter,
	context,
}: ItemContext): ItemFacts {
	return {
		shownNode,
		itemIndex,
		nodeRun,
		signal,
		parameter,
		timezone: context.getTimezone(),
		items: () =>
			isDeclarative(context)
				? [{ json: context.getInputData().json, parameter }]
				: context.getInputData().map(({ json }, index) => ({
						json,
						parameter: (name) =>
							index === itemIndex ? parameter(name) : context.getNodeParameter(name, index, null),
					})),
	};
}

function sendingOf(item: ItemContext): Sending<RequestOperation> {
	const { sent } = item;
	const sendThroughSteps = itemSend(item);
	return {
		send: async (operation, input, page) => await sendThroughSteps({ operation, input, page }),
		sendValues: async (operation, values) =>
			await sendThroughSteps({ operation, input: inputFrom(operation, values) }),
		sendAfterStop: async (operation, values) =>
			await sendAfterStop(item)({ operation, input: inputFrom(operation, values) }),
		sendElsewhere: async (operation, input, to) => {
			const wire = buildRequest(operation, input);
			const url = `${to.address}${wire.url}`;
			const headers = { ...wire.headers, ...to.headers };
			return await sendElsewhere(item)({ operation, input, wire: { ...wire, url, headers } });
		},
		outputs: outputOf,
		hasSent: () => sent.any,
		hasWritten: () => sent.writing,
	};
}

function filesOf(item: ItemContext): Files {
	const { context } = item;
	return {
		download: async (url) => {
			const { body, headers }: Answer = await sendElsewhere(item)(fileAt(checkedLink(item, url)));
			return { body: Buffer.from(body as Buffer), headers };
		},
		binary: async (data, fileName, mimeType) =>
			await context.helpers.prepareBinaryData(data, fileName, mimeType),
		file: async (property, parameter) =>
			await fileIn(context.helpers, inputItemOf(item), { property, parameter }),
	};
}

/** What n8n gives as the input of the item. */
const inputItemOf = ({ context, itemIndex }: ItemContext): INodeExecutionData | undefined =>
	isDeclarative(context) ? context.getInputData() : context.getInputData()[itemIndex];

function locksOf({ locks }: ItemContext): Locks<RequestOperation> {
	return {
		withRecordLock: async (operation, path, work) =>
			await locks.withRecordLock(operation, path, work),
		serialize: async (subject, work) => await locks.serialize(subject, work),
	};
}

function tryMemoryOf({ starts }: ItemContext): TryMemory {
	return {
		once: async (name, work) => await starts.once(name, work),
		forgetStarted: () => starts.forgetStarted(),
	};
}

/** Shows the declared messages. The types require a value for each placeholder of a message. */
function reportsOf({
	context,
	nodeRun,
	shownNode,
	itemIndex,
	secrets,
	isTool,
}: ItemContext): Reports<Message> {
	// A value may quote what a job has logged.
	const forCaller = (values: MessageValues = {}): MessageValues =>
		isTool ? factsForModel(values) : values;
	const hint = ({ message }: Hint, values?: MessageValues) =>
		addHint(
			context,
			nodeRun,
			withoutSecrets(filled(message, values), [...secrets, ...tokensInUse()]),
		);
	const problem = ({ message, todo }: Problem, values?: MessageValues, lines: string[] = []) =>
		Object.assign(
			operationError(
				shownNode,
				filled(message, forCaller(values)),
				filled(todo, forCaller(values)),
				itemIndex,
			),
			{
				messages: lines,
			},
		);
	return {
		hint,
		problem: problem as Reports<Message>['problem'],
		refusal: refusalOf as Reports<Message>['refusal'],
	};
}
