/** Lets a process outside jest load the TypeScript of the tests. */
const { transformSync } = require('@swc/core');
const { readFileSync } = require('node:fs');

require.extensions['.ts'] = (module, filename) =>
	module._compile(
		transformSync(readFileSync(filename, 'utf8'), {
			filename,
			jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
			module: { type: 'commonjs' },
			swcrc: false,
		}).code,
		filename,
	);

// TalendCloudAccount.node.ts comes before the TalendCloudAccount.node.json beside it.
const readJson = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.json'] = readJson;
