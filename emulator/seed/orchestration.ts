/** The artifacts, connections and schedules of the demo's tasks. */
import { DAY } from '../../nodes/shared/support/time/time';
import {
	orchestrationOf,
	projects,
	promotions,
	resources,
	schedules,
	type Task,
	type Trigger,
} from '../areas/orchestration/orchestrationStore';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';
import { REMOTE_ENGINE_ID } from './engines';

/** What all parts of the seed need. */
interface Seeding {
	state: State;
	now: number;
	/** The IDs of the two workspaces that have tasks and plans. */
	development: string;
	production: string;
	/** The schedule of the tasks that run every night. */
	nightly: Trigger;
}

/** Adds what tasks and plans refer to; the tasks and plans already exist. */
export function seedOrchestration(state: State, clock: Clock): void {
	const { workspaces, tasks } = orchestrationOf(state);
	const now = clock.now();
	const startDate = new Date(now - 30 * DAY).toISOString().slice(0, 10);
	const [first] = tasks.values();
	const seeding: Seeding = {
		state,
		now,
		development: [...workspaces.values()].find(({ name }) => name === 'Finance')!.id,
		production: first!.workspaceId,
		nightly: {
			type: 'DAILY',
			interval: 1,
			startDate,
			timeZone: 'Europe/Paris',
			atTimes: { type: 'AT_TIME', time: '02:30' },
		},
	};
	seedDraft(seeding, first!);
	seedConnections(seeding);
	for (const task of tasks.values()) {
		seedArtifact(seeding, task);
		configureTask(seeding, task);
	}
	configurePlans(seeding);
	seedProjects(state, now);
	seedPromotions(state);
	seedSchedules(state, startDate);
	seedResources(seeding);
}

/** A task that is not in production yet. */
function seedDraft({ state, development }: Seeding, model: Task): void {
	const draft: Task = {
		...model,
		id: state.objectId(),
		name: 'Load suppliers',
		description: 'Loads the suppliers of the day',
		workspaceId: development,
		artifactId: state.objectId(),
		artifactName: 'load_suppliers',
	};
	orchestrationOf(state).tasks.set(draft.id, draft);
}

function seedConnections({ state, now, development, production }: Seeding): void {
	for (const [name, app, workspaceId] of [
		['Warehouse', 'Snowflake', production],
		['Warehouse', 'Snowflake', development],
		['Invoices', 'PostgreSQL', production],
	] as const) {
		const connection = {
			id: state.objectId(),
			name,
			app,
			workspaceId,
			createdAt: now - 60 * DAY,
			parameters: [
				{ name: 'user', value: 'loader' },
				{ name: 'password', value: 'a-demo-password', encrypted: true },
			],
		};
		orchestrationOf(state).connections.set(connection.id, connection);
	}
}

/** The artifact of a task, with the parameters that its job declares. */
function seedArtifact({ state, now }: Seeding, task: Task): void {
	const called = task.behaviors.find(({ calls }) => calls !== undefined)?.calls;
	const country = {
		name: 'country',
		value: 'FR',
		type: 'string',
		required: false,
		comment: 'Whose records are loaded',
	};
	const callback = {
		name: called!,
		type: 'string',
		required: false,
		comment: 'The address that the job calls when it ends',
	};
	orchestrationOf(state).artifacts.set(task.artifactId, {
		id: task.artifactId,
		name: task.artifactName,
		type: task.runtimeType === 'REMOTE_ENGINE_CLUSTER' ? 'big_data_streaming' : 'standard',
		workspaceId: task.workspaceId,
		versions: ['1.1.0', '1.2.0', '1.3.0'].map((version, index) => ({
			version,
			createdAt: now - (60 - index * 20) * DAY,
			parameters: called === undefined ? [{ ...country }] : [{ ...country }, { ...callback }],
		})),
	});
}

/** Gives a task its parameters, and one that runs every night its connection and schedule. */
function configureTask({ state, nightly }: Seeding, task: Task): void {
	task.parameters = { country: 'FR' };
	if (!task.tags.includes('nightly')) return;
	const warehouse = [...orchestrationOf(state).connections.values()].find(
		({ name, workspaceId }) => name === 'Warehouse' && workspaceId === task.workspaceId,
	)!;
	task.connections = { warehouse: warehouse.id };
	task.runConfiguration = {
		trigger: nightly,
		runtime: { type: task.runtimeType, id: REMOTE_ENGINE_ID },
		logLevel: 'WARN',
		parallelExecutionAllowed: false,
	};
}

function configurePlans({ state, now, nightly }: Seeding): void {
	for (const plan of orchestrationOf(state).plans.values()) {
		plan.createdAt = now - 50 * DAY;
		plan.runConfiguration = {
			trigger: { ...nightly, atTimes: { type: 'AT_TIME', time: '04:00' } },
		};
	}
}

function seedResources({ state, development, production }: Seeding): void {
	for (const workspaceId of [development, production])
		resources.add(state, {
			name: 'rates.csv',
			description: 'Rates of the month',
			workspaceId,
			content: Buffer.from('currency,rate\nUSD,1.08\n'),
		});
}

function seedProjects(state: State, now: number): void {
	for (const [name, description] of [
		['FINANCE', 'Jobs of the finance team'],
		['SANDBOX', 'For experiments'],
	] as const)
		projects.add(state, {
			name,
			description,
			url: `https://git.example.com/${name.toLowerCase()}/jobs.git`,
			owner: 'ana.demo',
			author: 'ana.demo',
			createdAt: now - 80 * DAY,
			userIds: [],
			groupIds: [],
		});
}

/** Adds a promotion that works, and one in the other direction, whose analysis finds failures. */
function seedPromotions(state: State): void {
	const [development, production] = [...orchestrationOf(state).environments.keys()] as [
		string,
		string,
	];
	const serviceAccountIds = [...state.serviceAccounts.keys()];
	for (const [sourceEnvironmentId, targetEnvironmentId, description] of [
		[development, production, 'Releases of the finance team'],
		[production, development, 'From Production back to Development'],
	] as const)
		promotions.add(state, {
			sourceEnvironmentId,
			targetEnvironmentId,
			description,
			userIds: [],
			serviceAccountIds: [...serviceAccountIds],
		});
}

/** A schedule with two triggers that is not bound yet. */
function seedSchedules(state: State, startDate: string): void {
	const [, production] = [...orchestrationOf(state).environments.keys()] as [string, string];
	const usual = { startDate, timeZone: 'Europe/Paris' };
	schedules.add(state, {
		description: 'Weekdays and month end',
		environmentId: production,
		triggers: [
			{
				name: 'Weekdays',
				type: 'WEEKLY',
				interval: 1,
				...usual,
				atDays: {
					type: 'DAY_OF_WEEK',
					days: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
				},
				atTimes: { type: 'AT_TIME', time: '06:00' },
			},
			{ name: 'Month end', type: 'CRON', ...usual, cronExpression: '0 22 L * ?' },
		],
	});
}
