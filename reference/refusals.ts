/** With which statuses the platform refuses a request, and what a person reads and does then. */
import { interfaceOperation } from '../interface/documents';
import { vendorOperation } from '../interface/vendor';
import type { Operation, RequestOperation } from '../nodes/shared/declare/operation';
import { refusalWords } from '../nodes/shared/transport/errors';
import { requestsOf } from './operations';

/** A refusal that is described somewhere, or that has words of its own. */
export interface Described {
	/** "404", or "5XX" for all such statuses without an entry of their own. */
	status: string;
	/** What happened, and what to do. */
	words: string;
	/** Whether the operation has words of its own for it. */
	isOwn: boolean;
}

/** Statuses of refusals that either description has for a request, and those with words of their own. */
function statusesOf(operation: RequestOperation): string[] {
	const documents = (interfaceOperation(operation.method, operation.endpoint)?.errors ?? []).map(String);
	const vendor = Object.keys(vendorOperation(operation.method, operation.endpoint)?.answers ?? {});
	return [...new Set([...Object.keys(operation.refusals ?? {}), ...documents, ...vendor])].filter((status) => /^[45]\w\w$/.test(status)).sort();
}

/** What the refusal of one request means. */
export function describedRefusals(operation: RequestOperation): Described[] {
	return statusesOf(operation).map((status) => {
		const own = operation.refusals?.[status as '5XX'];
		return { status, words: own ?? generalWords(status, operation), isOwn: own !== undefined };
	});
}

/** What a status means where an operation has no words of its own for it. */
export function generalWords(status: string, operation?: RequestOperation): string {
	const { message, todo } = refusalWords(Number(status.replace(/X/g, '0')), operation);
	return `${message}. ${todo}`;
}

/** The refusals of an operation: of a flow those of all its requests, each sentence once. */
export function refusalsOf(operation: Operation): Described[] {
	const all = requestsOf(operation).flatMap(describedRefusals);
	const different = new Map(all.map((each) => [`${each.status} ${each.isOwn ? each.words : ''}`, each]));
	return [...different.values()].sort((a, b) => (a.status < b.status ? -1 : 1));
}
