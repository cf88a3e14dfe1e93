/**
 * The address of the emulator, and who reaches it.
 */
import { networkInterfaces } from 'node:os';

import { Emulator, standingClock } from '../../../emulator';
import { DEMO_TOKEN } from '../../../emulator/seed';
import { address, ask, begin, LIST } from './emulatorStage';

describe('the address of the emulator', () => {
	const outside = Object.values(networkInterfaces())
		.flat()
		.find((each) => each && !each.internal && each.family === 'IPv4')?.address;

	/** Tests that need a network interface beside that of the machine itself. */
	const whereReachable = outside === undefined ? test.skip : test;
	/** Where others reach the emulator. */
	const beginElsewhere = async () => {
		await begin({}, '0.0.0.0');
		return address().replace('0.0.0.0', outside!);
	};

	test('the address is on this machine', async () => {
		await begin();
		expect(address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	});

	whereReachable('the address is not reached from elsewhere', async () => {
		await begin();
		await expect(fetch(address().replace('127.0.0.1', outside!))).rejects.toThrow('fetch failed');
	});

	whereReachable('the address is reached from elsewhere if configured', async () => {
		const there = await beginElsewhere();
		expect(
			(await fetch(`${there}/account/me`, { headers: { authorization: `Bearer ${DEMO_TOKEN}` } }))
				.status,
		).toBe(200);
	});

	whereReachable('the page of the emulator stays closed elsewhere', async () => {
		const there = await beginElsewhere();
		expect((await fetch(`${there}/__emulator`)).status).toBe(403);
	});

	test('a port in use is reported, and the program that uses it is not affected', async () => {
		await begin();
		const second = new Emulator({ clock: standingClock() });
		await expect(second.listen(Number(new URL(address()).port))).rejects.toMatchObject({
			code: 'EADDRINUSE',
		});
		expect((await ask(LIST)).status).toBe(200);
		await second.close();
	});
});
