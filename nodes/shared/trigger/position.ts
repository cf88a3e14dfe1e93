/**
 * The position of an event in its stream, as one text: the time of its execution, a hash of its
 * execution, and its phase. Positions sort by time, and no two events have the same one.
 *
 * The identity of an event is its position without the time. Two polls may see different times of
 * one execution, so what was emitted is found by its identity; whether it is still remembered is
 * decided by its position.
 */
import { createHash } from 'node:crypto';

export type Position = string;

/** What the positions of all events of an execution begin with. */
export type ExecutionPosition = string;

/**
 * The phases of an execution, one digit each: its events are its start and its end. `complete` is
 * no event, but marks an execution of which all events were emitted and no other can follow.
 */
export const PHASES = { started: 0, ended: 1, complete: 9 } as const;

/** Identifies an execution: something that happens once. An entry of a log counts as one, too. */
export interface ExecutionKey {
	key: string;
	/** The time by which the platform lists it, ms since 1970. */
	time: number;
}

const TIME_DIGITS = 9;

const HASH_DIGITS = 10;

/** The form of a position. A time alone is one, too; it sorts before all events of that time. */
export const POSITION = /^[0-9a-z]{9}([\w-]{10}\d)?$/;

/** The latest time that fits, in the year 5188. */
const LAST = 36 ** TIME_DIGITS - 1;

/**
 * 60 bits: among a thousand executions, the probability that two have the same hash is 1 in 10^12.
 */
const hashOf = (key: string): string =>
	createHash('sha256').update(key).digest('base64url').slice(0, HASH_DIGITS);

/** The position before all events of a time. */
export const positionAt = (time: number): Position =>
	Math.min(LAST, Math.max(0, Math.floor(time)))
		.toString(36)
		.padStart(TIME_DIGITS, '0');

export const positionOf = ({ key, time }: ExecutionKey): ExecutionPosition =>
	positionAt(time) + hashOf(key);

/** The position of the event that an execution has in a phase. */
export const eventAt = (execution: ExecutionPosition, phase: number): Position =>
	`${execution}${phase}`;

/** The time of a position, in ms since 1970. */
export const timeIn = (position: Position): number => parseInt(position.slice(0, TIME_DIGITS), 36);

/**
 * The identity of an event. It has no time, because an execution that the platform gives no time
 * gets the time of each poll.
 */
export const eventIdentity = (event: Position): string => event.slice(TIME_DIGITS);
