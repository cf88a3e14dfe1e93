/** An emulated platform for a test, on a clock that the test (or a waiting node) advances. */
import {
	type Dialect,
	Emulator,
	type EmulatorOptions,
	type Logged,
	standingClock,
} from '../../emulator';
import { applicationAddresses } from '../../emulator/addresses';
import { type Description, descriptionOf, isDialect, seenIn } from '../../emulator/dialects';
import { DEMO_ACCOUNT, DEMO_TOKEN } from '../../emulator/seed';
import { NO_LIMITS } from '../../emulator/server/limits';
import { clock as nodeClock } from '../../nodes/shared/support/clock';
import { callAsTool, type NodeResult, type NodeRun, runNode, TestCredentials } from './engine';
import { Exchanges } from './exchanges';
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
	/** All requests since the start. */
	readonly everything: Logged[];
	/** The operations that ran without an error since the start: `Processing taskExecution.start`. */
	readonly succeeded: ReadonlySet<string>;
	close: () => Promise<void>;
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
	const emulator = new Emulator({
		clock: standingClock(),
		limits: NO_LIMITS,
		dialect: DIALECT,
		watch: exchanges.watch,
		...options,
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
	after(async () => await platform.close());
	return {
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

/** One platform for all tests of a file or group. Call it where the tests are declared. */
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

const real = { ...nodeClock };
const realNow = Date.now;

/**
 * The package follows the platform's clock: when a node waits and nothing else is left to do, that
 * clock is advanced by the same time.
 */
export function followClock(emulator: Emulator): void {
	const { clock } = emulator;
	const sleepers: Array<{ at: number; wake: () => void }> = [];
	Date.now = () => clock.now();
	nodeClock.now = () => clock.now();
	const startedAt = clock.now();
	nodeClock.elapsed = () => clock.now() - startedAt;
	nodeClock.sleep = async (ms, signal) =>
		await new Promise<void>((resolve, reject) => {
			if (signal?.aborted) return reject(signal.reason as Error);
			const sleeper = {
				at: clock.now() + Math.max(0, ms),
				wake: () => {
					signal?.removeEventListener('abort', aborted);
					resolve();
				},
			};
			const aborted = () => {
				const index = sleepers.indexOf(sleeper);
				if (index >= 0) sleepers.splice(index, 1);
				reject(signal!.reason as Error);
			};
			sleepers.push(sleeper);
			signal?.addEventListener('abort', aborted, { once: true });
			schedule();
		});
	let scheduled = false;
	/** Checks until no request is in flight, then wakes the next sleeper. */
	function schedule(): void {
		if (scheduled) return;
		scheduled = true;
		let quiet = 0;
		const look = () => {
			if (sleepers.length === 0) {
				scheduled = false;
				return;
			}
			quiet = emulator.inFlight.now === 0 ? quiet + 1 : 0;
			if (quiet < 3) return void setTimeout(look, 1);
			quiet = 0;
			sleepers.sort((a, b) => a.at - b.at);
			const next = sleepers.shift()!;
			clock.advance(Math.max(0, next.at - clock.now()));
			next.wake();
			setTimeout(look, 1);
		};
		setTimeout(look, 1);
	}
}

export function unfollowClock(): void {
	Object.assign(nodeClock, real);
	Date.now = realNow;
}
