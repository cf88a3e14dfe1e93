/**
 * The two kinds of environments that run elsewhere than on cloud and remote engines: on a dynamic
 * engine, or on a data plane. They have the same operations, with the data plane in
 * place of the dynamic engine (docs/platform/interface.md, "Engines and data planes").
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output, record } from '../../shared/declare/answers';
import { confirmation } from '../../shared/declare/confirmation';
import { flow, operation, resource } from '../../shared/declare/define';
import { createdAs } from '../../shared/declare/created';
import { problem } from '../../shared/declare/messages';
import type { RequestOperation, Showing } from '../../shared/declare/operation';
import { boolean, type Field, integer, suggestion, text } from '../../shared/declare/field';
import { awaitEnd, WAIT_MESSAGES } from '../../shared/flows/wait';
import { clock } from '../../shared/support/clock';
import { simplified } from '../../shared/support/simplify';
import { markAsEnded } from '../../shared/support/about';
import {
	CLUSTERS,
	dataPlaneId,
	dynamicEngineId,
	engineEnvironmentId,
	ENVIRONMENTS,
	planeEnvironmentId,
	searchEngineEnvironments,
	searchPlaneEnvironments,
	simpleEnvironment,
} from './lists';
import { userLogin } from '../../records/identities';

const NOT_CONNECTED = problem(
	'The environment does not run on the {noun}: its status is {status}',
	'{why} Look at {where}. To have such environments as outputs, switch "Fail When the Connection Fails" off.',
);
const NOT_DISCONNECTED = problem(
	'The environment was not disconnected: its status is {status}',
	'Environment {environmentId} was being disconnected, but no longer is. Look at {where}, then disconnect it again.',
);

/** What distinguishes the two kinds. */
interface Kind {
	/** What such environments run on. */
	noun: 'dynamic engine' | 'data plane';
	base: `/orchestration/${string}`;
	environmentId: () => Field<string>;
	/** Name of the parameter that says where to connect to. */
	at: 'dynamicEngineId' | 'dataplaneId';
	target: () => Field<string>;
	strategies: readonly string[];
	schema: 'B.DEEnvironment' | 'B.DPEnvironment';
	search: RequestOperation;
	/** Its status in the end, and on the way there; dynamic engines have no state for disconnecting. */
	states: {
		connecting: string;
		connected: string;
		disconnecting?: string;
		disconnected: string;
		failed: string;
	};
	/** Where a person sees why the connection does not work. */
	lookAt: string;
	/** What has to be done outside the platform before the environment is connected. */
	notice?: string;
}

/** A state in one spelling: the interface documents write "Set Up Required", the vendor's OpenAPI files SET_UP_REQUIRED. */
const stateOf = ({ status }: IDataObject): string =>
	String(status ?? '')
		.trim()
		.toUpperCase()
		.replace(/\W+/g, '_');

/** For this long, an error state may still be the one from before the connection, which the documents do not exclude. */
const STALE_MS = 60_000;

/** The link between an environment and its engine; the header contains the ID itself, or an address that ends with it. */
const linkIn = (location: string | undefined): IDataObject =>
	location ? { location, linkId: location.split('/').filter(Boolean).at(-1) } : {};

const NO_ANSWER = (noun: string) =>
	`The ${noun} cannot take another namespace, or did not answer in time. Check its state, then try again: connecting twice does no harm.`;

