/**
 * What is known about one item in one try: what n8n provides for it, its locks, its sender, what it
 * has started, and its secrets.
 */
import { DateTime } from 'luxon';
import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../declare/operation';
import type { SentRequests } from '../../declare/runtime/context';
import { isOnPlatform } from '../../declare/runtime/exchange';
import type { N8nContext } from '../../n8n/contexts';
import { zoneToShow } from '../../support/time/timeZones';
import type { HttpSend } from '../../transport/attempt';
import { credentialKey } from '../../transport/credential';
import { credentialTypeOf } from '../../transport/credentialTypes';
import { failureErrorFor } from '../../transport/failure/failureError';
import { requestOptions } from '../../transport/request/requestOptions';
import { type AccountSender, senderOf } from '../../transport/senders';
import { isTool } from '../agents/caller';
import { ItemLocks } from '../locks/itemLocks';
import { secretsIn } from '../output/secrets';
import { nodeWithoutParameters, nodeWithoutSecrets } from '../output/secretsInNode';
import { addHint } from '../run/hints';
import type { RunState } from '../run/runState';
import { memoryOf, Starts } from '../steps/startOnce/starts';

/** What an entry point passes on for one item. */
export interface ItemEntry {
	context: N8nContext;
	/**
	 * The node with its parameters, including their expressions. It is one object for all items of a
	 * run.
	 */
	node: INode;
	nodeRun: RunState;
	itemIndex: number;
	parameter: (name: string) => unknown;
	/** Turns the error of an item into its output; may throw. */
	onFailure: (error: unknown) => INodeExecutionData[];
}

export class ItemContext {
	readonly parameter: ItemEntry['parameter'];
	readonly isTool: boolean;
	readonly signal: AbortSignal;
	readonly locks: ItemLocks;
	readonly sent: SentRequests = { any: false, writing: false };
	/** The values of its secrets; they are collected before its input is read. */
	secrets: readonly string[] = [];
	/** The node as errors contain it: without parameters, or without their secrets. */
	shownNode: INode;
	private readonly abort = new AbortController();
	private madeSender: AccountSender | undefined;
	private madeStarts: Starts | undefined;

	/** Items are created in their order, so that they get their locks in it. */
	constructor(readonly entry: ItemEntry) {
		this.parameter = rememberingParameters(entry.parameter);
		this.signal = this.abort.signal;
		this.nodeRun.inProgress.add(this.abort);
		this.shownNode = nodeWithoutParameters(entry.node);
		this.isTool = isTool(entry.context, entry.node);
		this.locks = new ItemLocks(
			this.nodeRun,
			() => credentialKey(entry.node, this.credentialType),
			this.signal,
		);
	}

	get context(): N8nContext {
		return this.entry.context;
	}

	get nodeRun(): RunState {
		return this.entry.nodeRun;
	}

	get itemIndex(): number {
		return this.entry.itemIndex;
	}

	get credentialType(): string {
		return credentialTypeOf(this.parameter('authentication'));
	}

	/**
	 * What the requests of the item are sent with. Requests to another address are sent without the
	 * credential.
	 */
	get sender(): AccountSender {
		return (this.madeSender ??= senderOfItem(this));
	}

	/** What was started or created for the item, also in earlier tries. */
	get starts(): Starts {
		return (this.madeStarts ??= new Starts(memoryOf(this.context, this.itemIndex)));
	}

	/**
	 * Called when the operation of the item is known, because that says which of its values are
	 * secret.
	 */
	collectSecrets(operation: Operation): void {
		this.secrets = secretsIn(operation, this.parameter);
		this.shownNode = nodeWithoutSecrets(this.entry.node, operation, this.secrets);
	}

	/** The item has ended. */
	end(): void {
		this.locks.release();
		this.nodeRun.inProgress.delete(this.abort);
	}
}

/** Remembers parameters, because n8n evaluates their expressions each time they are read. */
function rememberingParameters(read: ItemEntry['parameter']): ItemEntry['parameter'] {
	const values = new Map<string, unknown>();
	return (name) => {
		if (!values.has(name)) values.set(name, read(name));
		return values.get(name);
	};
}

function senderOfItem({
	context,
	credentialType,
	shownNode,
	itemIndex,
	nodeRun,
	secrets,
	signal,
	parameter,
}: ItemContext): AccountSender {
	const { timeout: timeoutMs, ...base } = requestOptions(parameter('requestOptions'));
	const signedIn = senderOf(context, credentialType, base, shownNode);
	// Reading a file or exchanging a token can be repeated, so these requests may be interrupted.
	const sendWithoutCredential: HttpSend = async (options) =>
		(await context.helpers.httpRequest({ ...options, ...base, abortSignal: signal })) as Awaited<
			ReturnType<HttpSend>
		>;
	return {
		...signedIn,
		timeoutMs,
		httpSend: async (options, interruption) =>
			await (isOnPlatform(options.url) ? signedIn.httpSend : sendWithoutCredential)(
				options,
				interruption,
			),
		signal,
		errorOf: failureErrorFor({ node: shownNode, itemIndex, secrets }),
		slowed: (family, until) =>
			addHint(
				context,
				nodeRun,
				slowedWords(family, until, context.getTimezone()),
				`slowed ${family}`,
			),
	};
}

function slowedWords(family: string, until: number, workflowZone: string): string {
	const zone = zoneToShow(workflowZone);
	const time = DateTime.fromMillis(until, { zone }).toFormat('HH:mm');
	return `Rate limit reached (429): requests to "${family}" are slowed down until about ${time} (${zone}), or longer if the limit is reached again.`;
}
