/**
 * `npm start`: the emulated platform and a real n8n with the package in it. Runs the demo pipeline
 * once and keeps running; with `npm start -- --headless` it exits after that, with code 0 only if
 * the pipeline worked.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { fail, root, SetupTrouble } from '../programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../setup.mjs';
import { ensureN8n, N8n, readExample } from './n8n.mjs';
import { judge, PIPELINE } from './pipeline.mjs';
import { freePort, isTaken } from './ports.mjs';

const HELP = `Usage: npm start [-- --headless] [--port 5678] [--emulator-port 4010] [--database] [--fresh]

  --headless       runs the demo pipeline once and exits, with code 0 only if it worked
  --port           port of n8n
  --emulator-port  port of the emulated platform
  --database       also starts a Postgres, with the credential "Postgres" in n8n
  --fresh          deletes everything that you have created in the demo`;

const CREDENTIAL = 'Talend Cloud (demo)';
const READ_ONLY_CREDENTIAL = 'Talend Cloud (demo, read-only)';
const DATABASE_CREDENTIAL = 'Postgres';

const { values: options } = (() => {
	try {
		return parseArgs({
			options: {
				headless: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'emulator-port': { type: 'string', default: '4010' },
				database: { type: 'boolean', default: false },
				fresh: { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
	} catch (error) {
		console.error(`${error.message}\n\n${HELP}`);
		return process.exit(2);
	}
})();

/** The port that the user chose, refused if it is in use; with --headless any free one. */
async function portFor(name, given) {
	if (options.headless) return await freePort();
	const port = Number(given);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new SetupTrouble(`--${name} must be a number from 1 to 65535.`);
	if (await isTaken(port))
		throw new SetupTrouble(
			`Port ${port} is already in use, perhaps by the demo in another window. Stop that program, or choose another port: npm start -- --${name} ${port + 1}`,
		);
	return port;
}

const ends = [];
/** Stops everything that was started, in reverse order. */
async function endAll() {
	while (ends.length > 0) await ends.pop()();
}

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** Ctrl-C before everything is running stops what has been started so far. */
const interrupted = () => void endAll().finally(() => process.exit(130));

/**
 * Starts the emulated platform.
 * @returns its address
 */
async function startPlatform(port) {
	const require = createRequire(import.meta.url);
	const { Emulator } = require(join(root, 'build/emulator/index.js'));
	const { seedFailedPlan } = require(join(root, 'build/emulator/seed/index.js'));
	const emulator = new Emulator({ loud: true });
	seedFailedPlan(emulator.state, emulator.clock);
	const platform = await emulator.listen(port);
	ends.push(() => emulator.close());
	return platform;
}

/** The folder of n8n: a new one that is deleted afterwards, or the one of the demo before. */
function folderOfN8n() {
	if (options.headless) {
		const userFolder = mkdtempSync(join(tmpdir(), 'n8n-demo-'));
		ends.push(() => rmSync(userFolder, { recursive: true, force: true }));
		return userFolder;
	}
	const userFolder = join(root, '.n8n-demo');
	if (options.fresh) rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	return userFolder;
}

async function startN8n(userFolder, port) {
	process.stdout.write('Starting n8n ');
	// Times in the editor are those of this machine; n8n's default is New York.
	const env = {
		GENERIC_TIMEZONE:
			process.env.GENERIC_TIMEZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
	};
	const n8n = await N8n.create({ userFolder, port, env });
	ends.push(() => n8n.stop());
	const dots = setInterval(() => process.stdout.write('.'), 2_000);
	await n8n.start().finally(() => clearInterval(dots));
	console.log(' ready');
	return n8n;
}

/**
 * Creates the credentials of the demo.
 * @returns what workflows name them by
 */
