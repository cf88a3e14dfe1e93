import { performer } from './performing';
import { type ScriptedServer, startScripted } from './scripted';
import { type SimulatedTime, simulateTime } from './time';

/**
 * A scripted server for all tests of a file or group, in simulated time, and a function that
 * performs operations on it. Call it where the tests are declared.
 */
export function scriptedForAll() {
	let server: ScriptedServer;
	let perform: ReturnType<typeof performer>;
	let time: SimulatedTime;
	beforeAll(async () => {
		server = await startScripted();
		perform = performer(server.address);
		time = simulateTime();
	});
	afterAll(async () => {
		time.restore();
		await server.close();
	});
	return {
		get server() {
			return server;
		},
		get time() {
			return time;
		},
		perform: async (...op: Parameters<typeof perform>) => await perform(...op),
	};
}
