import { IANAZone } from 'luxon';

/**
 * Names of time zones. How many are listed is up to the host; names such as US/Eastern are known,
 * too, but in no list.
 */

export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** These are in no list, and often spelled in another way. */
const SPELLED = [...TIME_ZONES, 'Etc/UTC', 'Etc/GMT', 'GMT'];

/**
 * The listed name of a zone in any case: JavaScript takes them so, the platform does not. Nothing
 * if none is listed.
 */
export const listedZone = (zone: string): string | undefined =>
	SPELLED.find((each) => each.toLowerCase() === zone.trim().toLowerCase());

/**
 * A zone to show times in: n8n does not check the one that it is configured with. `create` checks
 * each name once, which otherwise takes a quarter of the time of a poll with many events.
 */
export const zoneToShow = (zone: string): string => (IANAZone.create(zone).isValid ? zone : 'UTC');
