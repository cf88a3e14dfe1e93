/**
 * A separate, real n8n: installed from the demo's lock file, with a Node that it accepts, and the
 * package linked in as a community package; only this machine can reach it. The demo and the
 * end-to-end tests use it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, SetupTrouble } from '../programs.mjs';
import { nodeForN8n, programOf, withNode } from './install.mjs';
import { linkPackage } from './linkPackage.mjs';
import { N8nClient, TIMEOUT_MS } from './n8nClient.mjs';
import { freePort } from './ports.mjs';
import { killGroup, spawnGroup } from './processGroup.mjs';

export { ensureN8n } from './install.mjs';
export { ENDED, outputOf, TIMEOUT_MS } from './n8nClient.mjs';

/** How often n8n is started after it was killed, if it crashes each time. */
const ATTEMPTS_AFTER_KILL = 5;

/** n8n stopped before it was ready. */
class EndedWhileStarting extends SetupTrouble {}

/** One n8n process, with a client of its REST interface. */
export class N8n extends N8nClient {
	/**
	 * @param options.userFolder where it keeps its data
	 * @param options.port its address is http://127.0.0.1:<port>
	 * @param options.env additional environment variables
	 * @param options.program what to run: all of n8n, or a worker
	 * @param options.home folder of another installation than the demo's
	 * @param options.copied copies the package instead of linking to a folder in which it may be
	 * rebuilt
	 * @param options.bare does not put the package in
	 */
	constructor({
		userFolder,
		port,
		brokerPort,
		env = {},
		program = ['start'],
		home,
		copied = false,
		bare = false,
	}) {
		super({ address: `http://127.0.0.1:${port}`, isOlder: Boolean(home) });
		this.userFolder = userFolder;
		this.port = port;
		this.brokerPort = brokerPort;
		this.extra = env;
		this.program = program;
		this.home = home;
		this.copied = copied;
		this.bare = bare;
		this.output = '';
	}

	static async create(options) {
		const port = options.port ?? (await freePort());
		return new N8n({ ...options, port, brokerPort: options.brokerPort ?? (await freePort()) });
	}

	get env() {
		const inherited = { ...process.env };
		delete inherited.NODE_ENV; // in production mode, n8n limits the number of sign-ins
		return {
			...withNode(inherited),
			N8N_USER_FOLDER: this.userFolder,
			N8N_PORT: String(this.port),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(this.brokerPort),
			N8N_SECURE_COOKIE: 'false',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
			// Other versions may not have this module, and refuse unknown modules.
			...(this.home ? {} : { N8N_DISABLED_MODULES: 'mcp-registry' }),
			...this.extra,
		};
	}

	/** Puts the package in. */
	link() {
		linkPackage(this.userFolder, { isCopy: this.copied });
	}

	/** Starts the server and waits until it is ready. */
	async start() {
		if (!this.bare) this.link();
		const child = spawnGroup(nodeForN8n(), [programOf(this.home), ...this.program], {
			env: this.env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.child = child;
		this.ended = new Promise((resolve) => child.once('close', resolve));
		const keep = (data) => (this.output = (this.output + data).slice(-20_000));
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		const deadline = Date.now() + TIMEOUT_MS;
		for (;;) {
			if (child.exitCode !== null || child.signalCode !== null)
				throw new EndedWhileStarting(
					`n8n stopped while it was starting (${child.signalCode ?? `code ${child.exitCode}`}). The end of its output:\n\n${this.output.slice(-4_000)}`,
				);
			if (await this.isReady()) return this;
			if (Date.now() > deadline)
				throw new SetupTrouble(
					`n8n was not ready after ${TIMEOUT_MS / 1000} seconds. The end of its output:\n\n${this.output.slice(-4_000)}`,
				);
			await new Promise((resolve) => setTimeout(resolve, 300));
		}
	}

	/**
	 * Starts the server after it was killed, and restarts it if it crashes while starting, as Docker
	 * or systemd would: n8n 2.41 crashes with a TypeError when it recovers an execution that was
	 * killed between its creation and its start (`startedAt` is null); the next start finds that
	 * execution marked as crashed.
	 * @returns how often n8n crashed before it started
	 */
	async startAfterKill() {
		for (let ended = 0; ; ended++) {
			try {
				await this.start();
				return ended;
			} catch (error) {
				if (
					!(error instanceof EndedWhileStarting) ||
					!this.output.includes("reading 'getTime'") ||
					ended + 1 >= ATTEMPTS_AFTER_KILL
				)
					throw error;
				this.output = '';
			}
		}
	}

	/**
	 * Whether it accepts requests: older versions say that they are ready before their REST interface
	 * is, and respond with a web page.
	 */
	async isReady() {
		const asked = [
			'/healthz/readiness',
			...(this.program[0] === 'start' ? ['/rest/settings'] : []),
		].map(async (path) => {
			const answer = await this.fetch(path);
			await answer.arrayBuffer();
			return answer.ok && answer.headers.get('content-type')?.includes('json');
		});
		return await Promise.all(asked).then(
			(answers) => answers.every(Boolean),
			() => false,
		);
	}

	/**
	 * Stops the server and the processes that it started; with SIGKILL immediately, without letting
	 * it clean up.
	 */
	async stop(signal = 'SIGTERM') {
		const { child } = this;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		killGroup(child, signal);
		const late = setTimeout(() => killGroup(child, 'SIGKILL'), 15_000);
		await this.ended;
		clearTimeout(late);
	}
}

/**
 * An example workflow of the repository.
 * @param platform the address of the emulated platform, if it is not the usual one, which some
 * examples name
 */
export const readExample = (file, platform = 'http://127.0.0.1:4010') =>
	JSON.parse(
		readFileSync(join(root, 'workflows', file), 'utf8').replaceAll(
			'http://127.0.0.1:4010',
			platform,
		),
	);
