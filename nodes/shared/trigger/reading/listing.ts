/** Lists that are read by time: how a list is filtered and paged. */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';

export interface PageLimits {
	/** Number of records of a page. */
	pageSize: number;
	/**
	 * How many records of one period the platform has to list, so how many are read. A period with
	 * more records is divided.
	 */
	maxPerPeriod: number;
}

/** A list with times, which the platform sorts newest first. */
export interface Listing extends PageLimits {
	operation: RequestOperation;
	/** Path and filters. */
	input: Partial<Input>;
	/** The parameters that limit the list to records since a time. */
	sinceFilter: (time: number) => IDataObject;
	/** The parameters that limit the list to records up to a time. */
	untilFilter: (time: number) => IDataObject;
	/** Identifies a record. */
	key: (record: IDataObject) => string;
	/** The time of a record, in ms since 1970; NaN if it has none. */
	time: (record: IDataObject) => number;
}

/** A period, in milliseconds since 1970. An absent beginning or end means that there is none. */
export interface Period {
	since?: number;
	to?: number;
}
