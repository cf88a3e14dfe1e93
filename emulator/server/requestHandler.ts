/**
 * Answers requests: it takes a request through the checks of its declaration to its handler, and
 * makes the response.
 */
import { randomUUID } from 'node:crypto';

import { applicationOf } from '../../credentials/values/applications';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { handlers } from '../areas';
import { asDeclared, descriptionOf } from '../dialects';
import type { Handler, Result } from '../handler';
import type { Logged } from '../options';
import { bodyOfRefusal, Refusal } from '../refusals';
import { admit } from './admission';
import type { Fault, Faults } from './faults';
import { callerOf, checkPermission } from './identity';
import type { Limiter } from './limits';
import type { Playback } from './playback';
import { type Emulated, requestFor } from './requestFor';
import { type RequestLog, withoutCredential } from './requestLog';
import {
	brokenConnection,
	faultResponse,
	type HttpContext,
	jsonResponse,
	responseOf,
} from './responses';
import { type Parts, readRequest, type Route } from './router';
import { readSentBody } from './upload';

/** A request that has arrived, and its entry in the log. */
interface Received {
	url: URL;
	bytes: Buffer;
	requestId: string;
	logged: Logged;
}

/** The parts of an emulator that are needed here. */
interface HandlingEmulator extends Emulated {
	readonly faults: Faults;
	readonly limiter: Limiter;
}

export class RequestHandler {
	constructor(
		private readonly emulator: HandlingEmulator,
		private readonly requestLog: RequestLog,
		private readonly playback: Playback | undefined,
	) {}

	async handle(context: HttpContext, route: Route | undefined): Promise<Response> {
		const { req } = context;
		const url = new URL(req.url);
		if (route) url.pathname = url.pathname.slice(applicationPrefix(route.path).length);
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
			at: this.emulator.clock.now(),
		};
		return await this.requestLog.during(logged, async () => {
			await this.emulator.options.beforeAnswer?.(logged);
			const response = await this.respond(context, route, { url, bytes, requestId, logged });
			response.headers.set('x-request-id', requestId);
			response.headers.set('date', new Date(this.emulator.clock.now()).toUTCString());
			logged.status = response.status;
			this.emulator.options.watch?.(logged);
			if (!this.emulator.options.keepAnswers || response.status >= 400) delete logged.answer;
			return response;
		});
	}

	private async respond(
		context: HttpContext,
		route: Route | undefined,
		received: Received,
	): Promise<Response> {
		const { url, requestId, logged } = received;
		const responseOfRefusal = (refusal: Refusal) => {
			const { method } = context.req;
			const place = { method, path: url.pathname, now: this.emulator.clock.now(), requestId };
			logged.answer = bodyOfRefusal(refusal, place);
			return jsonResponse(refusal.status, logged.answer, refusal.more.headers);
		};
		try {
			const fault = this.emulator.faults.take(route?.key ?? '');
			if (fault) logged.faulty = true;
			const instead = fault && (await this.injectFault(context, fault, responseOfRefusal));
			if (instead) return instead;
			const target = { method: context.req.method, path: url.pathname };
			const admitted = admit(target, route, {
				limiter: this.emulator.limiter,
				seen: this.emulator.state.seen,
			});
			const result = await this.callHandler(context, admitted, received);
			logged.answer = result?.body;
			if (result === undefined || fault?.breaks === 'after') return brokenConnection(context);
			return responseOf(result);
		} catch (error) {
			if (error instanceof Refusal) return responseOfRefusal(error);
			console.error(error);
			return responseOfRefusal(
				new Refusal(500, `The emulator failed: ${(error as Error).message}`),
			);
		}
	}

	/** The response of a fault, if it comes before the platform has done anything. */
	private async injectFault(
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
	 * @returns undefined if the recorded account did not respond
	 * @throws Refusal
	 */
	private async callHandler(
		context: HttpContext,
		route: Route,
		received: Received,
	): Promise<Result | undefined> {
		const { req } = context;
		const caller = route.operations[0]!.basicAuth
			? undefined
			: await callerOf(req.header('authorization'), this.emulator.tokens, this.emulator.state);
		const parts = await this.inDeclaredForm(context, route, received);
		const recorded = this.playback?.next(route.key, received.url.searchParams);
		try {
			const checked = readRequest(route, parts, this.emulator.clock.now());
			received.logged.ignored = checked.ignored;
			if (caller) {
				checkPermission(caller, checked.operation);
				this.noteUse(caller.id, route.key);
			}
			if (recorded?.unanswered !== undefined) return undefined;
			if (recorded && !isSuccess(recorded.status))
				return this.playback!.answer(recorded, checked.operation);
			const request = requestFor(this.emulator, checked, {
				caller: caller!,
				headers: req.header(),
				origin: received.url.origin,
			});
			const handled = await this.handlerOf(route)(request);
			return recorded ? this.playback!.answer(recorded, checked.operation, handled) : handled;
		} catch (error) {
			// The recorded account has accepted this request, although the emulator refuses it.
			const isRefused = error instanceof Refusal && error.status === 400;
			if (isRefused && recorded?.with && isSuccess(recorded.status))
				return this.playback!.answer(recorded, route.operations[0]!);
			throw error;
		}
	}

	/**
	 * The parts of a request in the form of the declarations, converted from the dialect and from the
	 * names of the recorded account.
	 */
	private async inDeclaredForm(
		{ req }: HttpContext,
		route: Route,
		{ url, bytes }: Received,
	): Promise<Parts> {
		const text = bytes.toString('utf8');
		const sent = asDeclared(
			descriptionOf(this.emulator.dialect),
			this.emulator.state.seen,
			route.key,
			{
				query: this.playback?.originalQuery(url.searchParams) ?? url.searchParams,
				contentType: req.header('content-type'),
				text: this.playback?.originalBody(text) ?? text,
			},
		);
		const body = sent.text === text ? bytes : Buffer.from(sent.text ?? '');
		return {
			path: this.playback?.originalPath(req.param()) ?? req.param(),
			query: sent.query,
			ignoresUnknown: this.emulator.state.seen.unknownParameters,
			body: await readSentBody(body, sent.contentType),
		};
	}

	/**
	 * The handler of a route.
	 * @throws Refusal 501 if there is none: any other response could be mistaken for the platform's
	 */
	private handlerOf({ key }: Route): Handler {
		const handler = handlers[key];
		if (handler) return handler;
		if (this.emulator.options.loud) console.warn(`The emulator does not support ${key} yet`);
		throw new Refusal(501, `The emulator does not support ${key} yet`);
	}

	private noteUse(id: string, key: string): void {
		const account = this.emulator.state.serviceAccounts.get(id);
		if (!account) return;
		account.lastUsedDate = this.emulator.clock.now();
		account.lastUsedApi = key;
	}
}

/**
 * The prefix of the application that a path belongs to, because here all applications are on one
 * host: `/tds` for Data Stewardship.
 */
export function applicationPrefix(path: string): string {
	const application = applicationOf(path);
	return application ? `/${application.host}` : '';
}
