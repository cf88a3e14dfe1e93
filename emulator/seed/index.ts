/**
 * The demo account: enough data to try every operation. `npm run emulator` prints how to sign in.
 */
import { DAY, HOUR } from '../../nodes/shared/support/time/time';
import { PERMISSIONS, serviceAccounts } from '../areas/account/accountStore';
import {
	type Behavior,
	orchestrationOf,
	type PlanStep,
	type Task,
} from '../areas/orchestration/orchestrationStore';
import { startPlan, startTask } from '../areas/processing/executions';
import { processingOf } from '../areas/processing/processingStore';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';
import { seedAccount } from './account';
import { seedApplications } from './applications';
import { seedCatalog } from './catalog';
import { REMOTE_ENGINE_ID, seedEngines, seedRuntimes } from './engines';
import { seedOrchestration } from './orchestration';
import { seedSecurity } from './security';
import { seedServices } from './services';
import { REJECTED_INVOICES, seedStewardship } from './stewardship';

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

/** Fills an account with the demo data. The order decides which IDs the records get. */
export function seed(state: State, clock: Clock): void {
	seedCredentials(state, clock);
	seedPlaces(state);
	const tasks = seedTasks(state);
	seedPlans(state, tasks);
	seedPastExecutions(state, clock, [tasks.good, tasks.failing, tasks.rejecting]);
	seedRunProfile(state, clock);
	seedOrchestration(state, clock);
	seedAccount(state, clock);
	seedSecurity(state, clock);
	seedEngines(state, clock);
	seedRuntimes(state, clock);
	seedCatalog(state, clock);
	seedHandlingPlan(state, tasks);
	seedServices(state, clock);
	seedStewardship(state, clock);
	seedApplications(state, clock);
}

function seedCredentials(state: State, clock: Clock): void {
	const createdDate = clock.now() - 90 * DAY;
	serviceAccounts.add(state, {
		...DEMO_ACCOUNT,
		name: 'Demo',
		permissions: ALL_PERMISSIONS,
		createdDate,
		lastModifiedDate: createdDate,
	});
	state.personalTokens.set(DEMO_TOKEN, {
		id: 'ana.demo',
		name: 'Ana Demo',
		type: 'HUMAN',
		permissions: ALL_PERMISSIONS,
	});
}

