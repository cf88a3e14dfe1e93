/**
 * The emulator: the platform on your own machine. Its routes and checks come from the declarations
 * of the nodes; what it does is in `areas/<area>/<resource>.ts` (small resources share a file), the
 * records of the account are in `state/`, and how requests come in and go out in `server/`.
 */
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { areas } from '../nodes/areas';
import type { RequestOperation } from '../nodes/shared/declare/operation';
import { EMULATED_LIMITS } from '../platform/limits';
import { serveFile } from './areas/observability/serveFile';
import { publishVersion } from './areas/orchestration/artifact';
import { callWebhook } from './areas/orchestration/webhook';
import { JobCalls, letJobsCall } from './areas/processing/jobCalls';
import { seenOperations } from './areas/seen';
import { type Dialect, seenIn } from './dialects';
import type { EmulatorOptions, Logged } from './options';
import { seed as seedDemo } from './seed';
import { DEFINITIONS } from './seed/definitions';
import { addControls } from './server/control';
import { Faults } from './server/faults';
import { Limiter } from './server/limits';
import { Playback } from './server/playback';
import { readList } from './server/readList';
import { applicationPrefix, RequestHandler } from './server/requestHandler';
import { RequestLog } from './server/requestLog';
import { routesOf } from './server/router';
import { type Clock, runningClock } from './state/clock';
import { State } from './state/state';
import { Tokens } from './state/tokens';

export type { Fault } from './server/faults';
export type { Dialect } from './dialects';
export type { EmulatorOptions, Logged } from './options';
export { type Clock, runningClock, standingClock } from './state/clock';
export { State } from './state/state';

export class Emulator {
	readonly clock: Clock;
	private readonly routes = routesOf(areas, seenOperations);
	readonly faults = new Faults(new Set(this.routes.map(({ key }) => key)));
	private readonly requestLog = new RequestLog(this.routes);
	readonly files = new Map<string, string>();
	state = new State();
	private followed: Dialect;
	readonly tokens: Tokens;
	readonly limiter: Limiter;
	private readonly playback: Playback | undefined;
	private readonly jobCalls: JobCalls;
	private readonly requestHandler: RequestHandler;
	private readonly app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
	private server: Server | undefined;

	constructor(readonly options: EmulatorOptions = {}) {
		this.clock = options.clock ?? runningClock();
		this.playback = options.recording && new Playback(options.recording);
		// A recorded account is most likely to behave as others have seen it.
		this.followed = options.dialect ?? (this.playback ? 'field' : 'documents');
		this.tokens = new Tokens(this.clock, {
			lifeSeconds: 1800,
			expiresIn: 'string',
			...options.tokens,
		});
		this.limiter = new Limiter(this.clock, options.limits ?? EMULATED_LIMITS);
		this.jobCalls = new JobCalls({
			clock: this.clock,
			anywhere: options.callbacks === 'anywhere',
			note: (message) => options.loud && console.warn(message),
		});
		this.requestHandler = new RequestHandler(this, this.requestLog, this.playback);
		this.resetAccount();
		addControls(this.app, this);
		this.app.get('/__files/:key/:name', (context) => serveFile(context, this));
		this.app.post('/__webhooks/:id', (context) => callWebhook(context, this));
		for (const route of this.routes)
			this.app.on(
				route.method,
				applicationPrefix(route.path) +
					route.path.replace(/\{([^}]+)\}/g, ':$1').replace(/\/$/, ''),
				(context) => this.requestHandler.handle(context, route),
			);
		this.app.all('*', (context) => this.requestHandler.handle(context, undefined));
	}

	/** The requests that have arrived. */
	get log(): Logged[] {
		return this.requestLog.entries;
	}

	/** How many requests are in flight now, and how many were at most. */
	get inFlight(): { now: number; most: number } {
		return this.requestLog.inFlight;
	}

	get dialect(): Dialect {
		return this.followed;
	}

	/** The dialect can be changed while the emulator runs. */
	set dialect(dialect: Dialect) {
		this.followed = dialect;
		this.state.seen = seenIn(dialect, this.options.also);
	}

	/**
	 * Starts again with a new account that has the seed data, and with the clock at its beginning.
	 */
	reset(): void {
		this.clock.reset();
		this.resetAccount();
	}

	/**
	 * Like {@link reset}, but the clock keeps running: for tests in which the nodes use the same
	 * clock, so that time must not go backwards.
	 */
	resetAccount(): void {
		this.jobCalls.stop();
		this.state = new State();
		this.state.seen = seenIn(this.dialect, this.options.also);
		letJobsCall(this.state, this.jobCalls);
		this.faults.clear();
		this.log.length = 0;
		this.limiter.reset();
		this.files.clear();
		this.files.set('Finance.yaml', DEFINITIONS);
		(this.options.seed ?? seedDemo)(this.state, this.clock);
	}

	/** Publishes a new version of an artifact ({@link publishVersion}). */
	publish(named: string, version?: string): ReturnType<typeof publishVersion> {
		return publishVersion(this.state, this.clock.now(), named, version);
	}

	/**
	 * Listens for requests. On this machine only, unless configured otherwise.
	 * @returns the address
	 */
	async listen(port = 0, hostname = '127.0.0.1'): Promise<string> {
		this.server = await new Promise<Server>((resolve, reject) => {
			const server = serve({ fetch: this.app.fetch, port, hostname }) as Server;
			server.once('listening', () => resolve(server));
			server.once('error', reject);
		});
		this.server.keepAliveTimeout = 60_000;
		const { port: actual } = this.server.address() as AddressInfo;
		return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${actual}`;
	}

	/**
	 * The response of a list without required parameters, as the owner of the account would get it.
	 */
	async readList(operation: RequestOperation): Promise<unknown> {
		return await readList(this, operation, this.routes);
	}

	async close(): Promise<void> {
		this.jobCalls.stop();
		const { server } = this;
		this.server = undefined;
		if (!server) return;
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}

	/** The requests in the log from a position on, without their secrets. */
	shownLog(from = 0): Logged[] {
		return this.requestLog.shown(from);
	}
}
