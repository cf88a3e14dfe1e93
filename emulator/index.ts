/**
 * The emulator: the platform on your own machine. Its routes and checks come from the declarations
 * of the nodes; what it does is in `areas/<area>/<resource>.ts`, how requests come in and go out in `server/`.
 */
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { applicationOf } from '../credentials/address';
import { areas } from '../nodes/areas';
import type { RequestOperation } from '../nodes/shared/declare/operation';
import { isSuccess } from '../tools/checkup/recording';
import { DOCUMENTED_LIMITS } from '../tools/interface/limits';
import { handlers } from './areas';
import { serveFile } from './areas/files';
import type { Handler, Result } from './areas/handler';
import { publishVersion } from './areas/orchestration/artifact';
import { callWebhook } from './areas/orchestration/webhook';
import { JobCalls, letJobsCall } from './areas/processing/jobCalls';
import { seenOperations } from './areas/seen';
import { type Clock, runningClock } from './clock';
import { asDeclared, descriptionOf, type Dialect, seenIn } from './dialects';
import type { EmulatorOptions } from './options';
import { Played } from './recorded';
import { Refusal, refusalBody } from './refusals';
import { seed as seedDemo } from './seed';
import { DEFINITIONS } from './seed/definitions';
import { admit } from './server/admission';
import type { Caller } from './server/caller';
import { control } from './server/control';
import { type Fault, Faults } from './server/faults';
import { callerOf, checkPermission, Tokens } from './server/identity';
import { Limiter } from './server/limits';
import { type Logged, RequestLog, withoutCredential } from './server/requestLog';
import {
	brokenConnection,
	faultResponse,
	type HttpContext,
	jsonResponse,
	responseOf,
} from './server/responses';
import { checkRequest, type Parts, type Route, routesOf } from './server/router';
import { bodyOf } from './server/upload';
import { State } from './state';

export type { Fault } from './server/faults';
export type { Dialect } from './dialects';
export type { Logged } from './server/requestLog';
export type { EmulatorOptions } from './options';
export { type Clock, runningClock, standingClock } from './clock';
export { State } from './state';

/** A request as it came in, and its entry in the log. */
interface Received {
	url: URL;
	bytes: Buffer;
	requestId: string;
	logged: Logged;
}

export class Emulator {
	readonly clock: Clock;
	private readonly routes = routesOf(areas, seenOperations);
	readonly faults = new Faults(new Set(this.routes.map(({ key }) => key)));
	private readonly requests = new RequestLog(this.routes);
	readonly files = new Map<string, string>();
	state = new State();
	private followed: Dialect;
	readonly tokens: Tokens;
	readonly limiter: Limiter;
	private readonly played: Played | undefined;
	private readonly jobCalls: JobCalls;
	private readonly app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
	private server: Server | undefined;

