/** An emulator in each of two dialects, and the table of docs/platform/emulator.md about them. */
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Emulator, standingClock } from '../../../emulator';
import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startTask } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';

type BasicDialect = 'documents' | 'vendor';

export interface Stage {
	emulator: Emulator;
	/** Sends a request; a body that is a text is sent as it is. */
	ask: (
		endpoint: string,
		body?: unknown,
		contentType?: string,
	) => Promise<{ status: number; body: IDataObject }>;
}

const stages = new Map<BasicDialect, Stage>();

beforeEach(async () => {
	for (const dialect of ['documents', 'vendor'] as const) {
		const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, dialect });
		const address = await emulator.listen();
		stages.set(dialect, {
			emulator,
			ask: async (endpoint, body, contentType = 'application/json') => {
				const [method, path] = endpoint.split(' ') as [string, string];
				const response = await fetch(address + path, {
					method,
					headers: {
						authorization: `Bearer ${DEMO_TOKEN}`,
						...(body === undefined ? {} : { 'content-type': contentType }),
					},
					...(body === undefined
						? {}
						: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
				});
				const text = await response.text();
				return {
					status: response.status,
					body: (text === '' ? undefined : JSON.parse(text)) as IDataObject,
				};
			},
		});
	}
});

afterEach(async () => {
	for (const { emulator } of stages.values()) await emulator.close();
});

/** What a test finds in each dialect. */
export async function inBoth<T>(
	find: (stage: Stage) => Promise<T>,
): Promise<Record<BasicDialect, T>> {
	return {
		documents: await find(stages.get('documents')!),
		vendor: await find(stages.get('vendor')!),
	};
}

export const taskOf = ({ emulator }: Stage) =>
	[...orchestrationOf(emulator.state).tasks.values()].find(({ name }) => name === DEMO.goodTask)!;

export const executionOf = ({ emulator }: Stage) =>
	[...processingOf(emulator.state).tasks.keys()][0]!;

export const environmentOf = ({ emulator }: Stage) =>
	[...orchestrationOf(emulator.state).environments.keys()].at(-1)!;

export const crawlersOf = ({ emulator }: Stage) => [...catalogOf(emulator.state).crawlers.values()];

type Behavior = ReturnType<typeof taskOf>['behaviors'][number];

/** Starts the task, which then behaves like this, and returns the ID of its execution. */
export function start(
	stage: Stage,
	behavior: Omit<Behavior, 'dispatchMs'>,
	at: number = stage.emulator.clock.now(),
): string {
	const task = taskOf(stage);
	task.behaviors = [{ dispatchMs: 0, ...behavior }];
	return startTask(stage.emulator.state, task, at, {
		type: 'MANUAL',
		by: { id: 'ana.demo', type: 'HUMAN' },
	}).id;
}

/** The first cells of the rows in which the page compares the two dialects. */
export const ROWS = readFileSync(join(__dirname, '../../../docs/platform/emulator.md'), 'utf8')
	.split('| what | `documents` | `vendor` |')[1]!
	.split('\n\n')[0]!
	.split('\n')
	.slice(2)
	.map((line) => line.split(' | ')[0]!.replace(/^\| /, ''));

/** Says which row of the page a test covers. */
export function row(name: string): void {
	expect(ROWS).toContain(name);
}
