/** How to find a record whose creation had no response. */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../support/json';
import type { LookUp } from './operation';
import { platformTime } from '../support/time';

/** The fields in which the platform's lists state when a record was created. */
const CREATED = ['createDate', 'createdDate', 'creationDate', 'createdAt', 'meta.created'];

interface Created
	extends Pick<LookUp, 'noun' | 'list' | 'onlyOnce'>, Partial<Pick<LookUp, 'values' | 'id'>> {
	/** What identifies it: fields of the records, and the parameters that they must equal. */
	unique: Readonly<Record<string, string>>;
	/** Set if it is not known that the platform refuses a second record with these. */
	mayRepeat?: boolean;
}

/**
 * By its name and where it is. A record that does not say when it was created is certainly the one only if the platform had started to
 * respond that it was created: otherwise it may be the one because of which the creation was refused.
 */
export const createdAs = ({
	unique,
	mayRepeat = false,
	values = () => ({}),
	id = 'id',
	...rest
}: Created): LookUp => ({
	...rest,
	values,
	id,
	is: (record, sent, { since, beganWell }) => {
		const fields = Object.entries(unique).map(([at, name]) => ({
			reported: comparable(valueAt(record, at)),
			wanted: comparable(sent[name]),
		}));
		if (fields.some(({ reported, wanted }) => reported !== '' && reported !== wanted)) return false;
		if (fields.every(({ reported, wanted }) => reported !== wanted)) return false;
		const created = CREATED.map((at) => platformTime(valueAt(record, at))).find(
			(moment) => moment > 0,
		);
		if (created !== undefined && created < since) return false;
		// A field that the record lacks excludes nothing: an engine may not say where it is.
		if (fields.some(({ reported, wanted }) => reported !== wanted)) return 'perhaps';
		return created !== undefined || (beganWell && !mayRepeat) || 'perhaps';
	},
	answer: (record) => ({ ...record, id: record[id] }),
});

const valueAt = (record: IDataObject, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((around, name) => (isObject(around) ? around[name] : undefined), record);

/** The platform compares names without regard to case. */
const comparable = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
