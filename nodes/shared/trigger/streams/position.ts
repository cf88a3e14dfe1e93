/**
 * The position of an event in its stream, as one text. For example, the end of an execution of 8:00
 * on January 1, 2026:
 *
 * | part | in the text | length |
 * | --- | --- | --- |
 * | the time of its execution, to the base 36 | `0mjv5n280` | 9 |
 * | the hash of its execution | `pALEM26_14` | 10 |
 * | its phase | `1` | 1 |
 *
 * Positions sort by time, and no two events have the same one.
 *
 * The identity of an event is its position without the time, because two polls may see different
 * times of one execution. The identity of an event decides whether it was already emitted, and its
 * position decides whether that must still be remembered.
 */
import { createHash } from 'node:crypto';

/**
 * A text that only the functions of this file create. The type checker accepts no other text in its
 * place.
 */
type Branded<Name extends string> = string & { readonly __brand: Name };

/** The position of an event, or the position before all events of a time. */
export type Position = Branded<'Position'>;

/** The position of an execution: the positions of all its events begin with it. */
export type ExecutionPosition = Branded<'ExecutionPosition'>;

/** What identifies an event, even if polls see different times of it. */
export type EventIdentity = Branded<'EventIdentity'>;

/**
 * The phases of an execution, one digit each: its events are its start and its end. `settled` is no
 * event, but marks an execution of which all events were emitted and no other can follow.
 */
export const PHASES = { started: 0, ended: 1, settled: 9 } as const;

/** Identifies an execution: something that happens once. An entry of a log counts as one, too. */
export interface ExecutionKey {
	key: string;
	/** The time by which the platform lists it, ms since 1970. */
	time: number;
}

const TIME_DIGITS = 9;

const HASH_DIGITS = 10;

/**
 * The form of a position. A time alone is a position, too: it sorts before all events of that time.
 */
export const POSITION = /^[0-9a-z]{9}([\w-]{10}\d)?$/;

/** The latest time that a position can have: it is in the year 5188. */
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
		.padStart(TIME_DIGITS, '0') as Position;

export const positionOf = ({ key, time }: ExecutionKey): ExecutionPosition =>
	`${positionAt(time)}${hashOf(key)}` as ExecutionPosition;

/** The position of the event that an execution has in a phase. */
export const eventAt = (position: ExecutionPosition, phase: number): Position =>
	`${position}${phase}` as Position;

/** The time of a position, in ms since 1970. */
export const timeIn = (position: Position): number => parseInt(position.slice(0, TIME_DIGITS), 36);

/**
 * The identity of the event at a position. It has no time, because an execution that the platform
 * gives no time gets the time of each poll.
 */
export const eventIdentity = (position: Position): EventIdentity =>
	position.slice(TIME_DIGITS) as EventIdentity;
