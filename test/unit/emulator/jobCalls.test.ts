/**
 * Jobs of the emulator that call an address when they end: once, this machine only, and without
 * harm when nobody answers.
 */
import { DEMO } from '../../../emulator/seed';
import { taskNamed } from '../../support/demo';
import {
	address,
	ANOTHER_MACHINE,
	arrived,
	asked,
	begin,
	behaves,
	calls,
	emulator,
	headers,
	here,
	notes,
	pass,
	start,
	statusOf,
	until,
} from './jobCallsStage';

test('the job calls once, shortly before the platform shows its end', async () => {
	await begin();
	const id = await start({ resume_url: here() });
	pass(0);
	expect(asked).toEqual([]);
	pass(7_600);
	await arrived();
	expect(calls).toEqual([
		{ method: 'POST', url: '/resume/7?signature=a-secret', body: '{"outcome":"success"}' },
	]);
	expect(await statusOf(id)).toBe('STARTING_FLOW_EXECUTION');
	pass(60_000);
	expect(await statusOf(id)).toBe('EXECUTION_SUCCESS');
	expect(asked).toHaveLength(1);
	expect(notes()).toEqual([]);
});

test('a failed job calls with its outcome', async () => {
	await begin();
	behaves({ end: 'execution_failed' });
	await start({ resume_url: here() });
	pass(8_000);
	await arrived();
	expect(calls[0]!.body).toBe('{"outcome":"failure"}');
});

test('the address can be a value of the task itself', async () => {
	await begin();
	taskNamed(emulator.state, DEMO.callingTask).parameters = { resume_url: here('/of-the-task') };
	await start({});
	pass(8_000);
	await arrived();
	expect(calls[0]!.url).toBe('/of-the-task');
});

test('a job calls nothing if the parameter is empty or the job does not run to its end', async () => {
	await begin();
	await start({});
	await start({ resume_url: '' });
	const terminated = await start({ resume_url: here('/terminated') });
	await fetch(`${address}/processing/executions/${terminated}`, {
		method: 'DELETE',
		headers: { ...headers, accept: 'text/plain' },
	});
	behaves({ durationMs: 600_000 });
	await start({ resume_url: here('/timed-out') }, { timeout: 1 });
	behaves({ durationMs: 7_000, end: 'deploy_failed' });
	await start({ resume_url: here('/not-deployed') });
	pass(3_600_000);
	expect(asked).toEqual([]);
	expect(notes()).toEqual([]);
});

test.each([
	[
		'http://192.0.2.1/resume?signature=a-secret',
		'A job did not call http://192.0.2.1: jobs can call this machine only',
	],
	[
		`${ANOTHER_MACHINE}/resume`,
		'A job did not call https://n8n.example.com: jobs can call this machine only',
	],
	[
		'http://127.0.0.1.example.com/resume',
		'A job did not call http://127.0.0.1.example.com: jobs can call this machine only',
	],
	['file:///etc/passwd', 'A job was given something that is not an address, so it makes no call'],
	['resume', 'A job was given something that is not an address, so it makes no call'],
])('%s is not called', async (given, note) => {
	await begin();
	await start({ resume_url: given });
	pass(60_000);
	expect(asked).toEqual([]);
	expect(notes()).toEqual([note]);
});

test('another machine is called if configured', async () => {
	await begin({ callbacks: 'anywhere' });
	await start({ resume_url: `${ANOTHER_MACHINE}/resume` });
	pass(8_000);
	expect(asked).toEqual([`${ANOTHER_MACHINE}/resume`]);
});

test('a job neither follows a redirect nor repeats a refused call, but logs both', async () => {
	await begin(
		{},
		(request, response) =>
			void response
				.writeHead(request.url === '/moved' ? 302 : 409, { location: here('/elsewhere') })
				.end(),
	);
	await start({ resume_url: here('/moved') });
	await start({ resume_url: here('/taken') });
	pass(8_000);
	await until(() => notes().length === 2);
	pass(60_000);
	expect(calls.map(({ url }) => url).sort()).toEqual(['/moved', '/taken']);
	expect(notes().sort()).toEqual([
		'A job called http://127.0.0.1:port, which answered 302',
		'A job called http://127.0.0.1:port, which answered 409',
	]);
});

test('neither a broken connection nor a missing server affects the emulator', async () => {
	await begin({}, (request) => void request.socket.destroy());
	const id = await start({ resume_url: here() });
	await start({ resume_url: 'http://127.0.0.1:1/resume?signature=a-secret' });
	pass(8_000);
	await until(() => notes().length === 2);
	expect(await statusOf(id)).toBe('EXECUTION_SUCCESS');
	expect(notes().sort()).toEqual([
		'A job could not call http://127.0.0.1:1: TypeError',
		'A job could not call http://127.0.0.1:port: TypeError',
	]);
});

test('a reset drops pending calls', async () => {
	await begin();
	await start({ resume_url: here() });
	emulator.reset();
	pass(60_000);
	expect(asked).toEqual([]);
});
