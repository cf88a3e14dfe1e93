import { PLATFORM_LIMITS } from '../nodes/shared/declare/families';

/**
 * The published numbers (docs/platform/interface.md, "Limits"). For SCIM, the interface documents
 * name the headers of a 429, but no number, so it has the number of `security`.
 */
export const DOCUMENTED_LIMITS: { perSecond: number; perMinute: Readonly<Record<string, number>> } =
	{
		perSecond: PLATFORM_LIMITS.perSecondAndEndpoint,
		perMinute: { ...PLATFORM_LIMITS.perMinute, scim: 600 },
	};
