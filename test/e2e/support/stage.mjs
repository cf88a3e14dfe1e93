/** An emulated platform and a real n8n for one test file, each on its own port. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8n } from '../../../tools/demo/n8n.mjs';
import { root } from '../../../tools/scripts/setup.mjs';
import { CREDENTIAL } from './build.mjs';

export { CREDENTIAL };

const require = createRequire(import.meta.url);

/** The built emulator. */
export const { Emulator } = require(join(root, 'build/emulator/index.js'));
export const { orchestrationOf } = require(join(root, 'build/emulator/areas/orchestration/records.js'));
export const { remoteEngines } = require(join(root, 'build/emulator/areas/engines/runtimes.js'));
export const { DEMO_ACCOUNT, DEMO, DEMO_TOKEN, seedFailedPlan } = require(join(root, 'build/emulator/seed.js'));

/** Starts both, signs in and creates the demo's credential. */
export async function startStage({ env, emulatorOptions, ...n8nOptions } = {}) {
	const emulator = new Emulator(emulatorOptions);
	const platform = await emulator.listen();
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	const n8n = await N8n.create({ userFolder, env, ...n8nOptions });
	const close = async () => {
		await n8n.stop();
		await emulator.close();
		rmSync(userFolder, { recursive: true, force: true });
	};
	try {
		await n8n.start();
		const owner = await n8n.signIn();
		const data = { region: 'other', address: platform, clientId: DEMO_ACCOUNT.id, clientSecret: DEMO_ACCOUNT.secret, apiVersion: '' };
		const { id } = await n8n.credential(CREDENTIAL, 'talendCloudApi', data);
		const credential = { id, name: CREDENTIAL, type: 'talendCloudApi' };
		return { emulator, platform, n8n, owner, credential, credentialData: data, userFolder, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** An example workflow of the repository. */
export const exampleWorkflow = (name) => JSON.parse(readFileSync(join(root, 'workflows', `${name}.json`), 'utf8'));
