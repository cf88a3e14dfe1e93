/**
 * Setting up a checkout: programs that start at once install once, and one that was killed is in
 * nobody's way.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { testIf } from '../../support/testIf';

const tool = (name: string) =>
	JSON.stringify(pathToFileURL(join(__dirname, '../../../tools', name)).href);

let folder: string;
let bin: string;
const log = () =>
	existsSync(join(folder, 'log'))
		? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
		: [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'setup-'));
	bin = join(folder, 'bin');
	mkdirSync(bin);
	writeFileSync(join(folder, 'package-lock.json'), '{}');
	installs('sleep 1');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An npm that notes when it begins and ends, and takes a while. */
const installs = (work: string) =>
	writeFileSync(
		join(bin, 'npm'),
		`#!/bin/sh\necho begin >> "${folder}/log"\n${work}\necho end >> "${folder}/log"\n`,
		{ mode: 0o755 },
	);

/** A program that sets the folder up. */
async function setUp() {
	const code = `import { fail } from ${tool('programs.mjs')}; import { ensureDependencies } from ${tool('setup.mjs')}; await ensureDependencies(${JSON.stringify(folder)}, 'it').catch(fail);`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
		env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
	});
	let output = '';
	child.stdout.on('data', (data) => (output += String(data)));
	child.stderr.on('data', (data) => (output += String(data)));
	const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
	return { status, output };
}

const locks = () => readdirSync(folder).filter((name) => name.startsWith('.setup.lock'));
/** The npm of these tests is a shell script. */
const isUnix = process.platform !== 'win32';

testIf(isUnix)(
	'programs that start at once install once: the others share what the first has installed',
	async () => {
		const programs = await Promise.all([setUp(), setUp(), setUp()]);
		expect(programs.map(({ status }) => status)).toEqual([0, 0, 0]);
		expect(log()).toEqual(['begin', 'end']);
		expect(programs.filter(({ output }) => output.includes('Installing it'))).toHaveLength(1);
		expect(locks()).toEqual([]);
	},
);

testIf(isUnix)('a program that starts after the installation installs nothing', async () => {
	await setUp();
	await setUp();
	expect(log()).toEqual(['begin', 'end']);
});

testIf(isUnix)('a program whose installation fails leaves it to the next one', async () => {
	installs('sleep 1; [ -e "$0.second" ] || { touch "$0.second"; exit 1; }');
	const programs = await Promise.all([setUp(), setUp()]);
	expect(programs.map(({ status }) => status).sort()).toEqual([0, 1]);
	expect(log()).toEqual(['begin', 'begin', 'end']);
	expect(locks()).toEqual([]);
});

testIf(isUnix)('the lock of a killed process keeps no program waiting', async () => {
	const { pid } = spawnSync(process.execPath, ['-e', '']);
	writeFileSync(join(folder, `.setup.lock.${pid}`), '');
	const programs = await Promise.all([setUp(), setUp(), setUp()]);
	expect(programs.map(({ status }) => status)).toEqual([0, 0, 0]);
	expect(log()).toEqual(['begin', 'end']);
	expect(locks()).toEqual([]);
});
