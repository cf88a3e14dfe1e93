/**
 * The controls of the emulator, for people and for tests in another process, and the page that
 * shows them. They can only be used from this machine, and by no other web page.
 */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isLoopback } from '../../credentials/values/address';
import { keyOf } from '../../nodes/shared/declare/define';
import { projectFolder, readProject } from '../../platform/data';
import { everyOperation, fullPlaceInWords } from '../../platform/operations';
import { type Dialect, DIALECTS, isDialect } from '../dialects';
import type { Clock } from '../state/clock';
import { readContents, type ReadList } from './contents';
import type { Fault, Faults } from './faults';

/** What the controls need of an emulator. */
interface Controlled {
	readonly clock: Clock;
	readonly faults: Faults;
	readonly log: readonly unknown[];
	dialect: Dialect;
	shownLog: (from?: number) => object[];
	readList: ReadList;
	publish: (named: string, version?: string) => object | undefined;
	/** The uploaded files, by their path. */
	readonly files: Map<string, string>;
	reset: () => void;
}

type App = Hono<{ Bindings: HttpBindings }>;

const PAGE: Readonly<Record<string, string>> = {
	'index.html': 'text/html',
	'page.js': 'text/javascript',
	'page.css': 'text/css',
};

/** The page may load only its own files, and call only the emulator. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The path of other services that examples use: a file in Git, a pipeline, an observability
 * platform.
 */
const FILES = '/__emulator/files/';

/** Why a request may not use the controls; undefined if it may. */
export function whyControlIsRefused({
	remote,
	host,
	origin,
}: {
	remote: string | undefined;
	host: string;
	origin: string | undefined;
}): string | undefined {
	if (remote !== undefined && !isLoopback(remote.replace(/^::ffff:/, '')))
		return 'The controls can be used from this machine only';
	// Another host name that leads here (DNS rebinding) is not a name of this machine.
	if (!isLoopback(host.replace(/:\d+$/, '')))
		return 'The controls can be reached only at 127.0.0.1 or localhost';
	if (origin !== undefined && origin !== `http://${host}`)
		return 'Another web page cannot use the controls';
	return undefined;
}

/** Adds the controls, which the platform itself does not have. */
export function addControls(app: App, emulator: Controlled): void {
	guard(app);
	addPages(app, emulator);
	addLog(app, emulator);
	addFaults(app, emulator);
	addChanges(app, emulator);
	addFiles(app, emulator);
}

/** Refuses requests from elsewhere. */
function guard(app: App): void {
	const ownMachineOnly = async (
		context: Context<{ Bindings: HttpBindings }>,
		next: () => Promise<void>,
	): Promise<Response | undefined> => {
		// If a test calls the emulator in its own process, there is no connection.
		const remote = (context.env as HttpBindings | undefined)?.incoming?.socket.remoteAddress;
		const message = whyControlIsRefused({
			remote,
			host: context.req.header('host') ?? new URL(context.req.url).host,
			origin: context.req.header('origin'),
		});
		if (message !== undefined) return context.json({ message }, 403);
		await next();
		return undefined;
	};
	app.use('/__emulator', ownMachineOnly);
	app.use('/__emulator/*', ownMachineOnly);
}

/** The page in the browser, and what it shows. */
function addPages(app: App, emulator: Controlled): void {
	app.get('/__emulator', (context) =>
		context.req.header('accept')?.includes('text/html')
			? page(context, 'index.html')
			: context.json({
					now: new Date(emulator.clock.now()).toISOString(),
					dialect: emulator.dialect,
					requests: emulator.log.length,
					unconsumedFaults: emulator.faults.unconsumed(),
				}),
	);
	// The root address, which people open first. The platform itself has nothing there.
	app.get('/', async (context, next) =>
		context.req.header('accept')?.includes('text/html')
			? context.redirect('/__emulator')
			: await next(),
	);
	app.get('/__emulator/page/:name', (context) => page(context, context.req.param('name')));
	app.get('/__emulator/openapi.json', (context) =>
		context.json({
			...readProject<object>('docs/platform/openapi.json'),
			servers: [{ url: new URL(context.req.url).origin, description: 'The emulator' }],
		}),
	);
	app.get('/__emulator/operations', (context) =>
		context.json(
			everyOperation.flatMap(({ area, resource, operation }) =>
				operation.kind === 'request'
					? [
							{
								key: keyOf(operation),
								description: operation.description,
								node: fullPlaceInWords({ area, resource, operation }),
							},
						]
					: [],
			),
		),
	);
	app.get('/__emulator/data', async (context) =>
		context.json(await readContents((operation) => emulator.readList(operation))),
	);
}

