/** How a record is found whose creation had no answer. */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../support/json';
import type { LookUp, RequestOperation } from './operation';

/** The fields in which the platform's lists state when a record was created. */
const CREATED = ['createDate', 'createdDate', 'creationDate', 'createdAt', 'meta.created'];

interface Created {
	/** What was created, with its article, at the beginning of a sentence. */
	noun: string;
	/** The list that it is in: all of it at once, or as much as the name lets through. */
	list: RequestOperation;
	/** What identifies it: fields of the records, and the parameters that they must equal. */
	unique: Readonly<Record<string, string>>;
	/** The platform is not known to refuse a second record with these. */
	mayRepeat?: boolean;
	/** Values for the list, of what was sent. */
	values?: (sent: IDataObject) => IDataObject;
	/** The name of its ID in the list, where that is not `id`. */
	id?: string;
	onlyOnce?: string;
}

/**
 * Looks for what was created by its name, and where it stands. A record that does not tell
 * since when it is there is surely the one only where the platform had begun to answer that it was
 * created: else it may be the one because of which it was refused.
 */
export const createdAs = ({ noun, list, unique, mayRepeat = false, values = () => ({}), id = 'id', onlyOnce }: Created): LookUp => ({
	noun,
	list,
	values,
	id,
	onlyOnce,
	is: (record, sent, { since, beganWell }) => {
		const marks = Object.entries(unique).map(([at, name]) => ({ told: comparable(valueAt(record, at)), wanted: comparable(sent[name]) }));
		if (marks.some(({ told, wanted }) => told !== '' && told !== wanted) || !marks.some(({ told, wanted }) => told === wanted)) return false;
		const created = CREATED.map((at) => momentOf(valueAt(record, at))).find((moment) => moment !== undefined);
		if (created !== undefined && created < since) return false;
		// A field that the record lacks rules nothing out: an engine may not say where it is.
		if (marks.some(({ told, wanted }) => told !== wanted)) return 'perhaps';
		return created !== undefined || (beganWell && !mayRepeat) || 'perhaps';
	},
	answer: (record) => ({ ...record, id: record[id] }),
});

/** What stands at a place such as `workspace.id`. */
const valueAt = (record: IDataObject, place: string): unknown =>
	place.split('.').reduce<unknown>((around, name) => (isObject(around) ? around[name] : undefined), record);

/** The platform compares names without regard to case. */
const comparable = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '');

function momentOf(value: unknown): number | undefined {
	const moment = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isFinite(moment) && moment > 0 ? moment : undefined;
}
