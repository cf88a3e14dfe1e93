/**
 * What others have seen: the emulator does each of it, exactly where its switch is on, and the page
 * tells it as it is declared.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Emulator, type EmulatorOptions, standingClock } from '../../../emulator';
import {
	type Behavior,
	orchestrationOf,
	promotions,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { startTask } from '../../../emulator/areas/processing/executions';
import { DIALECTS, seenIn } from '../../../emulator/dialects';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import {
	OBSERVATIONS,
	type SeenBehavior,
	type SeenName,
	WITHOUT_SWITCH,
} from '../../../platform/observations';
import { askAt } from '../../support/ask';
import { planNamed, taskNamed, userNamed } from '../../support/demo';

const PAGE = readFileSync(join(__dirname, '../../../docs/platform/interface.md'), 'utf8');
const WHERE: Record<SeenBehavior['in'], string> = {
	field: '`field`',
	'all dialects': 'all',
	'no dialect': 'none',
};

/** The rows of the table that begins with these words, after a heading. */
const rowsOf = (head: string): string[] =>
	PAGE.slice(PAGE.indexOf('## What others have seen'))
		.split('\n\n')
		.find((block) => block.startsWith(head))
		?.split('\n')
		.slice(2) ?? [];

test('docs/platform/interface.md describes each observation, in the order of their numbers', () => {
	expect(rowsOf('| no. | what happens |')).toEqual(
		Object.values<SeenBehavior>(OBSERVATIONS).map(
			({ number, says, confidence, seenBy, seen, in: where }) =>
				`| ${number} | ${says} | ${confidence} | ${seenBy}${seen === undefined ? '' : `, ${seen}`} | ${WHERE[where]} |`,
		),
	);
	expect(rowsOf('| no. | what was seen | why')).toEqual(
		WITHOUT_SWITCH.map(({ number, says, because }) => `| ${number} | ${says} | ${because} |`),
	);
	const numbers = Object.values<SeenBehavior>(OBSERVATIONS).map(({ number }) => number);
	expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
	const all = [...numbers, ...WITHOUT_SWITCH.map(({ number }) => number)];
	expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 37 }, (_, index) => index + 1));
});