function page(context: Context, name: string): Response {
	const type = PAGE[name];
	if (type === undefined) return context.json({ message: `The emulator has no page ${name}` }, 404);
	const headers = {
		'content-type': `${type}; charset=utf-8`,
		'content-security-policy': POLICY,
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'no-referrer',
		'cache-control': 'no-store',
	};
	return new Response(readFileSync(join(projectFolder, 'emulator/page', name)), { headers });
}

function addLog(app: App, emulator: Controlled): void {
	app.get('/__emulator/log', (context) => context.json(emulator.shownLog()));
	app.get('/__emulator/log/since', (context) => {
		const from = Number(context.req.query('from') ?? 0);
		if (!Number.isInteger(from) || from < 0)
			return context.json({ message: 'from must be a number of 0 or more' }, 400);
		return context.json({ from, requests: emulator.shownLog(from) });
	});
}

function addFaults(app: App, emulator: Controlled): void {
	app.get('/__emulator/faults', (context) => context.json(emulator.faults.unconsumed()));
	app.post('/__emulator/faults', async (context) => {
		try {
			emulator.faults.add(await context.req.json<Fault>());
		} catch (error) {
			return context.json({ message: (error as Error).message }, 400);
		}
		return context.json(emulator.faults.unconsumed(), 201);
	});
	app.delete('/__emulator/faults', (context) => {
		emulator.faults.clear();
		return context.body(null, 204);
	});
}

/** Adds controls that change the platform in ways in which no request can. */
function addChanges(app: App, emulator: Controlled): void {
	app.post('/__emulator/clock', async (context) => {
		const { advanceMs } = await context.req.json<{ advanceMs: number }>();
		if (!Number.isFinite(advanceMs) || advanceMs < 0)
			return context.json({ message: 'advanceMs must be a number of 0 or more' }, 400);
		emulator.clock.advance(advanceMs);
		return context.json({ now: new Date(emulator.clock.now()).toISOString() });
	});
	app.post('/__emulator/dialect', async (context) => {
		const { dialect } = await context.req.json<{ dialect: unknown }>();
		if (!isDialect(dialect))
			return context.json({ message: `dialect must be one of ${DIALECTS.join(', ')}` }, 400);
		emulator.dialect = dialect;
		return context.json({ dialect });
	});
	app.post('/__emulator/publish', async (context) => {
		const { artifact, version } = await context.req.json<{
			artifact: unknown;
			version?: unknown;
		}>();
		if (
			typeof artifact !== 'string' ||
			(version !== undefined && (typeof version !== 'string' || version === ''))
		)
			return context.json({ message: 'artifact must be its ID or name, and version a text' }, 400);
		const published = emulator.publish(artifact, version);
		return published
			? context.json(published, 201)
			: context.json({ message: `There is no artifact ${artifact}, or it has that version` }, 409);
	});
	app.post('/__emulator/reset', (context) => {
		emulator.reset();
		return context.body(null, 204);
	});
}

/** Adds addresses for uploading and downloading files, in place of other services. */
function addFiles(app: App, emulator: Controlled): void {
	app.get(`${FILES}*`, (context) => {
		const file = emulator.files.get(new URL(context.req.url).pathname.slice(FILES.length));
		return file === undefined
			? context.json({ message: 'There is no such file' }, 404)
			: context.text(file);
	});
	app.on(['POST', 'PUT'], `${FILES}*`, async (context) => {
		emulator.files.set(
			new URL(context.req.url).pathname.slice(FILES.length),
			await context.req.text(),
		);
		return context.json({}, 200);
	});
}
