/**
 * An emulated platform for one test file, on its own port, and a real n8n, which files that do not
 * change its settings share.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8n, readExample } from '../../../tools/demo/n8n.mjs';
import { root } from '../../../tools/programs.mjs';
import { CREDENTIAL, READ_ONLY_CREDENTIAL } from './build.mjs';

export { CREDENTIAL };

const require = createRequire(import.meta.url);

/** The built emulator. */
export const { Emulator } = require(join(root, 'build/emulator/index.js'));
const { applicationAddresses } = require(join(root, 'build/emulator/addresses.js'));
export const { orchestrationOf } = require(
	join(root, 'build/emulator/areas/orchestration/orchestrationStore.js'),
);
export const { startTask } = require(join(root, 'build/emulator/areas/processing/executions.js'));
export const { planExecutions } = require(
	join(root, 'build/emulator/areas/processing/processingStore.js'),
);
export const { remoteEngines } = require(join(root, 'build/emulator/areas/engines/runtimes.js'));
const { Exchanges } = require(join(root, 'build/test/support/exchanges.js'));
export const { DEFINITIONS } = require(join(root, 'build/emulator/seed/definitions.js'));
export const { DEMO_SERVICES } = require(join(root, 'build/emulator/seed/services.js'));
export const { DEMO_ACCOUNT, DEMO, DEMO_TOKEN, seedFailedPlan } = require(
	join(root, 'build/emulator/seed/index.js'),
);

/**
 * The n8n that `npm run test:e2e` has started for all files that neither stop it nor change its
 * settings.
 */
const SHARED = process.env.E2E_N8N;

/** A client of the shared n8n: stopping it only takes back what this client has published. */
async function sharedN8n() {
	const n8n = await N8n.create({ port: Number(new URL(SHARED).port) });
	n8n.stop = async () => {
		for (const id of [...n8n.published]) await n8n.unpublish(id);
	};
	return n8n;
}

/** An n8n of its own, in a scratch folder. */
async function ownN8n(options) {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	const n8n = await N8n.create({ userFolder, ...options });
	try {
		return await n8n.start();
	} catch (error) {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
		throw error;
	}
}

/** What a credential of the demo account holds for an emulated platform. */
export const connectionTo = (platform) => ({
	region: 'other',
	address: platform,
	...applicationAddresses(platform),
	clientId: DEMO_ACCOUNT.id,
	clientSecret: DEMO_ACCOUNT.secret,
	apiVersion: '',
});

/**
 * Starts both, signs in and creates the demo's credential.
 * @param judged the dialect, if each exchange is judged: closing fails if one has a finding without
 * a reason
 * @param n8nOptions whoever gives any, even an empty `env`, gets an n8n of its own, which it may
 * stop
 */
export async function startStage({ emulatorOptions, judged, ...n8nOptions } = {}) {
	const exchanges = judged === undefined ? undefined : new Exchanges(judged);
	const emulator = new Emulator({
		...(exchanges && { dialect: judged, watch: exchanges.watch }),
		...emulatorOptions,
	});
	const platform = await emulator.listen();
	const shared = SHARED !== undefined && Object.keys(n8nOptions).length === 0;
	let n8n;
	const close = async () => {
		await n8n?.stop();
		await emulator.close();
		if (n8n && !shared) rmSync(n8n.userFolder, { recursive: true, force: true });
		exchanges?.settle();
	};
	try {
		n8n = shared ? await sharedN8n() : await ownN8n(n8nOptions);
		const owner = await n8n.signIn();
		const data = connectionTo(platform);
		// In a shared n8n, other files have a credential of this name for their own platform.
		const made = async (name, more) => ({
			...(await n8n.rest('POST', '/credentials', {
				name,
				type: 'talendCloudApi',
				data: { ...data, ...more },
			})),
			name,
			type: 'talendCloudApi',
		});
		const credential = await made(CREDENTIAL);
		const readOnlyCredential = await made(READ_ONLY_CREDENTIAL, { readOnly: true });
		return {
			emulator,
			platform,
			n8n,
			owner,
			credential,
			readOnlyCredential,
			credentialData: data,
			userFolder: n8n.userFolder,
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** An example workflow of the repository, for an emulated platform. */
export const exampleWorkflow = (name, platform) => readExample(`${name}.json`, platform);
