/** Puts the package into an n8n. */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../programs.mjs';

/**
 * Links the built package in as n8n would install it.
 * @param userFolder where n8n keeps its data
 * @param isCopy copies it instead, unless it is there already, because it may be rebuilt
 */
export function linkPackage(userFolder, { isCopy }) {
	const nodes = join(userFolder, '.n8n/nodes/node_modules');
	mkdirSync(nodes, { recursive: true });
	const link = join(nodes, 'n8n-nodes-talend-cloud');
	if (isCopy && existsSync(link)) return;
	rmSync(link, { force: true, recursive: true });
	if (!isCopy) return symlinkSync(root, link, 'junction');
	for (const name of ['package.json', 'index.js', 'dist'])
		cpSync(join(root, name), join(link, name), { recursive: true });
}
