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
const path = join(__dirname, '../..', file);
const { code } = transformSync(readFileSync(path, 'utf8'), {
	filename: path,
	jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
	module: { type: 'commonjs' },
});
// eslint-disable-next-line @typescript-eslint/no-implied-eval -- the same tests are registered once for each change
const evaluate = new Function(
	'require',
	'module',
	'exports',
	'jest',
	'__dirname',
	'__filename',
	code,
) as (...given: unknown[]) => void;
const load = (name: string): unknown =>
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
	require(name.startsWith('.') ? join(dirname(path), name) : name);

install();

describe.each(blocks)('$id', ({ change }) => {
	let takeBack: () => void;
	if (change) {
		beforeAll(() => {
			takeBack = make(change);
		});
		afterAll(() => takeBack());
	}
	const module = { exports: {} };
	evaluate(load, module, module.exports, jest, dirname(path), path);
});
