/**
 * A release in n8n's queue mode: main installs, updates and uninstalls the package through its
 * interface, as its page does, and the workers follow. Executions run only on workers, so each run
 * shows which version a worker has.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureServers, startCluster } from '../../test/queue/cluster.mjs';

/** The version of a package that a process has in its folder. */
function versionIn({ userFolder }, name) {
	const manifest = join(userFolder, '.n8n/nodes/node_modules', name, 'package.json');
	return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

/**
 * @param options.name the package
 * @param options.versions the version to install and the next one, both in the registry
 * @param options.env environment of the n8n processes, which lets them see only that registry
 * @param options.runs runs the saved workflow and compares what it asks the platform
 * @param options.runsNext runs a workflow that only the next version can
 * @param options.until waits until something holds
 */
export async function queueModeWorks({
	name,
	versions: [version, next],
	env,
	credentialOf,
	every,
	runs,
	runsNext,
	until,
}) {
	await ensureServers();
	const cluster = await startCluster({ workers: 2, env, bare: true });
	try {
		const { n8n, workers } = cluster;
		const all = [n8n, ...workers];
		/** Waits until each process says so, as often as wanted. */
		const everywhere = async (done, times, expected) => {
			const line = `Community package ${done}: ${name}`;
			await until(`"${line}" in the log of main and ${workers.length} workers`, () =>
				all.every(({ output }) => output.split(line).length > times),
			);
			assert.deepEqual(
				all.map((each) => versionIn(each, name)),
				all.map(() => expected),
			);
		};
		await n8n.rest('POST', '/community-packages', { name, version });
		await everywhere('installed', 1, version);
		const stage = {
			n8n,
			emulator: cluster.emulator,
			credential: await credentialOf(n8n, cluster.platform),
		};
		const { id } = await n8n.workflow(every, [stage.credential]);
		// More runs than workers, so that each worker has some.
		for (let run = 0; run < 4; run++) await runs(stage, id);
		await n8n.rest('PATCH', '/community-packages', { name });
		await everywhere('installed', 2, next);
		for (let run = 0; run < 4; run++) await runs(stage, id);
		for (let run = 0; run < 4; run++) await runsNext(stage);
		await n8n.rest('DELETE', `/community-packages?name=${name}`);
		await everywhere('uninstalled', 1, undefined);
		assert.equal((await n8n.rest('GET', `/workflows/${id}`)).id, id);
	} finally {
		await cluster.close();
	}
}
