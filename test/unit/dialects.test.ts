/** The emulator follows either description of the platform, and refuses the form of the other. */
import { Emulator, standingClock, type Dialect } from '../../emulator';
import { catalogOf } from '../../emulator/areas/catalog/records';
import { orchestrationOf } from '../../emulator/areas/orchestration/records';
import { processingOf } from '../../emulator/areas/processing/records';
import { userCalled } from '../../emulator/areas/scim/records';
import { NO_LIMITS } from '../../emulator/limits';
import { DEMO, DEMO_TOKEN } from '../../emulator/seed';

const DIALECTS: Dialect[] = ['documents', 'vendor'];

interface Stage {
	emulator: Emulator;
	/** Sends a request; the body as it is when it is a text, with its media type. */
	ask: (endpoint: string, body?: unknown, contentType?: string) => Promise<{ status: number; body: never }>;
}

const stages = new Map<Dialect, Stage>();

beforeEach(async () => {
	for (const dialect of DIALECTS) {
		const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, dialect });
		const address = await emulator.listen();
		stages.set(dialect, {
			emulator,
			ask: async (endpoint, body, contentType = 'application/json') => {
				const [method, path] = endpoint.split(' ') as [string, string];
				const response = await fetch(address + path, {
					method,
					headers: { authorization: `Bearer ${DEMO_TOKEN}`, ...(body === undefined ? {} : { 'content-type': contentType }) },
					...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
				});
				const text = await response.text();
				return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as never };
			},
		});
	}
});

afterEach(async () => {
	for (const { emulator } of stages.values()) await emulator.close();
});

/** What each dialect answers. */
async function inBoth<T>(found: (stage: Stage) => Promise<T>): Promise<T[]> {
	return await Promise.all(DIALECTS.map((dialect) => found(stages.get(dialect)!)));
}

const taskOf = ({ emulator }: Stage, name: string = DEMO.goodTask) => [...orchestrationOf(emulator.state).tasks.values()].find((task) => task.name === name)!;
const executionOf = ({ emulator }: Stage) => [...processingOf(emulator.state).tasks.keys()][0]!;

test('a log file', async () => {
	const formats = async ({ ask, ...stage }: Stage) =>
		await Promise.all(['json', 'JSON'].map(async (format) => (await ask(`POST /monitoring/executions/${executionOf({ ask, ...stage })}/logs?fileFormat=${format}`)).status));
	expect(await inBoth(formats)).toEqual([[200, 400], [400, 200]]);
	const statuses = async (stage: Stage) => {
		const logs = `POST /monitoring/executions/${executionOf(stage)}/logs`;
		const { token } = (await stage.ask(logs)).body as { token: string };
		return [(await stage.ask(`${logs}/status`, token, 'text/plain')).status, (await stage.ask(`${logs}/status`, JSON.stringify(token))).status];
	};
	expect(await inBoth(statuses)).toEqual([[200, 415], [415, 200]]);
});

test('coming runs', async () => {
	const span = (from: number) => ({ from, to: from + 2 * 86_400_000 });
	const ofTask = async (stage: Stage) => {
		const { from, to } = span(stage.emulator.clock.now());
		const { items } = (await stage.ask(`GET /orchestration/executables/tasks/${taskOf(stage).id}/run-config/events?from=${from}&to=${to}`)).body as { items: unknown[] };
		return typeof items[0];
	};
	expect(await inBoth(ofTask)).toEqual(['object', 'string']);
	const ofAll = async ({ emulator, ask }: Stage) => {
		const [{ id: environmentId } = { id: '' }] = [...orchestrationOf(emulator.state).environments.values()].slice(-1);
		return Array.isArray((await ask('POST /orchestration/executables/events/search', { environmentId, ...span(emulator.clock.now()) })).body);
	};
	expect(await inBoth(ofAll)).toEqual([true, false]);
});

test('run configurations', async () => {
	const set = async (stage: Stage) =>
		(await stage.ask(`PUT /orchestration/executables/tasks/${taskOf(stage).id}/run-config`, { trigger: { type: 'ONCE', startDate: '2026-05-01', startTime: '10:00', timeZone: 'UTC' }, runtime: { type: 'CLOUD' } })).status;
	expect(await inBoth(set)).toEqual([204, 200]);
	const onEngine = async (stage: Stage) => (await stage.ask(`PUT /orchestration/executables/tasks/${taskOf(stage).id}/de-run-config`, { timeout: 10 })).status;
	expect(await inBoth(onEngine)).toEqual([204, 400]);
});

test('executions', async () => {
	const terminated = async (stage: Stage) => {
		const task = taskOf(stage);
		task.behaviours = [{ dispatchMs: 0, durationMs: 0, end: 'terminated_timeout' }];
		await stage.ask('POST /processing/executions', { executable: task.id });
		return ((await stage.ask('GET /processing/executables/tasks/executions?status=terminated')).body as { total: number }).total;
	};
	expect(await inBoth(terminated)).toEqual([0, 1]);
});

test('rights on a workspace', async () => {
	const again = async ({ emulator, ask }: Stage) => {
		const [workspace] = orchestrationOf(emulator.state).workspaces.keys();
		return (await ask(`POST /security/workspaces/${workspace}/users/${userCalled(emulator.state, 'ana.demo')!.id}/permissions`, ['VIEW'])).status;
	};
	expect(await inBoth(again)).toEqual([201, 409]);
});

test('crawlers', async () => {
	const listed = async ({ ask }: Stage) => {
		const { data } = (await ask('GET /connections/crawlers')).body as { data: object[] };
		return ['runStatus' in data[0]!, 'status' in data[0]!];
	};
	expect(await inBoth(listed)).toEqual([[false, true], [true, false]]);
	const renamed = async ({ emulator, ask }: Stage) => {
		const [id] = catalogOf(emulator.state).crawlers.keys();
		return typeof (await ask(`PATCH /connections/crawlers/${id}`, { name: 'Renamed' })).body;
	};
	expect(await inBoth(renamed)).toEqual(['object', 'string']);
});

test('pages of environments on dynamic engines', async () => {
	const names = async ({ ask }: Stage) => Object.keys((await ask('POST /orchestration/dynamic-engine-environments/search', {})).body).sort();
	expect(await inBoth(names)).toEqual([
		['data', 'limit', 'offset', 'totalLength'],
		['items', 'limit', 'offset', 'total'],
	]);
});
