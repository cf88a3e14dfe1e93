/** The demo account: enough data to try every operation. `npm run emulator` prints how to sign in. */
import { PERMISSIONS, serviceAccounts } from './areas/account/records';
import { orchestrationOf, type Behaviour, type Task } from './areas/orchestration/records';
import { processingOf } from './areas/processing/records';
import { startPlan, startTask } from './areas/processing/runs';
import type { Clock } from './clock';
import { seedApplications } from './seed/applications';
import { seedAccount } from './seed/account';
import { REMOTE_ENGINE_ID, seedEngines, seedRuntimes } from './seed/engines';
import { seedCatalog } from './seed/catalog';
import { seedOrchestration } from './seed/orchestration';
import { seedSecurity } from './seed/security';
import { seedServices } from './seed/services';
import { REJECTED_INVOICES, seedStewardship } from './seed/stewardship';
import type { State } from './state';

/**
 * The service account of the demo. The emulator runs on one machine and has made-up data, so these
 * are not secrets.
 */
export const DEMO_ACCOUNT = { id: 'demo-client-id', secret: 'demo-client-secret' };
/** The personal access token of the demo. */
export const DEMO_TOKEN = 'demo-personal-access-token';

/** All permissions that the documents name, including those for single endpoints. */
export const ALL_PERMISSIONS = [
	...PERMISSIONS,
	'TMC_SUBSCRIPTION_MANAGEMENT',
	'EXECUTION_LOGS_DELETE',
	'DYN_ENGINE_READ',
];

const succeeds: Behaviour = {
	dispatchMs: 1_000,
	durationMs: 3_000,
	end: 'execution_successful',
	rows: 1_200,
	rejected: 0,
};

/** Names of the demo's tasks and plans, for workflows that choose them by name. */
export const DEMO = {
	goodTask: 'Load customers',
	failingTask: 'Load orders',
	rejectingTask: 'Load invoices',
	serviceTask: 'Stream clicks',
	pausedTask: 'Archive 2024',
	callingTask: 'Load history',
	plan: 'Nightly load',
	recoveringPlan: 'Month-end close',
	handlingPlan: 'Orders with a fallback',
} as const;

const DAY = 86_400_000;
const HOUR = 3_600_000;