function resourceOf(kind: Kind, value: string, title: string) {
	const { noun, base, at, schema, states } = kind;
	const name = text('Name of the environment; must be unique')
		.matching(/\S/, 'have more than blanks')
		.eg('Production');
	const description = text('What the environment is for').eg('Jobs in production');
	const strategy = (what: string) =>
		suggestion(
			`Where ${what} of executions in this environment are kept`,
			kind.strategies,
		).byDefault('NONE');
	const strategies = {
		logStrategy: strategy('logs').optional(),
		metricsStrategy: strategy('metrics').optional(),
	};
	const path = { environmentId: kind.environmentId() };
	const answers = record(schema, { simple: simpleEnvironment });
	const TAKEN = {
		409: 'The name must differ from those of all other environments: choose another.',
	};

	const create = operation(`POST ${base}`, {
		name: 'Create',
		action: `Create a ${noun} environment`,
		description: `Create an environment that can run on a ${noun}, together with its first workspace`,
		needs: ENVIRONMENTS,
		body: {
			name,
			workspaceName: text('Name of the custom workspace created with it').eg('Finance'),
			description: description.optional(),
			owner: userLogin('Login of the owner of that workspace').optional(),
			...strategies,
		},
		refusals: TAKEN,
		answers,
		lookUp: createdAs({
			noun: 'The environment',
			list: kind.search,
			unique: { name: 'name' },
			values: ({ name: called }) => ({ name: called, limit: 100, offset: 0 }),
		}),
	});

	const get = operation(`GET ${base}/{environmentId}`, {
		name: 'Get',
		action: `Get a ${noun} environment`,
		description: `Read one environment, its status and its ${noun}`,
		needs: ENVIRONMENTS,
		path,
		answers,
	});

	const update = operation(`PUT ${base}/{environmentId}`, {
		name: 'Update',
		action: `Update a ${noun} environment`,
		description: 'Change an environment; what is not given stays',
		needs: ENVIRONMENTS,
		path,
		body: {
			name: name.optional(),
			description: description.mayBeEmpty().optional(),
			...strategies,
		},
		refusals: TAKEN,
		answers,
	});

	const remove = operation(`DELETE ${base}/{environmentId}`, {
		name: 'Delete',
		action: `Delete a ${noun} environment with all its contents`,
		description:
			'Delete an environment with all that is in it; it must not be connected, and there is no undo',
		needs: ENVIRONMENTS,
		path,
		settings: confirmation(
			'the environment with all its workspaces, tasks, plans and other contents',
		),
		refusals: {
			409: `The environment is connected to a ${noun}: disconnect it first (Disconnect and Wait).`,
		},
		answers: nothing(),
	});

	const whereTo = { ...path, [at]: kind.target() };
	const connect = operation(`POST ${base}/{environmentId}/connection`, {
		name: 'Connect',
		action: `Connect an environment to a ${noun}`,
		description: `Have an environment run all its tasks and plans on a ${noun}; does not wait`,
		needs: CLUSTERS,
		// Once connected, the platform answers 204 and does nothing more.
		effect: 'write',
		path,
		query: { [at]: kind.target() },
		refusals: {
			409: `An environment runs on one ${noun} only, and cannot be connected while it is being disconnected: disconnect it first (Disconnect and Wait), then connect it.`,
			503: `The ${noun} is not ready: it must be fully connected to the platform. Check its state, then try again.`,
			'5XX': NO_ANSWER(noun),
		},
		answers: nothing({
			output: ({ status, headers }, values) => ({
				success: true,
				environmentId: values.environmentId,
				[at]: values[at],
				alreadyConnected: status === 204,
				...linkIn(headers.location),
			}),
		}),
	});

	const disconnect = operation(`DELETE ${base}/{environmentId}/connection`, {
		name: 'Disconnect',
		action: `Disconnect an environment from its ${noun}`,
		description: `Disconnect an environment from its ${noun}; does not wait`,
		needs: CLUSTERS,
		path,
		answers: nothing({
			output: ({ status }, { environmentId }) => ({
				success: true,
				environmentId,
				alreadyDisconnected: status === 204,
			}),
		}),
	});

	const settings = (end: string) => ({
		timeLimit: integer(`How many minutes to wait until the environment is ${end}`)
			.label('Time Limit (Minutes)')
			.min(1)
			.startsWith(60),
		simplify: boolean(
			'Whether to return a simplified version of the response instead of the raw data',
		).startsWith(true),
	});

	const connectAndWait = flow({
		name: 'Connect and Wait',
		action: `Connect an environment to a ${noun} and wait`,
		description: `Have an environment run all its tasks and plans on a ${noun}, and wait until it can`,
		notice: kind.notice,
		fields: whereTo,
		settings: {
			...settings('connected'),
			failOnFailure: boolean(
				'Whether the node fails when the connection does not work; when off, such an environment is an output like the others',
			)
				.label('Fail When the Connection Fails')
				.startsWith(true),
		},
		uses: [connect, get],
		messages: [...WAIT_MESSAGES, NOT_CONNECTED],
		patient: true,
		answers,
		run: async (call, input) => {
			const environmentId = input.environmentId;
			// Once: the next try would find connected what this one has connected, and take a state from before for its end.
			const { status, headers } = await call.once(
				'connecting',
				async () => await call.ask(connect, { environmentId, [at]: (input as IDataObject)[at] }),
			);
			const startedAt = clock.elapsed();
			const last = await followTo(
				call,
				`Connecting environment ${environmentId}`,
				environmentId,
				input.timeLimit,
				(state, seen) => {
					if (state === states.failed)
						return status === 204 || seen.size > 1 || clock.elapsed() - startedAt >= STALE_MS;
					return (
						state === states.connected ||
						(state === states.disconnected && seen.has(states.connecting))
					);
				},
				(state) => (state === states.connecting ? kind.notice : undefined),
			);
			const connected = stateOf(last) === states.connected;
			const gone = stateOf(last) === states.disconnected;
			if (!connected && input.failOnFailure) {
				const why = gone
					? `The connection of environment ${environmentId} was started, but is no longer there.`
					: `Environment ${environmentId} is linked to the ${noun}, which reports that it does not work.`;
				throw markAsEnded(
					call.problem(NOT_CONNECTED, {
						noun,
						status: String(last.status),
						why,
						where: kind.lookAt,
					}),
					{},
				);
			}
			return oneItem({
				environmentId,
				outcome: connected ? 'connected' : 'failed',
				alreadyConnected: status === 204,
				...linkIn(headers.location),
				...simplifiedIf(last, input.simplify),
			});
		},
	});

	const disconnectAndWait = flow({
		destructive: true,
		name: 'Disconnect and Wait',
		action: `Disconnect an environment from its ${noun} and wait`,
		description: `Disconnect an environment from its ${noun}, and wait until it is free for another one`,
		fields: path,
		settings: settings('disconnected'),
		uses: [disconnect, get],
		messages: [...WAIT_MESSAGES, NOT_DISCONNECTED],
		patient: true,
		answers,
		run: async (call, { environmentId, timeLimit, simplify }) => {
			const { status } = await call.ask(disconnect, { environmentId });
			// Any other state may be that from before, unless it was on its way off since.
			const last = await followTo(
				call,
				`Disconnecting environment ${environmentId}`,
				environmentId,
				timeLimit,
				(state, seen) =>
					state === states.disconnected ||
					([states.connected, states.failed].includes(state) &&
						states.disconnecting !== undefined &&
						seen.has(states.disconnecting)),
			);
			if (stateOf(last) !== states.disconnected)
				throw call.problem(NOT_DISCONNECTED, {
					status: String(last.status),
					environmentId,
					where: kind.lookAt,
				});
			return oneItem({
				environmentId,
				outcome: 'disconnected',
				alreadyDisconnected: status === 204,
				...simplifiedIf(last, simplify),
			});
		},
	});

	/** `ended` is asked with the present state and all that were seen, the present one included. */
	const followTo = async (
		call: Showing<typeof WAIT_MESSAGES>,
		subject: string,
		environmentId: string,
		timeLimit: number,
		ended: (state: string, seen: ReadonlySet<string>) => boolean,
		waitsFor?: (state: string) => string | undefined,
	) => {
		const seen = new Set<string>();
		return await awaitEnd(call, {
			subject,
			id: environmentId,
			about: { environmentId },
			read: async () => (await call.ask(get, { environmentId })).body as IDataObject,
			idField: 'id',
			ended: (environment) => {
				const state = stateOf(environment);
				if (state !== '') seen.add(state);
				return ended(state, seen);
			},
			...(waitsFor
				? { waitsFor: (environment: IDataObject) => waitsFor(stateOf(environment)) }
				: {}),
			timeLimit,
		});
	};

	return resource(
		value,
		title,
		{
			connectAndWait,
			disconnectAndWait,
			search: kind.search,
			get,
			create,
			update,
			delete: remove,
			connect,
			disconnect,
		},
		`An environment whose tasks and plans run on a ${noun}`,
	);
}

