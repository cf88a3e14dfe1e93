/**
 * The address of the emulator, and who reaches it.
 */
import { networkInterfaces } from 'node:os';
import { Emulator, standingClock } from '../../../emulator';
import { DEMO_TOKEN } from '../../../emulator/seed';
import { address, ask, begin, LIST } from './emulatorStage';

describe('its address', () => {
	const outside = Object.values(networkInterfaces())
		.flat()
		.find((each) => each && !each.internal && each.family === 'IPv4')?.address;

	test('the address is on this machine only', async () => {
		await begin();
		expect(address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		if (outside)
			await expect(fetch(address().replace('127.0.0.1', outside))).rejects.toThrow('fetch failed');
	});

	test('the address is elsewhere if configured', async () => {
		await begin({}, '0.0.0.0');
		if (!outside) return;
		const there = address().replace('0.0.0.0', outside);
		expect(
			(await fetch(`${there}/account/me`, { headers: { authorization: `Bearer ${DEMO_TOKEN}` } }))
				.status,
		).toBe(200);
		expect((await fetch(`${there}/__emulator`)).status).toBe(403);
	});

	test('a port in use is reported, and its user is not affected', async () => {
		await begin();
		const second = new Emulator({ clock: standingClock() });
		await expect(second.listen(Number(new URL(address()).port))).rejects.toMatchObject({
			code: 'EADDRINUSE',
		});
		expect((await ask(LIST)).status).toBe(200);
		await second.close();
	});
});
