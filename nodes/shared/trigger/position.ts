/**
 * Where an event stands in its stream: its time, and behind it a hash of its run and its step. So positions sort in order of time, and no
 * two events have the same one.
 */
import { createHash } from 'node:crypto';

export type Position = string;

/** Something that happens once, such as an execution. */
export interface RunKey {
	key: string;
	/** The time by which the platform lists it, ms since 1970. */
	time: number;
}

const TIME_DIGITS = 9;

const HASH_DIGITS = 10;

/** A position; the time alone stands before all that has it. */
export const POSITION = /^[0-9a-z]{9}([\w-]{10}\d)?$/;

/** The last time that has no more digits, in the year 5188. */
const LAST = 36 ** TIME_DIGITS - 1;

/** 60 bits: two of a thousand runs are alike once in 10^12 times. */
const hashOf = (key: string): string =>
	createHash('sha256').update(key).digest('base64url').slice(0, HASH_DIGITS);

/** Before all that has this time. */
export const positionAt = (time: number): Position =>
	Math.min(LAST, Math.max(0, Math.floor(time)))
		.toString(36)
		.padStart(TIME_DIGITS, '0');

/** The position of a run without a step. */
export const positionOf = ({ key, time }: RunKey): Position => positionAt(time) + hashOf(key);

/** ms since 1970. */
export const timeIn = (position: Position): number => parseInt(position.slice(0, TIME_DIGITS), 36);

/** The position without its time: a record without a time gets another one in each poll. */
export const withoutTime = (position: Position): string => position.slice(TIME_DIGITS);
