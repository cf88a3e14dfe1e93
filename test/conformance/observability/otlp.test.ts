/** The example that sends executions to an observability platform: what its code makes of them. */
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

import { startTask } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { HOUR, MINUTE } from '../../support/time';

// Here, an execution that did not start has neither a start nor an end.
const platform = platformForEach({ dialect: 'vendor' });
const { succeed } = areaOf('Observability', () => platform);

const { nodes } = JSON.parse(
	readFileSync(join(__dirname, '../../../workflows/executions-to-observability.json'), 'utf8'),
) as { nodes: Array<{ name: string; parameters: { jsCode?: string } }> };
const code = nodes.find(({ name }) => name === 'As OTLP')!.parameters.jsCode!;

/** The text of the logs and metrics that the code makes of executions. */
function sentFor(executions: IDataObject[]): string {
	const items = executions.map((json) => ({ json }));
	const asOtlp = compileFunction(code, ['$', '$input']) as (
		$: () => unknown,
		$input: object,
	) => Array<{ json: IDataObject }>;
	const [{ json } = { json: {} }] = asOtlp(
		() => ({ first: () => ({ json: { service: 'talend-cloud' } }) }),
		{ all: () => items, first: () => items[0] },
	);
	return JSON.stringify([json.logs, json.metrics]);
}

const timesIn = (sent: string) =>
	[...sent.matchAll(/"timeUnixNano":"([^"]*)"/g)].map(([, time]) => time!);

test('an execution that did not start is sent with the time at which it was triggered', async () => {
	const { state, clock } = platform.emulator;
	processingOf(state).tasks.clear();
	const triggered = clock.now() - 20 * MINUTE;
	startTask(
		state,
		{
			...taskNamed(state, DEMO.goodTask),
			behaviors: [
				{ dispatchMs: 0, durationMs: 0, end: 'execution_rejected', misfired: 'TASK_IS_PAUSED' },
			],
		},
		triggered,
		{ type: 'SCHEDULED', by: { id: 'ana.demo', type: 'HUMAN' } },
	);
	const sent = sentFor(
		await succeed('executionHistory', 'getFinishedSince', {
			since: new Date(clock.now() - HOUR).toISOString(),
			includeMetrics: true,
			logEntries: 'all',
		}),
	);
	expect(timesIn(sent)).toEqual([`${triggered}000000`]);
	expect(sent).toContain(`"${DEMO.goodTask} misfired: the task is paused"`);
});

test('a line of a log without a time, a text or a known level does not keep the others from being sent', () => {
	const finishTimestamp = '2026-03-31T08:00:00Z';
	const sent = sentFor([
		{
			taskName: 'Load orders',
			outcome: 'succeeded',
			finishTimestamp,
			log: [
				{ severity: 'error', logTimestamp: null, logMessage: 'No time' },
				{ severity: null, logTimestamp: '2026-03-31T07:59:00Z', logMessage: null },
			],
		},
	]);
	expect(timesIn(sent)).toEqual([
		`${Date.parse(finishTimestamp)}000000`,
		`${Date.parse(finishTimestamp)}000000`,
		`${Date.parse('2026-03-31T07:59:00Z')}000000`,
	]);
	expect(sent).toContain(
		'"severityNumber":17,"severityText":"ERROR","body":{"stringValue":"No time"}',
	);
	expect(sent).not.toContain('"stringValue":null');
});
