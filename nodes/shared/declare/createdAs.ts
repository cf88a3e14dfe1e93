import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../support/json';
import { platformTime } from '../support/time/time';
import type { LookUp } from './operation';

/** The fields in which the platform's lists state when a record was created. */
const CREATED = ['createDate', 'createdDate', 'creationDate', 'createdAt', 'meta.created'];

interface Created
	extends
		Pick<LookUp, 'subject' | 'list' | 'onlyOnce'>,
		Partial<Pick<LookUp, 'values' | 'id' | 'answer'>> {
	/**
	 * What identifies the record: the paths of its fields, each with the parameter whose value it
	 * must have.
	 */
	unique: Readonly<Record<string, string>>;
	/** Whether the platform may accept a second record with the same values. */
	mayRepeat?: boolean;
}

/**
 * Finds the created record if the response was lost, by the values that identify it, such as its
 * name and its workspace. If the records do not say when they were created, a match is only certain
 * if the lost response had started as a success: otherwise the record may be older, and the
 * creation may have been refused because of it.
 */
export const createdAs = ({
	unique,
	mayRepeat = false,
	values = () => ({}),
	id = 'id',
	answer = (record) => ({ ...record, id: record[id] }),
	...lookUp
}: Created): LookUp => ({
	...lookUp,
	values,
	id,
	matches: (record, sent, { since, beganWell }) => {
		const fields = Object.entries(unique).map(([path, name]) => ({
			value: comparable(valueAt(record, path)),
			sentValue: comparable(sent[name]),
		}));
		if (fields.some(({ value, sentValue }) => value !== '' && value !== sentValue)) return false;
		if (fields.every(({ value, sentValue }) => value !== sentValue)) return false;
		const created = CREATED.map((path) => platformTime(valueAt(record, path))).find(
			(moment) => moment > 0,
		);
		if (created !== undefined && created < since) return false;
		// If the record lacks a field, it may still be the right one: for example, an engine may not
		// say to which workspace it belongs.
		if (fields.some(({ value, sentValue }) => value !== sentValue)) return 'perhaps';
		return created !== undefined || (beganWell && !mayRepeat) || 'perhaps';
	},
	answer,
});

const valueAt = (record: IDataObject, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((around, name) => (isObject(around) ? around[name] : undefined), record);

/** The platform compares names without regard to case. */
const comparable = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
