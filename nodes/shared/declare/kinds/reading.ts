/** What the kinds share in reading what was given. */
import { BadInput, type Place } from '../badInput';
import { isObject } from '../../support/json';

/** Read, and nothing. */
export const ABSENT = Symbol('absent');

/** A value as it may be repeated to the person: short. */
export function shown(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Refuses what was given: `rule` completes the sentence "<label> …". */
export function refuse(place: Place, rule: string, raw: unknown): never {
	throw new BadInput(place.path, place.label, rule, place.secret ? undefined : shown(raw));
}

/** The value of a resource locator, or the value itself. */
export function unlocated(raw: unknown): unknown {
	return isObject(raw) && 'value' in raw && (raw.__rl === true || 'mode' in raw) ? raw.value : raw;
}

/** True or false, also from a text; nothing for anything else. */
export function asSwitch(raw: unknown): boolean | undefined {
	if (typeof raw === 'boolean') return raw;
	const text = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
	return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** Whether nothing was given. */
export const isNothing = (raw: unknown): raw is undefined | null | '' => raw === undefined || raw === null || raw === '';

/** A text from a text, a number or a switch. */
export function textOf(place: Place, raw: unknown): string {
	if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
	return typeof raw === 'string' ? raw : refuse(place, 'must be a text', raw);
}

/** JSON from a text; an object or array as it is. */
export function parsed(place: Place, raw: unknown, wanted: 'a list' | 'an object' | 'JSON'): unknown {
	let value = raw;
	if (typeof raw === 'string') {
		try {
			value = JSON.parse(raw) as unknown;
		} catch {
			refuse(place, wanted === 'JSON' ? 'must be valid JSON' : `must be ${wanted} in valid JSON`, raw);
		}
	}
	if (wanted === 'a list' && !Array.isArray(value)) refuse(place, 'must be a list', raw);
	if (wanted === 'an object' && !isObject(value)) refuse(place, 'must be an object', raw);
	return value;
}
