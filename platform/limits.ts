import { PLATFORM_LIMITS } from '../nodes/shared/declare/limits';

/**
 * The limits that the emulator enforces: the published ones of the API families
 * (docs/platform/interface.md, "Limits"), and in the dialect `field` also the one of each endpoint
 * that others have seen. For SCIM, the interface documents name the headers of a 429, but no
 * number, so it has the number of `security`.
 */
export const EMULATED_LIMITS: { perSecond: number; perMinute: Readonly<Record<string, number>> } = {
	perSecond: PLATFORM_LIMITS.perSecondAndEndpoint,
	perMinute: { ...PLATFORM_LIMITS.perMinute, scim: PLATFORM_LIMITS.perMinute.security },
};
