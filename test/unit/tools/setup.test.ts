/**
 * Setting up a checkout: two programs that start at once install once, and one that was killed is
 * in nobody's way.
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

const SETUP = pathToFileURL(join(__dirname, '../../../tools/setup.mjs')).href;

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
	const code = `import { ensureDependencies, fail } from ${JSON.stringify(SETUP)}; await ensureDependencies(${JSON.stringify(folder)}, 'it').catch(fail);`;
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
const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix(
	'two at once install once: the second waits, and shares what the first has installed',
	async () => {
		const both = await Promise.all([setUp(), setUp(), setUp()]);
		expect(both.map(({ status }) => status)).toEqual([0, 0, 0]);
		expect(log()).toEqual(['begin', 'end']);
		expect(both.filter(({ output }) => output.includes('Installing it'))).toHaveLength(1);
		expect(locks()).toEqual([]);
		await setUp();
		expect(log()).toEqual(['begin', 'end']);
	},
);

onUnix('one whose installation fails leaves the next to try', async () => {
	installs('sleep 1; [ -e "$0.second" ] || { touch "$0.second"; exit 1; }');
	const both = await Promise.all([setUp(), setUp()]);
	expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
	expect(log()).toEqual(['begin', 'begin', 'end']);
	expect(locks()).toEqual([]);
});

onUnix('what a killed process left keeps nobody waiting', async () => {
	const { pid } = spawnSync(process.execPath, ['-e', '']);
	writeFileSync(join(folder, `.setup.lock.${pid}`), '');
	const both = await Promise.all([setUp(), setUp(), setUp()]);
	expect(both.map(({ status }) => status)).toEqual([0, 0, 0]);
	expect(log()).toEqual(['begin', 'end']);
	expect(locks()).toEqual([]);
});