export function seed(state: State, clock: Clock): void {
	const now = clock.now();
	serviceAccounts.add(state, {
		...DEMO_ACCOUNT,
		name: 'Demo',
		permissions: ALL_PERMISSIONS,
		createdDate: now - 90 * DAY,
		lastModifiedDate: now - 90 * DAY,
	});
	state.personalTokens.set(DEMO_TOKEN, {
		id: 'ana.demo',
		name: 'Ana Demo',
		type: 'HUMAN',
		permissions: ALL_PERMISSIONS,
	});
	const { environments, workspaces, tasks, plans } = orchestrationOf(state);
	for (const [name, description] of [
		['Development', 'Jobs in development'],
		['Production', 'Jobs in production'],
	] as const) {
		const environment = {
			id: state.objectId(),
			name,
			description,
			maxCloudContainers: 2,
			default: name === 'Development',
		};
		environments.set(environment.id, environment);
		for (const [workspaceName, type] of [
			['Shared', 'shared'],
			['Finance', 'custom'],
		] as const) {
			const workspace = {
				id: state.objectId(),
				name: workspaceName,
				description: `${workspaceName} of ${name}`,
				owner: 'ana.demo',
				type,
				environmentId: environment.id,
				members: ['ana.demo'],
			};
			workspaces.set(workspace.id, workspace);
		}
	}
	const finance = [...workspaces.values()].at(-1)!;
	const add = (name: string, behaviours: Behaviour[], more: Partial<Task> = {}): Task => {
		const task: Task = {
			id: state.objectId(),
			name,
			workspaceId: finance.id,
			version: '1.2',
			artifactId: state.objectId(),
			artifactVersion: '1.2.0',
			artifactName: name.toLowerCase().replace(/\W+/g, '_'),
			tags: ['nightly'],
			paused: false,
			configured: true,
			runtimeType: 'REMOTE_ENGINE',
			behaviours,
			...more,
		};
		tasks.set(task.id, task);
		return task;
	};
	const fails: Behaviour = {
		...succeeds,
		end: 'execution_failed',
		errorType: 'JOB_EXCEPTION',
		errorMessage: 'Table ORDERS does not exist',
	};
	const good = add(DEMO.goodTask, [{ ...succeeds, lastWords: 'RETURN_CODE=0' }]);
	const failing = add(DEMO.failingTask, [{ ...fails, lastWords: 'RETURN_CODE=17' }]);
	const rejecting = add(DEMO.rejectingTask, [
		{
			...succeeds,
			end: 'execution_rejected',
			rejected: REJECTED_INVOICES.length,
			rejects: REJECTED_INVOICES,
			calls: 'resume_url',
		},
	]);
	add(DEMO.serviceTask, [{ ...succeeds, durationMs: Infinity }], {
		runtimeType: 'REMOTE_ENGINE_CLUSTER',
		tags: ['service'],
	});
	add(DEMO.pausedTask, [succeeds], { paused: true, tags: [] });
	add('Draft', [succeeds], { configured: false, tags: [] });
	add(
		DEMO.callingTask,
		[{ ...succeeds, durationMs: 7_000, rows: 48_000, components: 1_200, calls: 'resume_url' }],
		{ tags: [] },
	);
	const recovering = add('Post ledger', [
		{ ...fails, children: ['check_balance', 'post_entries'] },
		succeeds,
	]);
	const step = (name: string, taskIds: string[]) => ({
		id: state.uuid(),
		name,
		condition: 'ALL_SUCCEEDED' as const,
		taskIds,
	});
	for (const [name, steps] of [
		[DEMO.plan, [step('Extract', [good.id]), step('Load', [rejecting.id])]],
		[
			DEMO.recoveringPlan,
			[step('Extract', [good.id]), step('Post', [recovering.id]), step('Report', [good.id])],
		],
	] as const) {
		const plan = {
			id: state.uuid(),
			name,
			workspaceId: finance.id,
			paused: false,
			configured: true,
			steps: [...steps],
		};
		plans.set(plan.id, plan);
	}
	const by = { id: 'ana.demo', type: 'HUMAN' as const };
	for (let days = 5; days > 0; days--)
		for (const task of [good, failing, rejecting])
			startTask(state, task, now - days * DAY, { type: 'SCHEDULED', by });
	// Past executions do not count: the demo begins with the first behavior of each task.
	processingOf(state).starts.clear();
	const profile = {
		id: state.objectId(),
		name: 'Large heap',
		processorType: 'RE',
		type: 'JOB_SERVER',
		jvmArguments: ['-Xms256M', '-Xmx4096M'],
		runtimeId: REMOTE_ENGINE_ID,
		createdAt: now - 30 * DAY,
		taskIds: [],
	};
	processingOf(state).profiles.set(profile.id, profile);
	seedOrchestration(state, clock);
	seedAccount(state, clock);
	seedSecurity(state, clock);
	seedEngines(state, clock);
	seedRuntimes(state, clock);
	seedCatalog(state, clock);
	// Its step fails each time, and then its error handler runs.
	const handled = { ...step('Load', [failing.id]), handlerOnFailure: { taskIds: [good.id] } };
	const plan = {
		id: state.uuid(),
		name: DEMO.handlingPlan,
		workspaceId: finance.id,
		paused: false,
		configured: true,
		steps: [handled],
	};
	plans.set(plan.id, plan);
	seedServices(state, clock);
	seedStewardship(state, clock);
	seedApplications(state, clock);
}

/** In addition to the demo data: a plan that failed an hour ago, for examples that begin with a failure. */
export function seedFailedPlan(state: State, clock: Clock): void {
	const plan = [...orchestrationOf(state).plans.values()].find(
		({ name }) => name === DEMO.recoveringPlan,
	)!;
	startPlan(state, plan, clock.now() - HOUR, { by: { id: 'ana.demo', type: 'HUMAN' } });
	// Like other past executions, this one does not count.
	processingOf(state).starts.clear();
}