test('the page of the emulator offers every dialect', () => {
	const html = readFileSync(join(__dirname, '../../../emulator/page/index.html'), 'utf8');
	const select = /<select id="dialect">([^]*?)<\/select>/.exec(html)![1]!;
	expect([...select.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual([
		...DIALECTS,
	]);
});

describe.each(Object.entries<SeenBehavior>(OBSERVATIONS))(
	'the observation %s',
	(name, { in: where }) => {
		const applies = (...given: Parameters<typeof seenIn>) => seenIn(...given)[name as SeenName];

		test('the observation applies in the dialects that its row names', () => {
			const isEverywhere = where === 'all dialects';
			expect([applies('documents'), applies('vendor')]).toEqual([isEverywhere, isEverywhere]);
			expect(applies('field')).toBe(where !== 'no dialect');
		});

		test('the observation applies in another dialect on request', () => {
			expect(applies('documents', [name as SeenName])).toBe(true);
		});
	},
);

// -------------------------------------------------------------------------------------------

/** What the tests read of responses. */
interface Body {
	[name: string]: unknown;
	artifact: { id: string; version: string };
	connector_type: string;
	data: Array<{ logTimestamp: number; logMessage: string }>;
	errorMessage?: string;
	executable: string;
	executionId: string;
	flows: [{ targetId: string }];
	id: string;
	items: Body[];
	job_name: string;
	metrics: Body;
	name: string;
	processes: Body[];
	runtime: { engineId?: string };
	status: string;
	parameters?: object;
	version: string;
	versions: string[];
	workspace: Body & { environment: { name: string } };
	workspaces: [Body];
}

class Stage {
	readonly emulator: Emulator;
	address = '';

	constructor(options: EmulatorOptions) {
		this.emulator = new Emulator({ clock: standingClock(), dialect: 'field', ...options });
	}

	async open(): Promise<void> {
		this.address = await this.emulator.listen();
	}

	async ask(endpoint: string, body?: unknown, headers: Record<string, string> = {}) {
		const asked = await askAt(this.address, endpoint, body, headers);
		return { ...asked, body: asked.body as Body };
	}

	task(name: string = DEMO.goodTask) {
		return taskNamed(this.emulator.state, name);
	}

	pass(seconds: number): void {
		this.emulator.clock.advance(seconds * 1000);
	}

	/**
	 * Starts a task, or a service.
	 * @returns the ID in the response
	 */
	async start(name: string): Promise<string> {
		return (await this.ask('POST /processing/executions', { executable: this.task(name).id })).body
			.executionId;
	}

	/**
	 * An execution that was started some time ago, with this behavior.
	 * @returns its ID
	 */
	run(behavior: Partial<Behavior>, secondsAgo = 0): string {
		const task = this.task();
		task.behaviors = [{ dispatchMs: 0, durationMs: 0, end: 'execution_successful', ...behavior }];
		return startTask(this.emulator.state, task, this.emulator.clock.now() - secondsAgo * 1000, {
			type: 'MANUAL',
			by: { id: 'ana.demo', type: 'HUMAN' },
		}).id;
	}

	async executionsOf(name: string, query = ''): Promise<Body[]> {
		return (
			await this.ask(`GET /processing/executables/tasks/${this.task(name).id}/executions${query}`)
		).body.items;
	}
}

const { dataService, route, oldService } = DEMO_SERVICES;
const RUN_CONFIG = (id: string) => `/orchestration/executables/tasks/${id}/run-config`;

/** For each observation, what is seen of it. It fails where the switch is off. */
const PLAYED: Record<SeenName, (stage: Stage) => Promise<void>> = {
	receipts: async (stage) => {
		const receipt = await stage.start(dataService);
		stage.pass(60);
		expect((await stage.ask(`GET /processing/executions/${receipt}`)).status).toBe(404);
		expect(await stage.executionsOf(dataService)).toHaveLength(1);
	},
	endlessServices: async (stage) => {
		await stage.start(dataService);
		stage.pass(86_400);
		const [running] = await stage.executionsOf(dataService);
		expect(running!.status).toBe('executing');
		expect((await stage.ask(`DELETE /processing/executions/${running!.executionId}`)).status).toBe(
			204,
		);
		expect((await stage.executionsOf(dataService))[0]!.status).toBe('execution_successful');
	},
	executionPerEngine: async (stage) => {
		await stage.start(route);
		stage.pass(60);
		expect(
			new Set((await stage.executionsOf(route)).map(({ runtime }) => runtime.engineId)).size,
		).toBe(2);
	},
	takenPorts: async (stage) => {
		for (const name of [dataService, route, dataService, route]) {
			await stage.start(name);
			stage.pass(60);
		}
		expect((await stage.executionsOf(dataService)).map(({ status }) => status)).toEqual([
			'executing',
			'execution_successful',
		]);
		expect(
			(await stage.executionsOf(route)).map(({ errorMessage }) => errorMessage).filter(Boolean),
		).toEqual(["Can't configure server port", "Can't configure server port"]);
	},
	vanishingServices: async (stage) => {
		await stage.start(dataService);
		stage.pass(60);
		const [{ executionId }] = (await stage.executionsOf(dataService)) as [Body];
		stage.pass(15 * 86_400);
		expect(await stage.executionsOf(dataService)).toEqual([]);
		expect(await stage.executionsOf(oldService)).toEqual([]);
		expect((await stage.ask(`GET /processing/executions/${executionId}`)).body.status).toBe(
			'executing',
		);
	},
	lostPorts: async (stage) => {
		const { id, name, workspaceId, artifactId, runConfiguration } = stage.task(dataService);
		const { versions } = orchestrationOf(stage.emulator.state).artifacts.get(artifactId)!;
		const before = (await stage.ask(`GET ${RUN_CONFIG(id)}`)).body;
		expect(before.microservicePort).toBe(runConfiguration!.microservicePort);
		const task = {
			name,
			description: 'Serves',
			workspaceId,
			artifact: { id: artifactId, version: versions.at(-1)!.version },
		};
		expect((await stage.ask(`PUT /orchestration/executables/tasks/${id}`, task)).status).toBe(200);
		expect((await stage.ask(`GET ${RUN_CONFIG(id)}`)).body).toEqual({
			...before,
			microservicePort: null,
		});
	},
	wholeTasks: async (stage) => {
		const path = `/orchestration/executables/tasks/${stage.task('Load suppliers').id}`;
		const { id, version, workspace, ...task } = (await stage.ask(`GET ${path}`)).body;
		const own = {
			...task,
			workspaceId: workspace.id,
			artifact: { id: task.artifact.id, version: task.artifact.version },
		};
		expect((await stage.ask(`PUT ${path}`, own)).body).toMatchObject({ name: own.name });
		// Neither these nor the nested workspace are taken, and what is left out is empty afterwards.
		for (const more of [{ id }, { version }, { workspace }])
			expect((await stage.ask(`PUT ${path}`, { ...own, ...more })).status).toBe(400);
		expect((await stage.ask(`PATCH ${path}`, { artifact: own.artifact })).status).toBe(400);
		const { parameters, ...rest } = own;
		expect(parameters).toEqual({ country: 'FR' });
		expect((await stage.ask(`PUT ${path}`, rest)).body.parameters ?? null).toBeNull();
	},
	newestFirst: async (stage) => {
		const { artifactId } = stage.task(dataService);
		stage.emulator.publish(artifactId, '0.3.0.20260401000000');
		for (const { versions } of [
			(await stage.ask(`GET /orchestration/artifacts/${artifactId}`)).body,
			(await stage.ask('GET /orchestration/artifacts?name=customer_api')).body.items[0]!,
		])
			expect([versions.length, versions[0]]).toEqual([5, '0.3.0.20260401000000']);
	},
	namesByPrefix: async (stage) => {
		const found = async (name: string) =>
			(await stage.ask(`GET /orchestration/executables/tasks?name=${name}`)).body.items.length;
		expect(await found('Load')).toBeGreaterThan(0);
		expect(await found('customers')).toBe(0);
	},
	tenPerSecond: async (stage) => {
		const statuses = async (path: string, times: number) => {
			const answers = [];
			for (let at = 0; at < times; at++) answers.push(await stage.ask(`GET ${path}`));
			return answers;
		};
		const tasks = await statuses('/orchestration/executables/tasks', 11);
		expect(tasks.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
		expect(
			[...tasks.at(-1)!.headers.keys()].filter((name) => /retry|ratelimit/.test(name)),
		).toEqual([]);
		// Each endpoint has its own, and a second later all is well.
		expect((await statuses('/orchestration/executables/plans', 1))[0]!.status).toBe(200);
		stage.pass(1);
		expect((await statuses('/orchestration/executables/tasks', 1))[0]!.status).toBe(200);
	},
	missingTotals: async (stage) => {
		for (const list of [
			'/processing/executables/tasks/executions',
			`/processing/executables/tasks/${stage.task().id}/executions`,
		]) {
			const { items, ...rest } = (await stage.ask(`GET ${list}?limit=3`)).body;
			expect(items).toHaveLength(3);
			expect(rest).toEqual({ limit: 3, offset: 0 });
		}
		expect(
			(
				await stage.ask(
					`GET /processing/executables/tasks/${stage.task(DEMO.pausedTask).id}/executions`,
				)
			).body.total,
		).toBe(0);
	},
	triggeredInWindow: async (stage) => {
		const id = stage.run({ durationMs: 60_000 }, 30);
		const now = stage.emulator.clock.now();
		const found = async (more: string) =>
			(await stage.executionsOf(DEMO.goodTask, `?from=${now - 10_000}&to=${now}${more}`)).some(
				({ executionId }) => executionId === id,
			);
		expect(await found('')).toBe(false);
		expect(await found('&lastDays=1')).toBe(true);
	},
	rejectedWithoutTraces: async (stage) => {
		const id = stage.run({ end: 'execution_rejected', misfired: 'TASK_IS_PAUSED' });
		const execution = (await stage.ask(`GET /processing/executions/${id}`)).body;
		expect(execution).not.toHaveProperty('finishTimestamp');
		for (const path of [
			`/monitoring/executions/${id}/logs`,
			`/monitoring/observability/executions/${id}/component`,
		])
			expect((await stage.ask(`GET ${path}`)).status).toBe(404);
	},
	equalLines: async (stage) => {
		const id = stage.run({ durationMs: 1_000, logLines: 900 }, 600);
		const page = async (at: number) =>
			(
				await stage.ask(
					`GET /monitoring/executions/${id}/logs?count=200&order=ASC&startIndex=${at}`,
				)
			).body;
		const [one, other, last] = [await page(100), await page(300), await page(700)];
		expect(other.data).toEqual(one.data);
		expect(new Set(one.data.map(({ logTimestamp }) => logTimestamp)).size).toBe(1);
		expect([one.nextIndex, other.nextIndex, last.nextIndex, one.totalSize]).toEqual([
			300,
			500,
			undefined,
			900,
		]);
	},
	refusedPaging: async (stage) => {
		const status = async (query: string) =>
			(await stage.ask(`GET /processing/executables/tasks/${stage.task().id}/executions${query}`))
				.status;
		expect([
			await status('?limit=10'),
			await status('?from=1774944000000'),
			await status('?lastDays=3'),
			await status(''),
		]).toEqual([400, 400, 200, 200]);
		expect((await stage.ask('GET /processing/executables/tasks/executions?limit=10')).status).toBe(
			200,
		);
	},
	masterJobs: async (stage) => {
		const components = async (name: string, seconds: number) => {
			const id = await stage.start(name);
			stage.pass(seconds);
			return (await stage.ask(`GET /monitoring/observability/executions/${id}/component?limit=200`))
				.body;
		};
		const { metrics, processes } = await components('Post ledger', 60);
		expect(
			metrics.items
				.filter(({ connector_type }) => connector_type === 'tRunJob')
				.map(({ stacktrace }) => stacktrace !== undefined),
		).toEqual([false, true]);
		expect(processes.map(({ job_name }) => job_name)).toEqual(['post_ledger', 'post_entries']);
		const long = await components(DEMO.callingTask, 60);
		expect([long.metrics.items.length, long.metrics.total]).toEqual([200, 1_200]);
	},
	textOnly: async (stage) => {
		const id = await stage.start(DEMO.goodTask);
		expect(
			(
				await stage.ask(`DELETE /processing/executions/${id}`, undefined, {
					accept: 'application/json',
				})
			).status,
		).toBe(406);
		expect((await stage.ask(`GET /processing/executions/${id}`)).body.status).not.toMatch(
			/^terminated/,
		);
		expect(
			(await stage.ask(`DELETE /processing/executions/${id}`, undefined, { accept: 'text/plain' }))
				.status,
		).toBe(204);
	},
	promotedSecrets: async (stage) => {
		const { state } = stage.emulator;
		const [promotion] = promotions.recordsIn(state).values();
		promotion!.userIds = [userNamed(state, 'ana.demo')];
		const { id } = stage.task('Load suppliers');
		const { executionId } = (
			await stage.ask('POST /processing/executions/promotions', {
				executable: promotion!.id,
				advanced: { artifactType: 'FLOW', artifactId: id },
			})
		).body;
		stage.pass(600);
		const [
			{
				flows: [{ targetId }],
			},
		] = (await stage.ask(`GET /processing/executions/promotions/${executionId}`)).body.workspaces;
		expect(
			(await stage.ask(`GET /orchestration/executables/tasks/${targetId}`)).body.autoUpgradeInfo,
		).toEqual({ autoUpgradable: false });
		expect(
			orchestrationOf(state).tasks.get(targetId)!.runConfiguration?.runtime?.runProfileId,
		).toBeUndefined();
	},
	trailingSlashes: async (stage) => {
		const plain = await stage.ask('GET /orchestration/executables/plans');
		const slashed = await stage.ask('GET /orchestration/executables/plans/');
		expect([slashed.status, slashed.body]).toEqual([200, plain.body]);
		const [plan] = slashed.body.items as [Body];
		expect([typeof plan.executable, typeof plan.name, plan.workspace.environment.name]).toEqual([
			'string',
			'string',
			'Production',
		]);
		expect(
			(await stage.ask(`GET /orchestration/executables/plans/${plan.executable}/`)).status,
		).toBe(200);
	},
	planIdsInLists: async (stage) => {
		const plan = planNamed(stage.emulator.state, DEMO.plan).id;
		const { executionId } = (
			await stage.ask('POST /processing/executions/plans', { executable: plan })
		).body;
		stage.pass(60);
		const { body } = await stage.ask(
			'GET /processing/executables/tasks/executions?limit=100&lastDays=60',
		);
		const listed = body.items.find(({ planId }) => planId === plan)!;
		expect(listed).toBeDefined();
		const single = await stage.ask(`GET /processing/executions/${listed.executionId}`);
		expect(single.body.planId).toBe(executionId);
	},
	listsInProcessing: async (stage) => {
		for (const kind of ['tasks', 'plans']) {
			const { status, body } = await stage.ask(
				`GET /processing/executables/${kind}?limit=5&offset=1&name=Load`,
			);
			const own = await stage.ask(
				`GET /orchestration/executables/${kind}?limit=5&offset=1&name=Load`,
			);
			expect([status, body]).toEqual([200, own.body]);
			expect(body.total).toEqual(expect.any(Number));
		}
	},
	unknownParameters: async (stage) => {
		const id = stage.run({ durationMs: 1_000 }, 600);
		const log = await stage.ask(`GET /monitoring/executions/${id}/logs?id=${id}&count=3`);
		expect(log.status).toBe(200);
		expect(log.body.data).toHaveLength(3);
		expect((await stage.ask('GET /orchestration/workspaces?limit=1')).status).toBe(200);
		expect(stage.emulator.log.at(-1)!.ignored).toEqual(['limit']);
		// What is declared is still checked.
		expect((await stage.ask('GET /orchestration/executables/tasks?limit=many')).status).toBe(400);
	},
	runtimesOfTasks: async (stage) => {
		const { items } = (await stage.ask('GET /orchestration/executables/tasks?limit=100')).body;
		const task = (name: string) => items.find((each) => each.name === name)!;
		for (const { name, runtime, taskPauseDetails } of items) {
			const { runConfiguration, paused } = stage.task(name);
			if (runConfiguration?.runtime?.id)
				expect(runtime).toHaveProperty('id', runConfiguration.runtime.id);
			expect([name, taskPauseDetails !== undefined]).toEqual([name, paused]);
		}
		expect(task(DEMO.pausedTask).taskPauseDetails).toMatchObject({ pause: true });
	},
	connectedEngines: async (stage) => {
		const { status, body } = await stage.ask('GET /processing/engines');
		const engines = body.enginesInfo as Body[];
		expect(status).toBe(200);
		expect(body.count).toBe(engines.length);
		expect(engines[0]).toEqual({
			id: expect.any(String),
			engineId: expect.any(String),
			packageVersion: expect.any(String),
			services: [],
			retrievalDate: expect.any(String),
		});
	},
	executionsInOrchestration: async (stage) => {
		const id = stage.run({}, 60);
		const { status, body } = await stage.ask(
			`GET /orchestration/executables/tasks/${stage.task().id}/executions`,
		);
		expect(status).toBe(200);
		expect(body.items.find(({ executionId }) => executionId === id)).toMatchObject({
			status: 'execution_successful',
			triggerTimestamp: expect.any(String),
			executionType: 'MANUAL',
		});
	},
	startAndDone: async (stage) => {
		const messages = async (end: Behavior['end']) => {
			const id = stage.run({ durationMs: 1_000, end }, 600);
			const { body } = await stage.ask(`GET /monitoring/executions/${id}/logs?order=ASC`);
			return body.data.map(({ logMessage }) => logMessage);
		};
		const lines = await messages('execution_successful');
		expect(lines[0]).toMatch(/^TalendJob: '\w+' - Start\.$/);
		const job = lines[0]!.split("'")[1];
		expect(lines.at(-1)).toBe(`TalendJob: '${job}' - Done.`);
		// One that failed is not done.
		const failed = await messages('execution_failed');
		expect([failed[0], failed.some((line) => line.endsWith('- Done.'))]).toEqual([lines[0], false]);
	},
	timesWithoutZone: async (stage) => {
		const { body } = await stage.ask('GET /security/audit/logs');
		for (const { timestamp } of body as Body[] & Body)
			expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{4}$/);
	},
	bareAudiences: async (stage) => {
		const authorization = `Basic ${Buffer.from(`${DEMO_ACCOUNT.id}:${DEMO_ACCOUNT.secret}`).toString('base64')}`;
		const token = async (audience: string) =>
			(
				await stage.ask(
					'POST /security/oauth/token',
					{ audience, grant_type: 'client_credentials' },
					{ authorization },
				)
			).status;
		expect([
			await token(`${stage.address}/`),
			await token(stage.address),
			await token(`${stage.address}/x`),
		]).toEqual([200, 200, 400]);
	},
};

describe.each(Object.keys(PLAYED) as SeenName[])('%s', (name) => {
	let stage: Stage;
	beforeEach(async () => {
		stage = new Stage({ also: [name], ...(name === 'tenPerSecond' ? {} : { limits: {} }) });
		await stage.open();
	});
	afterEach(async () => await stage.emulator.close());

	test(OBSERVATIONS[name].says, async () => await PLAYED[name](stage));

	test('the platform behaves differently if the switch of the observation is off', async () => {
		stage.emulator.state.seen = { ...stage.emulator.state.seen, [name]: false };
		// An expectation failed; any other error would say nothing about the platform.
		await expect(PLAYED[name](stage)).rejects.toHaveProperty('matcherResult');
	});
});
