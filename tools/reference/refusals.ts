/** The statuses with which the platform refuses a request, with the messages that users see. */
import { requestsOf } from '../../nodes/shared/declare/derived/operationParts';
import type { Operation, RequestOperation } from '../../nodes/shared/declare/operation';
import { statusInWords } from '../../nodes/shared/transport/failure/statusTexts';
import { interfaceOperation } from '../../platform/descriptions/interfaceDocuments';
import { vendorOperation } from '../../platform/descriptions/vendor';

/** A refusal that is described somewhere, or that has its own message. */
export interface DescribedRefusal {
	/** "404", or "5XX" for all such statuses without an entry of their own. */
	status: string;
	/** What happened, and what to do. */
	words: string;
	/** Whether the operation has its own message for it. */
	isOwn: boolean;
}

/** The statuses that either description names for a request, and those with their own message. */
function statusesOf(operation: RequestOperation): string[] {
	const documents = (interfaceOperation(operation.method, operation.endpoint)?.errors ?? []).map(
		String,
	);
	const vendor = Object.keys(vendorOperation(operation.method, operation.endpoint)?.answers ?? {});
	const never = (operation.neverRefusedWith ?? []).map(String);
	return [...new Set([...Object.keys(operation.refusals ?? {}), ...documents, ...vendor])]
		.filter((status) => /^[45]\w\w$/.test(status) && !never.includes(status))
		.sort();
}

/** What the refusal of one request means. */
export function describedRefusals(operation: RequestOperation): DescribedRefusal[] {
	return statusesOf(operation).map((status) => {
		const own = operation.refusals?.[status as '5XX'];
		return { status, words: own ?? generalWords(status, operation), isOwn: own !== undefined };
	});
}

/** The message for a status if the operation has none of its own. */
export function generalWords(status: string, operation?: RequestOperation): string {
	const { message, todo } = statusInWords(Number(status.replace(/X/g, '0')), operation);
	return `${message}. ${todo}`;
}

/** The refusals of an operation; for a flow, those of all its requests, without duplicates. */
export function refusalsOf(operation: Operation): DescribedRefusal[] {
	const all = requestsOf(operation).flatMap(describedRefusals);
	const different = new Map(
		all.map((each) => [`${each.status} ${each.isOwn ? each.words : ''}`, each]),
	);
	return [...different.values()].sort((a, b) => (a.status < b.status ? -1 : 1));
}
