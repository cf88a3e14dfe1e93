/** How many requests the platform takes, and how many the nodes send at a time. */

/**
 * The limits of the platform (docs/platform/interface.md, "Limits"). If a limit of a minute is
 * reached, the platform can announce when the pause ends, so the request queue need not know this
 * limit; only the emulator does. The limit of each endpoint is not announced and lasts only a
 * second, so the queue knows it and keeps to it after the first refusal.
 */
export const PLATFORM_LIMITS = {
	perSecondAndEndpoint: 10,
	/** By family, or by operation if it has its own limit. */
	perMinute: {
		monitoring: 600,
		orchestration: 1800,
		processing: 1800,
		security: 600,
		'GET /account/subscription': 60,
		'POST /monitoring/observability/metrics/component': 5,
	},
} as const;

/** How many requests of one family and credential may be in flight. */
export const MAX_IN_FLIGHT = 8;
