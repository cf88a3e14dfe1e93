import { integer } from '../fields';

/**
 * The fields of a page, for the paging style `limitOffset`.
 * @param nouns what the list has: "tasks"
 * @param largest as in the paging style
 * @param usual the size of a page if none is given
 */
export const pageFields = (
	nouns: string,
	{ largest = 100, usual = largest }: { largest?: number; usual?: number } = {},
) => ({
	limit: integer('Size of a page').min(1).max(largest).byDefault(usual).optional(),
	offset: integer(`How many ${nouns} to skip`).min(0).byDefault(0).sample(10).optional(),
});
