/**
 * The address of the emulator, and who reaches it.
 */
import { get } from 'node:http';
import { networkInterfaces } from 'node:os';

import { Emulator, standingClock } from '../../../emulator';
import { DEMO_TOKEN } from '../../../emulator/seed';
import { testIf } from '../../support/testIf';
import { address, ask, begin, LIST } from './emulatorStage';

describe('the address of the emulator', () => {
	/** The address of a network interface, if this machine has one beside its own. */
	const outside = Object.values(networkInterfaces())
		.flat()
		.find((each) => each && !each.internal && each.family === 'IPv4')?.address;
	/** Another address than the one that the emulator listens at by default. */
	const elsewhere = outside ?? '127.0.0.2';

	/** The address at which others reach the emulator. */
	const beginElsewhere = async () => {
		await begin({}, '0.0.0.0');
		return address().replace('0.0.0.0', elsewhere);
	};

	test('the address is on this machine', async () => {
		await begin();
		expect(address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	});

	test('the address is not reached from elsewhere', async () => {
		await begin();
		await expect(fetch(address().replace('127.0.0.1', elsewhere))).rejects.toThrow('fetch failed');
	});

	test('the address is reached from elsewhere if configured', async () => {
		const there = await beginElsewhere();
		expect(
			(await fetch(`${there}/account/me`, { headers: { authorization: `Bearer ${DEMO_TOKEN}` } }))
				.status,
		).toBe(200);
	});

	test('the page of the emulator stays closed under another name', async () => {
		await begin();
		const page = new URL('/__emulator', address());
		const status = await new Promise((resolve, reject) => {
			get(page, { headers: { host: 'emulator.example.com' } }, (response) => {
				response.resume();
				resolve(response.statusCode);
			}).on('error', reject);
		});
		expect(status).toBe(403);
	});

	// Only a machine with a network interface can be reached from outside.
	testIf(outside !== undefined)(
		'the page of the emulator stays closed to other machines',
		async () => {
			const there = await beginElsewhere();
			expect((await fetch(`${there}/__emulator`)).status).toBe(403);
		},
	);

	describe('a port in use', () => {
		let second: Emulator;
		let refusal: unknown;
		beforeEach(async () => {
			await begin();
			second = new Emulator({ clock: standingClock() });
			refusal = await second
				.listen(Number(new URL(address()).port))
				.catch((error: unknown) => error);
		});
		afterEach(async () => await second.close());

		test('the error says that the port is in use', () => {
			expect(refusal).toMatchObject({ code: 'EADDRINUSE' });
		});

		test('the program that uses the port keeps it', async () => {
			expect((await ask(LIST)).status).toBe(200);
		});
	});
});
