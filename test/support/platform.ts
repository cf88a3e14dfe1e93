/** An emulated platform for a test, on a clock that the test (or a waiting node) advances. */
import {
	type Dialect,
	Emulator,
	type EmulatorOptions,
	type Logged,
	standingClock,
} from '../../emulator';
import { applicationAddresses } from '../../emulator/addresses';
import { descriptionOf, isDialect, seenIn } from '../../emulator/dialects';
import { DEMO_ACCOUNT, DEMO_TOKEN } from '../../emulator/seed';
import { NO_LIMITS } from '../../emulator/server/limits';
import type { Description } from '../../platform/descriptions/exchange';
import { callAsTool, type NodeResult, type NodeRun, runNode, TestCredentials } from './engine';
import { Exchanges } from './exchanges';
import { followClock, unfollowClock } from './followedClock';
import { checkParameterNames } from './parameterNames';
import { gather, writeShapes } from './previews';
import { placed } from './samples';
import { UsedRequests } from './usedRequests';

export interface Platform {
	emulator: Emulator;
	address: string;
	credentialStore: TestCredentials;
	/**
	 * Runs an operation as the demo's service account; with `authentication: 'token'` as its user.
	 */
	run: (
		node: string,
		resource: string,
		operation: string,
		parameters?: NodeRun['parameters'],
		more?: Partial<NodeRun>,
	) => Promise<NodeResult>;
	/** Calls an operation as an agent does, once for each input. */
	callTool: (
		node: string,
		parameters: NodeRun['parameters'],
		inputs: Parameters<typeof callAsTool>[1],
	) => ReturnType<typeof callAsTool>;
	/** Empties the request log; {@link everything} keeps its entries. */
	clearLog: () => void;
	/**
	 * Calls a function with each request of this operation that has arrived, before it is answered,
	 * until the test ends; `onAnswer` when its answer is ready.
	 */
	onRequest: (operation: string, work: (request: Logged) => unknown) => void;
	onAnswer: (operation: string, work: (request: Logged) => unknown) => void;
	/** All requests since the start. */
	readonly everything: Logged[];
	/** The operations that ran without an error since the start: `Processing taskExecution.start`. */
	readonly succeeded: ReadonlySet<string>;
	/** Forgets the faults and hooks of a test. */
	restore: () => void;
	close: () => Promise<void>;
}

/** What a test does at the requests of operations. */
class Hooks {
	private hooks: Array<{ operation: string; work: (request: Logged) => unknown }> = [];
	readonly add = (operation: string, work: (request: Logged) => unknown): void => {
		this.hooks.push({ operation, work });
	};
	async call(request: Logged): Promise<void> {
		const hooks = this.hooks.filter(({ operation }) => operation === request.operation);
		await Promise.all(hooks.map(({ work }) => work(request)));
	}
	clear(): void {
		this.hooks = [];
	}
}

/**
 * The description of the platform that the emulator follows: `EMULATOR_DIALECT=vendor npx jest -i
 * test/conformance` runs the same tests on a platform as the vendor's OpenAPI files describe it,
 * `field` as others have seen it.
 */
export const DIALECT: Dialect = isDialect(process.env.EMULATOR_DIALECT)
	? process.env.EMULATOR_DIALECT
	: 'documents';

/**
 * What that platform answers where nothing was observed: the description that a test's expectations
 * depend on.
 */
export const DESCRIPTION: Description = descriptionOf(DIALECT);

/** What others have seen and that platform does. */
export const SEEN = seenIn(DIALECT);

/**
 * Starts an emulator and a credential for it. Nodes that wait advance its clock instead of waiting.
 * @param planted findings that the test causes on purpose (exchanges.ts)
 */
