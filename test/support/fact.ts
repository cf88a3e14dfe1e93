/** A fact of the interface documents by its ID in platform/data/interface/facts.json, "A.17". */
export type FactId = `${'A' | 'B' | 'C'}.${number}`;

/**
 * Says, in the first line of a test, which facts of the interface documents it covers.
 * `tools/reference/coverage.ts` finds these tags in the sources; `npm run test:facts` breaks the
 * facts and expects one of their tests to fail.
 */
export const fact = (...ids: FactId[]): void => {
	(globalThis as { coversFacts?: (ids: FactId[]) => void }).coversFacts?.(ids);
};