const simplifiedIf = (environment: IDataObject, simplify: boolean): IDataObject =>
	simplify ? simplified(environment, simpleEnvironment) : environment;

const oneItem = (json: IDataObject): Output[] => [{ json }];

export const dynamicEngineEnvironment = resourceOf(
	{
		noun: 'dynamic engine',
		base: '/orchestration/dynamic-engine-environments',
		environmentId: engineEnvironmentId,
		at: 'dynamicEngineId',
		target: dynamicEngineId,
		strategies: ['CONTROL_PLANE', 'DYNAMIC_ENGINE', 'NONE'],
		schema: 'B.DEEnvironment',
		search: searchEngineEnvironments,
		states: {
			connecting: 'SET_UP_REQUIRED',
			connected: 'READY',
			disconnected: 'NOT_ASSIGNED',
			failed: 'NOT_READY',
		},
		lookAt: 'Dynamic Engine, Get Environment Status',
		// The vendor's file on Set Up Required: "technical setup is still required".
		notice:
			'The status stays Set Up Required until the cluster was set up for the environment: generate the manifest (Dynamic Engine, Generate Manifest) and have it applied.',
	},
	'dynamicEngineEnvironment',
	'Dynamic Engine Environment',
);

export const dataPlaneEnvironment = resourceOf(
	{
		noun: 'data plane',
		base: '/orchestration/dataplane-environments',
		environmentId: planeEnvironmentId,
		at: 'dataplaneId',
		target: dataPlaneId,
		strategies: ['CONTROL_PLANE', 'NONE'],
		schema: 'B.DPEnvironment',
		search: searchPlaneEnvironments,
		states: {
			connecting: 'CONNECTING',
			connected: 'CONNECTED',
			disconnecting: 'DISCONNECTING',
			disconnected: 'NOT_CONNECTED',
			failed: 'IN_ERROR',
		},
		lookAt: 'Data Plane, Get',
	},
	'dataPlaneEnvironment',
	'Data Plane Environment',
);
