/**
 * A package registry on this machine: empty at the start, on loopback, and it asks no other
 * registry.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nodeForN8n, withNode } from '../demo/install.mjs';
import { freePort } from '../demo/ports.mjs';
import { npm, quietly } from '../programs.mjs';
import { ensureDependencies } from '../setup.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Waits until the registry answers. */
async function answers(address, child, log) {
	const isReady = () =>
		fetch(`${address}/-/ping`).then(
			({ ok }) => ok,
			() => false,
		);
	for (let tries = 0; !(await isReady()); tries++) {
		if (tries > 300 || child.exitCode !== null)
			throw new Error(`The registry did not start. Its log is ${log}`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

/**
 * Signs up with the registry.
 * @returns the environment of an npm that is signed in
 */
async function signUp(address, folder) {
	const user = { name: 'rehearsal', password: 'rehearsal-1' };
	const signedUp = await fetch(`${address}/-/user/org.couchdb.user:${user.name}`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(user),
	});
	const { token } = await signedUp.json();
	const settings = join(folder, 'npmrc');
	writeFileSync(
		settings,
		`registry=${address}/\n//${new URL(address).host}/:_authToken=${token}\ncache=${join(folder, 'cache')}\nupdate-notifier=false\n`,
	);
	return {
		...process.env,
		NPM_CONFIG_USERCONFIG: settings,
		NPM_CONFIG_REGISTRY: `${address}/`,
		npm_config_registry: `${address}/`,
	};
}

/**
 * Starts the registry.
 * @param folder where it keeps everything
 * @returns its address; `publish(folder)` publishes a package to it; `env`: the environment of a
 * program whose npm uses it
 */
export async function startRegistry(folder) {
	await ensureDependencies(here, 'the registry', ['--ignore-scripts']);
	mkdirSync(folder, { recursive: true });
	const port = await freePort();
	const address = `http://127.0.0.1:${port}`;
	const config = {
		storage: join(folder, 'storage'),
		auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 1 } },
		uplinks: {},
		packages: { '**': { access: '$all', publish: '$authenticated' } },
		web: { enable: true, title: 'Rehearsal' },
		log: { type: 'file', path: join(folder, 'registry.log'), level: 'http' },
	};
	const configFile = join(folder, 'config.json');
	writeFileSync(configFile, JSON.stringify(config, null, '\t'));
	const program = join(here, 'node_modules/verdaccio/bin/verdaccio');
	const child = spawn(
		nodeForN8n(),
		[program, '--config', configFile, '--listen', `127.0.0.1:${port}`],
		{ stdio: 'ignore' },
	);
	const ended = new Promise((resolve) => child.once('close', resolve));
	const close = async () => {
		child.kill();
		await ended;
	};
	try {
		await answers(address, child, config.log.path);
		const env = await signUp(address, folder);
		/**
		 * What the workflow does, without provenance: only GitHub can sign where a package was built.
		 */
		const publish = async (from) =>
			await quietly(
				'Publishing ',
				npm,
				['publish', from, '--access', 'public', '--ignore-scripts', '--registry', address],
				{ env },
			);
		return {
			address,
			close,
			publish,
			env: (own = {}) => ({ ...own, ...seenAsNpmjs(folder, address, env) }),
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * n8n names the registry of npmjs.com in each of its commands, and another one only with a license.
 * So its npm is one that asks this registry whatever is named, and nothing outside this machine can
 * be reached.
 */
function seenAsNpmjs(folder, address, env) {
	const bin = join(folder, 'bin');
	mkdirSync(bin, { recursive: true });
	const real = join(dirname(process.execPath), npm);
	writeFileSync(
		join(bin, 'npm'),
		`#!/bin/sh\nfor given do\n\tshift\n\tcase $given in --registry=*) given=--registry=${address} ;; esac\n\tset -- "$@" "$given"\ndone\nexec '${real}' "$@"\n`,
	);
	chmodSync(join(bin, 'npm'), 0o755);
	const nowhere = 'http://127.0.0.1:9';
	return {
		NPM_CONFIG_USERCONFIG: env.NPM_CONFIG_USERCONFIG,
		npm_config_registry: `${address}/`,
		PATH: `${bin}${delimiter}${withNode(process.env).PATH}`,
		HTTP_PROXY: nowhere,
		HTTPS_PROXY: nowhere,
		NO_PROXY: '127.0.0.1,localhost',
	};
}
