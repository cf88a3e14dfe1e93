/** The regions of the platform. */
export const REGIONS = [
	{ name: 'Asia Pacific', value: 'ap' },
	{ name: 'Australia', value: 'au' },
	{ name: 'Europe', value: 'eu' },
	{ name: 'United States East', value: 'us' },
	{ name: 'United States West', value: 'us-west' },
] as const;

/** The region of an account with addresses of its own. */
export const OTHER_REGION = 'other';
