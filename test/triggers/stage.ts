/** What the tests of triggers do over and over: a run or a log happens, a trigger is activated. */
import type { IDataObject } from 'n8n-workflow';

import { watchAdditions } from '../../nodes/shared/trigger/additions';
import { polling, type TriggerSpec } from '../../nodes/shared/trigger/poll';
import { auditLogs } from '../../nodes/TalendCloudAccountTrigger/auditLogs';
import { spec as auditLogSpec } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as crawlerSpec } from '../../nodes/TalendCloudCatalogTrigger/TalendCloudCatalogTrigger.node';
import { spec as artifactSpec } from '../../nodes/TalendCloudOrchestrationTrigger/TalendCloudOrchestrationTrigger.node';
import {
	type ExecutableKind,
	ExecutionEvents,
} from '../../nodes/TalendCloudProcessingTrigger/executions';
import { spec as executionSpec } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { spec as taskSpec } from '../../nodes/TalendCloudStewardshipTrigger/TalendCloudStewardshipTrigger.node';
import type { SimulatedTime } from '../support/time';
import { uuid } from './history';
import { type Habits, type Run, SimulatedN8n, SimulatedPlatform } from './simulation';

const specs = { execution: executionSpec, auditLog: auditLogSpec, crawler: crawlerSpec };

export type TriggerName = keyof typeof specs;

/** A platform that answers as usual, unless other habits are given. */
export const platformOn = (time: SimulatedTime, habits: Partial<Habits> = {}): SimulatedPlatform =>
	new SimulatedPlatform(time, {
		gatewaySkewMs: 0,
		inclusive: true,
		tellsTotal: true,
		latencyMs: 100,
		...habits,
	});

/** What polls a trigger, as far as the platform lets lists be read. */
function pollerOn({ habits: { reach } }: SimulatedPlatform, name: TriggerName) {
	const sources: Partial<Record<TriggerName, TriggerSpec['sources']>> = {
		execution: (given) =>
			Object.fromEntries(
				Object.keys(executionSpec.sources(given)).map((kind) => [
					kind,
					new ExecutionEvents(kind as ExecutableKind, given, given.events as string[], reach),
				]),
			),
		auditLog: (given) => ({ log: auditLogs(given, reach) }),
	};
	return polling({ ...specs[name], sources: (reach && sources[name]) ?? specs[name].sources });
}

/** A trigger that is not active yet. */
export const triggerOn = (
	platform: SimulatedPlatform,
	name: TriggerName,
	parameters: IDataObject = {},
	durable = false,
) => new SimulatedN8n(platform, pollerOn(platform, name), parameters, durable);

/** The trigger of artifacts, which is not active yet. */
export const artifactTriggerOn = (
	platform: SimulatedPlatform,
	parameters: IDataObject = {},
	durable = false,
) => new SimulatedN8n(platform, watchAdditions(artifactSpec), parameters, durable);

/** The trigger of stewardship tasks, which is not active yet. */
export const taskTriggerOn = (
	platform: SimulatedPlatform,
	parameters: IDataObject = {},
	durable = false,
) =>
	new SimulatedN8n(
		platform,
		watchAdditions(taskSpec),
		{
			campaignName: { __rl: true, mode: 'id', value: 'c' },
			events: ['created', 'assigned', 'stateChanged', 'resolved'],
			...parameters,
		},
		durable,
	);

/** Its first poll finds nothing; the requests that it took are not counted. */
export async function activated(n8n: SimulatedN8n): Promise<SimulatedN8n> {
	expect(await n8n.poll({ activation: true })).toBe('nothing');
	n8n.platform.requests = [];
	return n8n;
}

/** A run of a task that starts and fails now, unless more is given. */
export function addRun(platform: SimulatedPlatform, more: Partial<Run> = {}): Run {
	const now = platform.time.now();
	const made: Run = {
		id: uuid(),
		kind: 'task',
		time: now,
		visibleAt: now,
		startsAt: now,
		endsAt: now,
		end: 'execution_failed',
		...more,
	};
	platform.runs.push(made);
	return made;
}

/** An audit log that is written and seen now, unless more is given. */
export function addLog(
	platform: SimulatedPlatform,
	more: Partial<SimulatedPlatform['logs'][number]> = {},
) {
	const now = platform.time.now();
	const made = { id: uuid(), time: now, visibleAt: now, category: 'user account', ...more };
	platform.logs.push(made);
	return made;
}