	constructor(readonly options: EmulatorOptions = {}) {
		this.clock = options.clock ?? runningClock();
		this.played = options.recording && new Played(options.recording);
		// An account is most likely to be like what others have seen.
		this.followed = options.dialect ?? (this.played ? 'field' : 'documents');
		this.tokens = new Tokens(this.clock, {
			lifeSeconds: 1800,
			expiresIn: 'string',
			...options.tokens,
		});
		this.limiter = new Limiter(this.clock, options.limits ?? DOCUMENTED_LIMITS);
		this.jobCalls = new JobCalls({
			clock: this.clock,
			anywhere: options.callbacks === 'anywhere',
			note: (message) => options.loud && console.warn(message),
		});
		this.resetAccount();
		control(this.app, this);
		this.app.get('/__files/:key/:name', (context) => serveFile(context, this));
		this.app.post('/__webhooks/:id', (context) => callWebhook(context, this));
		for (const route of this.routes)
			this.app.on(
				route.method,
				placeOf(route.path) + route.path.replace(/\{([^}]+)\}/g, ':$1').replace(/\/$/, ''),
				(context) => this.answer(context, route),
			);
		this.app.all('*', (context) => this.answer(context, undefined));
	}

	/** The requests that came. */
	get log(): Logged[] {
		return this.requests.entries;
	}

	/** Requests in flight now, and the most that ever were. */
	get inFlight(): { now: number; most: number } {
		return this.requests.inFlight;
	}

	get dialect(): Dialect {
		return this.followed;
	}

	/** May be switched while it runs. */
	set dialect(dialect: Dialect) {
		this.followed = dialect;
		this.state.seen = seenIn(dialect, this.options.also);
	}

	/** Starts again: a fresh account with the seed data, and the clock at its beginning. */
	reset(): void {
		this.clock.reset();
		this.resetAccount();
	}

	/** Like {@link reset}, but the clock keeps running: for tests in which the nodes use the same clock, so that time must not go backwards. */
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

	/** A new version of an artifact, as {@link publishVersion} makes it. */
	publish(named: string, version?: string): ReturnType<typeof publishVersion> {
		return publishVersion(this.state, this.clock.now(), named, version);
	}

	/** Listens for requests. On this machine only, unless configured otherwise. @returns the address */
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

	async close(): Promise<void> {
		this.jobCalls.stop();
		const { server } = this;
		this.server = undefined;
		if (!server) return;
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}

	/** The requests from a place of the log on, without what is secret in them. */
	shownLog(from = 0): Logged[] {
		return this.requests.shown(from);
	}

	/**
	 * The response of a list without required parameters, as if the owner of the account had requested it. No
	 * request: it is not logged, and no fault and no limit is for it.
	 * @returns nothing where the platform refuses it
	 */
	async inside(operation: RequestOperation): Promise<unknown> {
		const route = this.routes.find(({ operations }) => operations.includes(operation));
		const handler = route && handlers[route.key];
		if (!handler) return undefined;
		try {
			const checked = checkRequest(
				route,
				{ path: {}, query: new URLSearchParams(), body: { text: '' } },
				this.clock.now(),
			);
			const [owner] = this.state.personalTokens.values();
			const caller: Caller = owner ?? {
				id: 'emulator',
				name: 'Emulator',
				type: 'HUMAN',
				permissions: [],
			};
			const { body } = await handler({
				...checked,
				caller,
				headers: {},
				state: this.state,
				clock: this.clock,
				dialect: descriptionOf(this.dialect),
				emulator: this,
				origin: '',
			});
			return body;
		} catch (error) {
			if (error instanceof Refusal) return undefined;
			throw error;
		}
	}

	private async answer(context: HttpContext, route: Route | undefined): Promise<Response> {
		const { req } = context;
		const url = new URL(req.url);
		if (route) url.pathname = url.pathname.slice(placeOf(route.path).length);
		const requestId = randomUUID();
		const bytes = Buffer.from(await req.arrayBuffer());
		const text = bytes.toString('utf8');
		const logged: Logged = {
			method: req.method,
			path: url.pathname,
			query: [...url.searchParams],
			headers: withoutCredential(req.header()),
			body: text,
			operation: route?.key,
			status: 0,
			at: this.clock.now(),
		};
		return await this.requests.during(logged, async () => {
			await this.options.beforeAnswer?.(logged);
			const response = await this.answered(context, route, { url, bytes, requestId, logged });
			response.headers.set('x-request-id', requestId);
			response.headers.set('date', new Date(this.clock.now()).toUTCString());
			logged.status = response.status;
			this.options.watch?.(logged);
			if (!this.options.keepAnswers || response.status >= 400) delete logged.answer;
			return response;
		});
	}

	private async answered(
		context: HttpContext,
		route: Route | undefined,
		received: Received,
	): Promise<Response> {
		const { url, requestId, logged } = received;
		const refuse = (refusal: Refusal) => {
			const { method } = context.req;
			const at = { method, path: url.pathname, now: this.clock.now(), requestId };
			logged.answer = refusalBody(refusal, at);
			return jsonResponse(refusal.status, logged.answer, refusal.more.headers);
		};
		try {
			const fault = this.faults.take(route?.key ?? '');
			if (fault) logged.faulty = true;
			const instead = fault && (await this.disturbed(context, fault, refuse));
			if (instead) return instead;
			const asked = { method: context.req.method, path: url.pathname };
			const taken = admit(asked, route, { limiter: this.limiter, seen: this.state.seen });
			const result = await this.resultOf(context, taken, received);
			logged.answer = result?.body;
			if (result === undefined || fault?.breaks === 'after') return brokenConnection(context);
			return responseOf(result);
		} catch (error) {
			if (error instanceof Refusal) return refuse(error);
			console.error(error);
			return refuse(new Refusal(500, `The emulator failed: ${(error as Error).message}`));
		}
	}

	/** What a fault answers in place of the platform, if it does not only come after it. */
	private async disturbed(
		context: HttpContext,
		fault: Fault,
		refuse: (refusal: Refusal) => Response,
	): Promise<Response | undefined> {
		if (fault.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
		if (fault.breaks === 'before') return brokenConnection(context);
		return fault.status === undefined ? undefined : faultResponse(fault, refuse);
	}

	/**
	 * The result of a request: that of its handler, in the form of the recording if there is one.
	 * @returns nothing if the recorded account did not answer
	 * @throws Refusal
	 */
	private async resultOf(
		context: HttpContext,
		route: Route,
		received: Received,
	): Promise<Result | undefined> {
		const { req } = context;
		const caller = route.operations[0]!.basicAuth
			? undefined
			: await callerOf(req.header('authorization'), this.tokens, this.state);
		const parts = await this.inDeclaredForm(context, route, received);
		const recorded = this.played?.next(route.key, received.url.searchParams);
		try {
			const checked = checkRequest(route, parts, this.clock.now());
			received.logged.ignored = checked.ignored;
			if (caller) {
				checkPermission(caller, checked.operation);
				this.noteUse(caller.id, route.key);
			}
			if (recorded?.unanswered !== undefined) return undefined;
			if (recorded && !isSuccess(recorded)) return this.played!.answer(recorded, checked.operation);
			const own = await this.handlerOf(route)({
				...checked,
				caller: caller!,
				headers: req.header(),
				state: this.state,
				clock: this.clock,
				dialect: descriptionOf(this.dialect),
				emulator: this,
				origin: received.url.origin,
			});
			return recorded ? this.played!.answer(recorded, checked.operation, own) : own;
		} catch (error) {
			// The account accepts what the emulator does not.
			const isRefused = error instanceof Refusal && error.status === 400;
			if (isRefused && recorded?.with && isSuccess(recorded))
				return this.played!.answer(recorded, route.operations[0]!);
			throw error;
		}
	}

	/** The parts of a request as they are declared, whatever the dialect or the recorded account calls them. */
	private async inDeclaredForm(
		{ req }: HttpContext,
		route: Route,
		{ url, bytes }: Received,
	): Promise<Parts> {
		const text = bytes.toString('utf8');
		const sent = asDeclared(descriptionOf(this.dialect), this.state.seen, route.key, {
			query: this.played?.originalQuery(url.searchParams) ?? url.searchParams,
			contentType: req.header('content-type'),
			text: this.played?.originalBody(text) ?? text,
		});
		const body = sent.text === text ? bytes : Buffer.from(sent.text ?? '');
		return {
			path: this.played?.originalPath(req.param()) ?? req.param(),
			query: sent.query,
			ignoresUnknown: this.state.seen.unknownParameters,
			body: await bodyOf(body, sent.contentType),
		};
	}

	/** @throws Refusal 501 for what it does not support: otherwise it would be mistaken for the platform's behavior */
	private handlerOf({ key }: Route): Handler {
		const handler = handlers[key];
		if (handler) return handler;
		if (this.options.loud) console.warn(`The emulator does not support ${key} yet`);
		throw new Refusal(501, `The emulator does not support ${key} yet`);
	}

	private noteUse(id: string, key: string): void {
		const account = this.state.serviceAccounts.get(id);
		if (!account) return;
		account.lastUsedDate = this.clock.now();
		account.lastUsedApi = key;
	}
}

/** Where the application of a path answers, as all of them are on one host here: `/tds` for Data Stewardship. */
function placeOf(path: string): string {
	const application = applicationOf(path);
	return application ? `/${application.host}` : '';
}