async function createCredentials(n8n, platform, database) {
	const require = createRequire(import.meta.url);
	const { DEMO_ACCOUNT } = require(join(root, 'build/emulator/seed/index.js'));
	const { applicationAddresses } = require(join(root, 'build/emulator/addresses.js'));
	const data = {
		region: 'other',
		address: platform,
		...applicationAddresses(platform),
		clientId: DEMO_ACCOUNT.id,
		clientSecret: DEMO_ACCOUNT.secret,
		apiVersion: '',
	};
	const wanted = [
		[CREDENTIAL, 'talendCloudApi', { ...data, readOnly: false }],
		[READ_ONLY_CREDENTIAL, 'talendCloudApi', { ...data, readOnly: true }],
		...(database ? [[DATABASE_CREDENTIAL, 'postgres', database.credentialData]] : []),
	];
	const credentials = [];
	for (const [name, type, values] of wanted)
		credentials.push({ ...(await n8n.credential(name, type, values)), type, name });
	return credentials;
}

/**
 * Imports the examples.
 * @returns the pipeline of the demo
 */
async function importExamples(n8n, platform, credentials) {
	let pipeline;
	const files = readdirSync(join(root, 'workflows')).filter((name) => name.endsWith('.json'));
	for (const file of files) {
		const workflow = await n8n.workflow(readExample(file, platform), credentials);
		if (file === `${PIPELINE}.json`) pipeline = workflow;
	}
	console.log(
		`Imported ${files.length} example workflow${files.length === 1 ? '' : 's'} and the credentials ${credentials.map(({ name }) => `"${name}"`).join(', ')}`,
	);
	return pipeline;
}

async function runPipeline(n8n, { id }) {
	console.log(
		'Running the pipeline "run tasks and report", which starts two tasks and waits for them …',
	);
	const { succeeded, failed } = judge(await n8n.run(id, 'Start'));
	console.log(`  success branch: ${succeeded}\n  failure branch: ${failed}`);
}

/** Says where everything is and keeps running until Ctrl-C is pressed or n8n ends. */
async function keepRunning(n8n, { owner, pipeline, platform }) {
	console.log(`
Open the editor at ${n8n.address}/workflow/${pipeline.id} and sign in:
  Email     ${owner.email}
  Password  ${owner.password}
The status page of its tasks and plans, once you have published the example "status page":
  ${n8n.address}/webhook/talend-status
The emulated platform is at ${platform}: open it in a browser to see its requests, data and faults.
Its credential is in n8n already: ${CREDENTIAL}.
Press Ctrl-C to stop both.`);
	const asked = new Promise((resolve) => {
		for (const signal of SIGNALS)
			process.off(signal, interrupted).once(signal, () => resolve(true));
	});
	const isAsked = await Promise.race([asked, n8n.ended.then(() => false)]);
	if (!isAsked) console.error(`\nn8n stopped unexpectedly:\n${n8n.output.slice(-2_000)}`);
	console.log('\nStopping n8n and the emulator …');
}

async function startDatabase(userFolder) {
	const database = await (
		await import('../database/start.mjs')
	).startDatabase(join(userFolder, 'database'));
	ends.push(database.close);
	return database;
}

async function main() {
	if (options.help) return console.log(HELP);
	checkNode();
	const port = await portFor('port', options.port);
	const emulatorPort = await portFor('emulator-port', options['emulator-port']);
	await ensureProject();
	await ensureBuild();
	await ensureN8n();

	const platform = await startPlatform(emulatorPort);
	const userFolder = folderOfN8n();
	const database = options.database ? await startDatabase(userFolder) : undefined;
	const n8n = await startN8n(userFolder, port);
	const owner = await n8n.signIn();
	const credentials = await createCredentials(n8n, platform, database);
	const pipeline = await importExamples(n8n, platform, credentials);
	await runPipeline(n8n, pipeline);
	if (!options.headless) await keepRunning(n8n, { owner, pipeline, platform });
	await endAll();
	if (!options.headless) process.exit(0);
}

for (const signal of SIGNALS) process.once(signal, interrupted);
main().catch(async (error) => {
	await endAll();
	fail(error);
});
