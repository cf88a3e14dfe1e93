/** The names of time zones: which ones can be chosen, and which spelling the platform accepts. */
import { IANAZone } from 'luxon';

/**
 * Names of time zones. Which ones are listed depends on the machine. Names such as US/Eastern are
 * valid, too, but are in no list.
 */
export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/**
 * The names with the right spelling. The last three are in no list, but are often written in
 * another spelling.
 */
const SPELLED = [...TIME_ZONES, 'Etc/UTC', 'Etc/GMT', 'GMT'];

/**
 * The listed name of a zone that was written in any letter case, because JavaScript ignores case,
 * but the platform does not. Undefined if the zone is not listed.
 */
export const listedZone = (zone: string): string | undefined =>
	SPELLED.find((each) => each.toLowerCase() === zone.trim().toLowerCase());

/**
 * The zone in which to show times: UTC if the given one is invalid, because n8n does not check the
 * zone that it is configured with. `create` checks each name once, which otherwise takes a quarter
 * of the time of a poll with many events.
 */
export const zoneToShow = (zone: string): string => (IANAZone.create(zone).isValid ? zone : 'UTC');