export async function startPlatform(
	options: EmulatorOptions = {},
	planted: readonly string[] = [],
): Promise<Platform> {
	const exchanges = new Exchanges(options.dialect ?? DIALECT, planted);
	const hooks = { request: new Hooks(), answer: new Hooks() };
	const { beforeAnswer, watch = exchanges.watch } = options;
	const emulator = new Emulator({
		clock: standingClock(),
		limits: NO_LIMITS,
		dialect: DIALECT,
		...options,
		beforeAnswer: async (request) => {
			await hooks.request.call(request);
			await beforeAnswer?.(request);
		},
		watch: (exchange) => {
			watch(exchange);
			void hooks.answer.call(exchange);
		},
	});
	const address = await emulator.listen();
	const credentialStore = new TestCredentials();
	const credentials = {
		talendCloudApi: credentialStore.add('talendCloudApi', {
			region: 'other',
			address,
			...applicationAddresses(address),
			clientId: DEMO_ACCOUNT.id,
			clientSecret: DEMO_ACCOUNT.secret,
			apiVersion: '',
			accessToken: '',
		}),
		talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
			region: 'other',
			address,
			...applicationAddresses(address),
			token: DEMO_TOKEN,
			apiVersion: '',
		}),
	};
	followClock(emulator);
	const past: Logged[] = [];
	const succeeded = new Set<string>();
	const used = new UsedRequests(() => [...past, ...emulator.log]);
	return {
		succeeded,
		clearLog: () => {
			past.push(...emulator.log.splice(0));
		},
		get everything() {
			return [...past, ...emulator.log];
		},
		onRequest: hooks.request.add,
		onAnswer: hooks.answer.add,
		restore: () => {
			hooks.request.clear();
			hooks.answer.clear();
			emulator.faults.clear();
		},
		emulator,
		address,
		credentialStore,
		callTool: (node, parameters, inputs) =>
			callAsTool(
				{
					node,
					parameters: { authentication: 'serviceAccount', ...parameters },
					credentials,
					credentialStore,
				},
				inputs,
			),
		run: async (node, resource, operation, parameters = {}, more = {}) => {
			const held = placed(node, resource, operation, parameters);
			checkParameterNames(node, resource, operation, held);
			const result = await used.checked(
				[node, resource, operation],
				async () =>
					await runNode({
						node,
						parameters: { authentication: 'serviceAccount', resource, operation, ...held },
						credentials,
						credentialStore,
						...more,
					}),
			);
			if (!result.error) succeeded.add(`${node} ${resource}.${operation}`);
			if (!result.error && (more.entryPoint ?? 'workflow') === 'workflow')
				gather(node, resource, operation, parameters, result.items);
			return result;
		},
		close: async () => {
			writeShapes();
			unfollowClock();
			await emulator.close();
			exchanges.settle();
		},
	};
}

/** A platform that exists while the tests run, for tests that are declared before it exists. */
function platformWhile(
	options: Parameters<typeof startPlatform>,
	before: typeof beforeAll,
	after: typeof afterAll,
): Platform {
	let platform: Platform;
	before(async () => {
		platform = await startPlatform(...options);
	});
	afterEach(() => platform.restore());
	after(async () => await platform.close());
	return {
		onRequest: (...hook) => platform.onRequest(...hook),
		onAnswer: (...hook) => platform.onAnswer(...hook),
		restore: () => platform.restore(),
		get emulator() {
			return platform.emulator;
		},
		get address() {
			return platform.address;
		},
		get credentialStore() {
			return platform.credentialStore;
		},
		get everything() {
			return platform.everything;
		},
		get succeeded() {
			return platform.succeeded;
		},
		run: async (...op) => await platform.run(...op),
		callTool: async (...op) => await platform.callTool(...op),
		clearLog: () => platform.clearLog(),
		close: async () => await platform.close(),
	};
}

/**
 * One platform for all tests of a file or group, which forgets faults and hooks after each. Call it
 * where the tests are declared.
 */
export const platformForAll = (...options: Parameters<typeof startPlatform>): Platform =>
	platformWhile(options, beforeAll, afterAll);

/** A new platform for each test of a file or group. Call it where the tests are declared. */
export const platformForEach = (...options: Parameters<typeof startPlatform>): Platform =>
	platformWhile(options, beforeEach, afterEach);

/** The same platform, with a fixed entry point for its operations. */
export const through = (platform: Platform, entryPoint: NodeRun['entryPoint']): Platform => ({
	...platform,
	run: (node, resource, operation, parameters, more) =>
		platform.run(node, resource, operation, parameters, { entryPoint, ...more }),
});
