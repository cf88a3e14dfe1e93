/** Requests that others have seen working, but that are in no description and in no node. */
import { areas } from '../../nodes/areas';
import { records } from '../../nodes/shared/declare/answers';
import { keyOf, operation } from '../../nodes/shared/declare/define';
import type { Endpoint, RequestOperation } from '../../nodes/shared/declare/operation';
import type { SeenName } from '../../platform/observations';
import { type Handler, type Handlers, ok } from '../handler';
import { rfc3339 } from '../state/clock';
import { isAvailable, remoteEngines } from './engines/runtimes';
import { planHandlers } from './orchestration/plan';
import { taskHandlers } from './orchestration/task';
import { taskExecutionHandlers } from './processing/taskExecution';

interface SeenRoute {
	operation: RequestOperation;
	handler: Handler;
	seen: SeenName;
}

/** A route that takes the same parameters as a declared one, and does the same. */
function likeDeclared(
	seen: SeenName,
	endpoint: Endpoint,
	declaredKey: string,
	handlers: Handlers,
): SeenRoute {
	const [declared] = Object.values(areas)
		.flat()
		.flatMap(({ operations }) => Object.values(operations))
		.filter((each): each is RequestOperation => each.kind === 'request')
		.filter((each) => keyOf(each) === declaredKey);
	const { name, action, description, path, query, answers } = declared!;
	return {
		seen,
		operation: operation(endpoint, { name, action, description, path, query, answers }),
		handler: handlers[declaredKey]!,
	};
}

/** Lists the engines that are connected. */
const connectedEngines: Handler = ({ state, clock }) => {
	const enginesInfo = remoteEngines
		.all(state)
		.filter((engine) => isAvailable(engine, clock.now()))
		.map(({ id, runtimeId }) => ({
			id,
			engineId: runtimeId,
			packageVersion: '2.13.8',
			services: [],
			retrievalDate: rfc3339(clock.now()),
		}));
	return ok({ count: enginesInfo.length, enginesInfo });
};

const ROUTES: readonly SeenRoute[] = [
	...(['tasks', 'plans'] as const).map((kind) =>
		likeDeclared(
			'listsInProcessing',
			`GET /processing/executables/${kind}`,
			`GET /orchestration/executables/${kind}`,
			kind === 'tasks' ? taskHandlers : planHandlers,
		),
	),
	likeDeclared(
		'executionsInOrchestration',
		'GET /orchestration/executables/tasks/{taskId}/executions',
		'GET /processing/executables/tasks/{taskId}/executions',
		taskExecutionHandlers,
	),
	{
		seen: 'connectedEngines',
		operation: operation('GET /processing/engines', {
			name: 'Get Connected Engines',
			action: 'Get connected engines',
			description: 'List the engines that are connected',
			answers: records(undefined),
		}),
		handler: connectedEngines,
	},
];

export const seenOperations: readonly RequestOperation[] = ROUTES.map((route) => route.operation);

export const seenHandlers: Handlers = Object.fromEntries(
	ROUTES.map((route) => [keyOf(route.operation), route.handler]),
);

/** The observation that a route depends on; undefined if a description has the route. */
export const observationOf = (key: string): SeenName | undefined =>
	ROUTES.find((route) => keyOf(route.operation) === key)?.seen;
