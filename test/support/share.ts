/** How much of a campaign over thousands of cases is tried in one run. */
import { random } from './random';

/** Whether all cases are tried. */
export const ALL = process.env.CAMPAIGNS === 'all';
const ONE_IN = 3;

/**
 * Whether a case is tried: one of so many, others each time; all with `CAMPAIGNS=all`, as on
 * Sundays. For campaigns with hundreds of cases that show the same mistake.
 */
export const isTriedOneIn = (count: number) => (): boolean => ALL || random() * count < 1;

/**
 * Whether a case is tried: one of three. Only for campaigns that try each operation in many ways,
 * take long, and name the case that fails.
 */
export const isTried = isTriedOneIn(ONE_IN);

/**
 * How many cases are drawn at random: a third of them, others each time; all with `CAMPAIGNS=all`.
 * For tests that have already drawn thousands of cases, and beside which a plain test notices an
 * obvious mistake.
 */
export const casesToDraw = (all: number): number => (ALL ? all : Math.ceil(all / ONE_IN));
