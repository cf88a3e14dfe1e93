/**
 * The tests of one file, once for each change (change.ts): each time in a block of its own, with a
 * platform of its own. Which tests of a block are run is decided in environment.cjs.
 */
import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Change, install, make } from './change';

interface Batch {
	/** Below test/. */
	file: string;
	blocks: Array<{ id: string; change?: Change }>;
}

const { file, blocks } = JSON.parse(readFileSync(process.env.BREAKING_BATCH!, 'utf8')) as Batch;

/**
 * A file of tests, or what it shares with those beside it (its stage): evaluated again for each
 * block, with its own hooks.
 */
function evaluate(path: string): unknown {
	const { code } = transformSync(readFileSync(path, 'utf8'), {
		filename: path,
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'commonjs' },
	});
	const load = (name: string): unknown => {
		if (name.startsWith('./')) return evaluate(`${join(dirname(path), name)}.ts`);
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is elsewhere is the same for all blocks
		return require(name.startsWith('.') ? join(dirname(path), name) : name);
	};
	const module = { exports: {} };
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- the same tests are registered once for each change
	const run = new Function(
		'require',
		'module',
		'exports',
		'jest',
		'__dirname',
		'__filename',
		code,
	) as (...given: unknown[]) => void;
	run(load, module, module.exports, jest, dirname(path), path);
	return module.exports;
}

install();

describe.each(blocks)('$id', ({ change }) => {
	let takeBack: () => void;
	if (change) {
		beforeAll(() => {
			takeBack = make(change);
		});
		afterAll(() => takeBack());
	}
	evaluate(join(__dirname, '../..', file));
});
