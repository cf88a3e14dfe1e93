/** Durations in milliseconds, for scripts; tests in TypeScript have them from time.ts. */
export const MINUTE = 60_000;
