/** How much of a campaign over thousands of cases is tried in one run. */

/** Whether all cases are tried. */
export const ALL = process.env.CAMPAIGNS === 'all';
const ONE_IN = 3;

/**
 * Whether a case is tried: in `npm test` one of three, others each time; all with `CAMPAIGNS=all`, as in `.ci/run`. Only for
 * campaigns that try each operation in many ways and take minutes; what is found names its case.
 */
export const isTried = (): boolean => ALL || Math.random() * ONE_IN < 1;
