/** Operations that wait for the end of what they start, with a first try that fails. */
import type { IDataObject } from 'n8n-workflow';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { promotions } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { ask } from '../../support/ask';
import { byId, environmentNamed, planNamed, taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';

export const platform = platformForEach();

export const state = () => platform.emulator.state;

/** The ID at the end of the current request's path. */
const idInPath = () => platform.emulator.log.at(-1)!.path.split('/').at(-1)!;

export const asked = (operation: string) =>
	platform.emulator.log.filter((each) => each.operation === operation);

interface Waiting {
	node: string;
	/** Resource and operation. */
	of: [string, string];
	parameters: () => Promise<IDataObject> | IDataObject;
	begin: string;
	read: string;
	/** This many reads come before it is started. */
	readsBefore?: number;
	/** What reading shows of it when it has ended badly. */
	bad?: () => IDataObject;
	/** What makes the next one end well, where the first ends badly without a fault. */
	repair?: () => void;
	good: IDataObject;
	/** A repeated start changes nothing: the first response shows whether something was started. */
	isRepeatable?: true;
}

const archive = () =>
	[...catalogOf(state()).crawlers.values()].find(
		({ name }) => name === DEMO_CATALOG.archiveCrawler,
	)!;

export const TASKS = '/processing/executions';

export const PLANS = `${TASKS}/plans` as const;

type Path = `/${string}`;

async function failedPlan(): Promise<string> {
	const { executionId } = (
		await ask(platform, `POST ${PLANS}`, { executable: planNamed(state(), DEMO.recoveringPlan).id })
	).body as { executionId: string };
	platform.emulator.clock.advance(24 * 3_600_000);
	await ask(platform, `GET ${PLANS}/${executionId}`);
	platform.clearLog();
	return executionId;
}

/** An environment of its own, and the engine or data plane that it is to run on. */
async function environment(
	base: Path,
	at: string,
	hosts: Map<string, { name: string }>,
): Promise<IDataObject> {
	const { id } = (await ask(platform, `POST ${base}`, { name: 'Trials', workspaceName: 'W' }))
		.body as { id: string };
	platform.clearLog();
	return { environmentId: byId(id), [at]: byId([...hosts.keys()][0]) };
}

const connecting = (
	of: string,
	base: Path,
	at: string,
	hosts: () => Map<string, { name: string }>,
	status: string,
): Waiting => ({
	node: 'Engines',
	of: [of, 'connectAndWait'],
	parameters: async () => await environment(base, at, hosts()),
	begin: `POST ${base}/{environmentId}/connection`,
	read: `GET ${base}/{environmentId}`,
	bad: () => ({ id: idInPath(), status }),
	good: { outcome: 'connected' },
	isRepeatable: true,
});

const WAITING: Record<string, Waiting> = {
	'Run and Wait of a task': {
		node: 'Processing',
		of: ['taskExecution', 'runAndWait'],
		parameters: () => ({ executable: byId(taskNamed(state(), DEMO.goodTask).id) }),
		begin: `POST ${TASKS}`,
		read: `GET ${TASKS}/{executionId}`,
		bad: () => ({
			executionId: idInPath(),
			status: 'execution_failed',
			finishTimestamp: '2026-03-31T08:00:00Z',
		}),
		good: { outcome: 'succeeded' },
	},
	'Run and Wait of a plan': {
		node: 'Processing',
		of: ['planExecution', 'runAndWait'],
		parameters: () => ({ executable: byId(planNamed(state(), DEMO.plan).id), failOnFailure: true }),
		begin: `POST ${PLANS}`,
		read: `GET ${PLANS}/{planExecutionId}`,
		bad: () => ({
			executionId: idInPath(),
			planId: planNamed(state(), DEMO.plan).id,
			status: 'execution_failed',
		}),
		good: { outcome: 'succeeded' },
	},
	'Re-Run From Failed Step, waiting': {
		node: 'Processing',
		of: ['planExecution', 'rerunFromFailedStep'],
		parameters: async () => ({ planExecutionId: byId(await failedPlan()), waitForEnd: true }),
		begin: `POST ${PLANS}`,
		read: `GET ${PLANS}/{planExecutionId}`,
		readsBefore: 1,
		bad: () => ({
			executionId: idInPath(),
			planId: planNamed(state(), DEMO.recoveringPlan).id,
			status: 'execution_failed',
		}),
		good: { outcome: 'succeeded' },
	},
	'Promote and Wait': {
		node: 'Processing',
		of: ['promotionExecution', 'promoteAndWait'],
		parameters: () => ({
			executable: byId(
				promotions
					.all(state())
					.find(
						({ sourceEnvironmentId }) =>
							sourceEnvironmentId === environmentNamed(state(), 'Development').id,
					)!.id,
			),
		}),
		begin: `POST ${TASKS}/promotions`,
		read: `GET ${TASKS}/promotions/{executionId}`,
		bad: () => ({ executionId: idInPath(), status: 'PROMOTION_FAILED' }),
		good: { outcome: 'promoted' },
	},
	'Run and Wait of a crawler': {
		node: 'Catalog',
		of: ['crawler', 'runAndWait'],
		parameters: () => ({ crawlerId: byId(archive().id) }),
		begin: 'POST /connections/crawlers/{crawlerId}/run',
		read: 'GET /connections/crawlers/{crawlerId}',
		readsBefore: 1,
		repair: () =>
			void delete catalogOf(state()).connections.get(archive().connectionId)!.unreachable,
		good: { outcome: 'succeeded' },
	},
	'Connect and Wait of a dynamic engine': connecting(
		'dynamicEngineEnvironment',
		'/orchestration/dynamic-engine-environments',
		'dynamicEngineId',
		() => enginesOf(state()).engines,
		'NOT_READY',
	),
	'Connect and Wait of a data plane': connecting(
		'dataPlaneEnvironment',
		'/orchestration/dataplane-environments',
		'dataplaneId',
		() => enginesOf(state()).planes,
		'IN_ERROR',
	),
};

export const lines = Object.entries(WAITING).flatMap(([what, waiting]) =>
	(['workflow', 'tool'] as const).map((entryPoint) => ({ what, entryPoint, waiting })),
);
