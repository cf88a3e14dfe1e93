/**
 * The order of the fields of an output, made for people: first the names of what it is about, then
 * how it ended and why, then everything else, and IDs last. Tables in n8n show the fields of an
 * item from left to right, so the first three columns say what happened.
 */
import type { IDataObject } from 'n8n-workflow';

/** Names of what a record is about. If there are several, they keep their order. */
const NAMES = new Set([
	...['name', 'label', 'displayName', 'fileName', 'taskName', 'planName', 'campaignName'],
	...['login', 'userName', 'username', 'firstName', 'lastName', 'email', 'ip'],
]);

/** How it ended, or what state it is in, and why: in this order. */
const VERDICTS_AND_REASONS = [
	...['outcome', 'verdict', 'summary', 'healthy', 'findings', 'change', 'result'],
	...['success', 'skipped'],
	...['deleted', 'started', 'ended', 'added', 'removed', 'unpaired', 'fails'],
	...['status', 'state', 'currentState', 'executionStatus', 'runStatus', 'exportStatus'],
	'terminated',
	...['availability', 'active', 'enabled', 'valid', 'published', 'certification'],
	...['cause', 'causeReason', 'reason', 'errorMessage', 'failedStep', 'failedTasks'],
	...['failedComponent', 'misfiredReason', 'misfiredExecutionReason', 'errorType', 'message'],
	...['messages', 'statusMessage', 'statusDetails', 'failure', 'errors', 'note', 'differences'],
];

const POSITIONS = new Map(VERDICTS_AND_REASONS.map((name, position) => [name, position + 1]));

/** Whether a field is only for machines: an ID, or something that the protocol needs. */
const isForMachines = (name: string): boolean =>
	/^(id|ids|key|executable|mark|meta|schemas)$|(Id|Ids|_id)$/.test(name);

const FURTHER = VERDICTS_AND_REASONS.length + 1;

const rankOf = (name: string): number => {
	if (NAMES.has(name)) return 0;
	return POSITIONS.get(name) ?? (isForMachines(name) ? FURTHER + 1 : FURTHER);
};

/**
 * The names of fields in reading order. Names of the same rank keep their order.
 * @param leads the fields that come first, in this order
 */
export function namesInReadingOrder(
	names: readonly string[],
	leads: readonly string[] = [],
): string[] {
	const others = names.filter((name) => !leads.includes(name));
	return [
		...leads.filter((name) => names.includes(name)),
		...others.sort((a, b) => rankOf(a) - rankOf(b)),
	];
}

/**
 * Puts the fields of records into reading order; records of a list mostly have the same fields,
 * which are sorted once.
 */
export function readingOrder(leads?: readonly string[]): (record: IDataObject) => IDataObject {
	const orders = new Map<string, string[]>();
	return (record) => {
		const names = Object.keys(record);
		const key = names.join('\n');
		if (!orders.has(key)) orders.set(key, namesInReadingOrder(names, leads));
		return Object.fromEntries(orders.get(key)!.map((name) => [name, record[name]]));
	};
}
