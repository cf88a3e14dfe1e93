/** The filters of a search in the history. Each field has its own operators and values. */
import { badRequest } from '../../refusals';
import type { State } from '../../state/state';
import { clusters, remoteEngines } from '../engines/runtimes';
import type { HistoryEntry } from './historyEntries';

export interface FieldFilter {
	field: string;
	operator: string;
	value: unknown;
}

const asList = (value: unknown, { field }: FieldFilter): unknown[] => {
	if (!Array.isArray(value)) throw badRequest(`The filter ${field} takes a list`);
	return value;
};

/**
 * The value of a field that filters compare. For engines, this is their other ID, because
 * Talend's examples have UUIDs.
 */
function comparedValue(entry: HistoryEntry, field: string, state: State): unknown {
	const value = entry[field];
	const isThis = ({ id }: { id: string }) => id === value;
	if (field === 'engineId') return remoteEngines.all(state).find(isThis)?.runtimeId;
	if (field === 'clusterId') return clusters.all(state).find(isThis)?.runtimeId;
	return value;
}

const wrongOperator = ({ operator, field }: FieldFilter) =>
	badRequest(`The operator ${operator} cannot be used with ${field}`);

/** Whether an execution matches a filter. It refuses operators and values that do not fit. */
type Matcher = (
	entry: HistoryEntry,
	filter: FieldFilter,
	search: { filters: readonly FieldFilter[]; state: State },
) => boolean;

const matchesName: Matcher = ({ name }, filter) => {
	const { operator, value } = filter;
	if (typeof value !== 'string' || value.length < 3)
		throw badRequest('name needs at least 3 characters');
	if (operator !== 'match' && operator !== 'not_match') throw wrongOperator(filter);
	return String(name).toLowerCase().includes(value.toLowerCase()) === (operator === 'match');
};

const matchesPeriod: Matcher = (entry, filter) => {
	const times = asList(filter.value, filter).map((time) => Date.parse(String(time)));
	if (filter.operator !== 'between' || times.length !== 2 || times.some(Number.isNaN))
		throw wrongOperator(filter);
	const [from, to] = times;
	const time = entry.runEndTime ?? entry.triggerTime;
	return time >= from! && time <= to!;
};

const matchesDuration: Matcher = ({ executeDurationMs }, filter) => {
	const { operator, value } = filter;
	if (operator !== 'greater_than' && operator !== 'less_than') throw wrongOperator(filter);
	const duration = Number(executeDurationMs ?? NaN);
	return operator === 'greater_than' ? duration > Number(value) : duration < Number(value);
};

const matchesRuntime: Matcher = (entry, filter, search) => {
	const { operator, value } = filter;
	if (operator !== 'or' && operator !== 'and') throw wrongOperator(filter);
	const parts = asList(value, filter) as FieldFilter[];
	const matches = (part: FieldFilter) => isOneOf(entry, part, search);
	return operator === 'or' ? parts.some(matches) : parts.every(matches);
};

const matchesApiVersion: Matcher = ({ apiVersion }, filter) => {
	const { operator, value } = filter;
	if (operator !== 'is_empty' || typeof value !== 'boolean') throw wrongOperator(filter);
	return (apiVersion === undefined) === value;
};

/** A filter that is only accepted together with one for a single task. */
const isOneOfWithTask: Matcher = (entry, filter, search) => {
	if (!search.filters.some(({ field }) => field === 'taskId'))
		throw badRequest(`${filter.field} can only be used together with taskId`);
	return isOneOf(entry, filter, search);
};

/** How special fields are compared. All others are compared with {@link isOneOf}. */
const MATCHERS: ReadonlyMap<string, Matcher> = new Map([
	['name', matchesName],
	['period', matchesPeriod],
	['executeDurationMs', matchesDuration],
	['runtime', matchesRuntime],
	['apiVersion', matchesApiVersion],
	['version', isOneOfWithTask],
	['logLevel', isOneOfWithTask],
]);

function isOneOf(entry: HistoryEntry, filter: FieldFilter, { state }: { state: State }): boolean {
	const { field, operator, value } = filter;
	if (operator !== 'in' && operator !== 'not_in') throw wrongOperator(filter);
	const entryValues = [comparedValue(entry, field, state)].flat();
	return entryValues.some((one) => asList(value, filter).includes(one)) === (operator === 'in');
}

/**
 * Whether an execution matches all filters.
 * @throws Refusal 400 for an operator or value that a field does not accept
 */
export const matchesAll = (
	entry: HistoryEntry,
	filters: readonly FieldFilter[],
	state: State,
): boolean =>
	filters.every((filter) =>
		(MATCHERS.get(filter.field) ?? isOneOf)(entry, filter, { filters, state }),
	);
