/** How much of a campaign over thousands of cases is tried in one run. */

/** Whether all cases are tried. */
export const ALL = process.env.CAMPAIGNS === 'all';
const ONE_IN = 3;

/**
 * Whether a case is tried: one of three, others each time; all with `CAMPAIGNS=all`, as on Sundays.
 * Only for campaigns that try each operation in many ways and take minutes; what is found names its
 * case.
 */
export const isTried = (): boolean => ALL || Math.random() * ONE_IN < 1;

/**
 * How many cases are drawn at random: one of three, others each time; all with `CAMPAIGNS=all`.
 * For what has been drawn by the thousand for long; what would notice a mistake at once stands
 * beside it.
 */
export const casesOf = (all: number): number => (ALL ? all : Math.ceil(all / ONE_IN));
