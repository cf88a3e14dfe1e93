/**
 * The pipeline of the demo, and the check of its result, for `npm start` and for the test in the
 * real n8n.
 */
import assert from 'node:assert/strict';

import { outputOf } from './n8n.mjs';

/** The name of its file in `workflows/`. */
export const PIPELINE = 'run-and-report';

const SUCCESS =
	/^Load customers \(Finance, Production\) succeeded at \d\d:\d\d: 1,200 rows in \d+ s$/;

const FAILURE =
	/^Load orders \(Finance, Production\) failed in write at \d\d:\d\d: Table ORDERS does not exist\. Correct its configuration, then run it again\.$/;

const reportsOf = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

/**
 * One task succeeds; the other fails, and its report says where, why and what to do.
 * @returns the sentence of each branch
 * @throws if the pipeline failed, or returned something else
 */
export function judge(execution) {
	assert.equal(
		execution.status,
		'success',
		`the pipeline ended as ${execution.status}: ${execution.error?.message ?? 'no message'} ${execution.error?.description ?? ''}`,
	);
	const succeeded = reportsOf(execution, 'Continue');
	const failed = reportsOf(execution, 'Report');
	for (const [branch, reports, expected] of [
		['success', succeeded, SUCCESS],
		['failure', failed, FAILURE],
	])
		assert.ok(
			reports.length === 1 && expected.test(reports[0]),
			`the ${branch} branch returned ${JSON.stringify(reports)}, expected one report like ${expected}`,
		);
	return { succeeded: succeeded[0], failed: failed[0] };
}
