/**
 * Loading all nodes and credentials with the Node.js of n8n, not counting what n8n loads anyway;
 * and their code, which is loaded when one of them is used.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { nodeForN8n } from '../../tools/demo/install.mjs';
import { root } from '../../tools/programs.mjs';

const SCRIPT = `
const own = require('module').createRequire(process.argv[1] + '/package.json');
for (const name of ['n8n-workflow', 'luxon', 'zod', 'zod/v4']) own(name);
const { heapUsed } = process.memoryUsage();
const started = performance.now();
const { n8n } = own('./package.json');
for (const file of [...n8n.credentials, ...n8n.nodes]) { const name = file.split('/').at(-1).split('.')[0]; new (own('./' + file)[name])(); }
const ms = performance.now() - started;
const heap = process.memoryUsage().heapUsed - heapUsed;
const files = Object.keys(require('module')._cache).filter((path) => path.includes('/dist/') && !path.includes('node_modules')).length;
const used = performance.now();
own('./dist/talendCloud.js');
const code = performance.now() - used;
console.log(JSON.stringify({ ms, code, mb: heap / 2 ** 20, files }));
`;

export default async function load({ turns, median, figure }) {
	const { nodes } = await turns({
		nodes: async () =>
			JSON.parse(
				execFileSync(nodeForN8n(), ['-e', SCRIPT, root], {
					encoding: 'utf8',
					cwd: join(root, 'test'),
				}),
			),
	});
	const of = (key) => median(nodes.map((each) => each[key]));
	return {
		head: ['loading all nodes and credentials, beyond n8n-workflow, luxon and zod', ''],
		rows: [
			['ms', figure(of('ms'), 0)],
			['ms, loading their code when one of them is used for the first time', figure(of('code'), 0)],
			['heap, MB', figure(of('mb'), 1)],
			['files', of('files')],
		],
	};
}