/** Two environments with two workspaces each. */
function seedPlaces(state: State): void {
	const { environments, workspaces } = orchestrationOf(state);
	for (const name of ['Development', 'Production']) {
		const environment = {
			id: state.objectId(),
			name,
			description: `Jobs in ${name.toLowerCase()}`,
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
}

/**
 * The workspace Finance of the environment Production, which has the tasks and plans of the demo.
 */
const financeId = (state: State): string =>
	[...orchestrationOf(state).workspaces.values()].find(
		({ description }) => description === 'Finance of Production',
	)!.id;

const SUCCEEDS: Behavior = {
	dispatchMs: 1_000,
	durationMs: 3_000,
	end: 'execution_successful',
	rows: 1_200,
	rejected: 0,
};

const FAILS: Behavior = {
	...SUCCEEDS,
	end: 'execution_failed',
	errorType: 'JOB_EXCEPTION',
	errorMessage: 'Table ORDERS does not exist',
};

const REJECTS: Behavior = {
	...SUCCEEDS,
	end: 'execution_rejected',
	rejected: REJECTED_INVOICES.length,
	rejects: REJECTED_INVOICES,
	calls: 'resume_url',
};

/**
 * @param behaviors the behaviors of its executions, one after the other; all further executions
 * have the last one
 */
function addTask(
	state: State,
	name: string,
	behaviors: Behavior[],
	more: Partial<Task> = {},
): Task {
	const task: Task = {
		id: state.objectId(),
		name,
		workspaceId: financeId(state),
		version: '1.2',
		artifactId: state.objectId(),
		artifactVersion: '1.2.0',
		artifactName: name.toLowerCase().replace(/\W+/g, '_'),
		tags: ['nightly'],
		paused: false,
		configured: true,
		runtimeType: 'REMOTE_ENGINE',
		behaviors,
		...more,
	};
	orchestrationOf(state).tasks.set(task.id, task);
	return task;
}

type DemoTasks = ReturnType<typeof seedTasks>;

function seedTasks(state: State) {
	const good = addTask(state, DEMO.goodTask, [{ ...SUCCEEDS, lastWords: 'RETURN_CODE=0' }]);
	const failing = addTask(state, DEMO.failingTask, [{ ...FAILS, lastWords: 'RETURN_CODE=17' }]);
	const rejecting = addTask(state, DEMO.rejectingTask, [REJECTS]);
	addTask(state, DEMO.serviceTask, [{ ...SUCCEEDS, durationMs: Infinity }], {
		runtimeType: 'REMOTE_ENGINE_CLUSTER',
		tags: ['service'],
	});
	addTask(state, DEMO.pausedTask, [SUCCEEDS], { paused: true, tags: [] });
	addTask(state, 'Draft', [SUCCEEDS], { configured: false, tags: [] });
	addTask(
		state,
		DEMO.callingTask,
		[{ ...SUCCEEDS, durationMs: 7_000, rows: 48_000, components: 1_200, calls: 'resume_url' }],
		{ tags: [] },
	);
	const failsOnce = [{ ...FAILS, children: ['check_balance', 'post_entries'] }, SUCCEEDS];
	return { good, failing, rejecting, recovering: addTask(state, 'Post ledger', failsOnce) };
}

function addPlan(state: State, name: string, steps: PlanStep[]): void {
	const plan = {
		id: state.uuid(),
		name,
		workspaceId: financeId(state),
		paused: false,
		configured: true,
		steps,
	};
	orchestrationOf(state).plans.set(plan.id, plan);
}

const stepOf = (state: State, name: string, task: Task): PlanStep => ({
	id: state.uuid(),
	name,
	condition: 'ALL_SUCCEEDED',
	taskIds: [task.id],
});

function seedPlans(state: State, { good, rejecting, recovering }: DemoTasks): void {
	const load = [stepOf(state, 'Extract', good), stepOf(state, 'Load', rejecting)];
	const close = [
		stepOf(state, 'Extract', good),
		stepOf(state, 'Post', recovering),
		stepOf(state, 'Report', good),
	];
	addPlan(state, DEMO.plan, load);
	addPlan(state, DEMO.recoveringPlan, close);
}

/** A plan whose step fails each time, so that its error handler runs. */
function seedHandlingPlan(state: State, { good, failing }: DemoTasks): void {
	const step = stepOf(state, 'Load', failing);
	addPlan(state, DEMO.handlingPlan, [{ ...step, handlerOnFailure: { taskIds: [good.id] } }]);
}

function seedPastExecutions(state: State, clock: Clock, tasks: readonly Task[]): void {
	const by = { id: 'ana.demo', type: 'HUMAN' as const };
	for (let days = 5; days > 0; days--)
		for (const task of tasks)
			startTask(state, task, clock.now() - days * DAY, { type: 'SCHEDULED', by });
	// Past executions do not count: the demo begins with the first behavior of each task.
	processingOf(state).starts.clear();
}

function seedRunProfile(state: State, clock: Clock): void {
	const profile = {
		id: state.objectId(),
		name: 'Large heap',
		processorType: 'RE',
		type: 'JOB_SERVER',
		jvmArguments: ['-Xms256M', '-Xmx4096M'],
		runtimeId: REMOTE_ENGINE_ID,
		createdAt: clock.now() - 30 * DAY,
		taskIds: [],
	};
	processingOf(state).profiles.set(profile.id, profile);
}

/** Adds a plan to the demo data that failed an hour ago, for examples that need a failure. */
export function seedFailedPlan(state: State, clock: Clock): void {
	const plan = [...orchestrationOf(state).plans.values()].find(
		({ name }) => name === DEMO.recoveringPlan,
	)!;
	startPlan(state, plan, clock.now() - HOUR, { by: { id: 'ana.demo', type: 'HUMAN' } });
	// Like other past executions, this one does not count.
	processingOf(state).starts.clear();
}
