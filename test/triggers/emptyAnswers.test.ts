/**
 * Lists that show nothing for a moment, although their totals count records: none of these is lost.
 */
import fc from 'fast-check';

import { MINUTE } from '../support/time';
import { histories, PATIENCE_MS, triedFor } from './history';
import type { Artifact } from './platformRecords';
import {
	active,
	addExecution,
	addLog,
	answering,
	artifactTrigger,
	expectEachOnce,
	platform,
	polls,
	type Reply,
	time,
	usePlatform,
} from './stage';

const withoutRecords = (answer: Reply): Reply =>
	Array.isArray(answer.body)
		? { ...answer, body: [] }
		: { ...answer, body: { ...(answer.body as object), items: [] } };

/** One answer of the platform, after a number of others, shows no records. */
function showsNothingAfter(answers: number): void {
	let left = answers;
	answering((_url, usual) => (left-- === 0 ? usual().then(withoutRecords) : undefined));
}

const burst = fc.record({
	count: fc.integer({ min: 1, max: 1_500 }),
	apartMs: fc.constantFrom(5, 50, 1_000),
	gapMs: fc.constantFrom(5_000, 200_000, 5 * 60 * MINUTE),
});

test.each([
	{ what: 'executions', name: 'execution', add: addExecution },
	{ what: 'audit logs', name: 'auditLog', add: addLog },
] as const)(
	'no event is lost if the list of $what shows nothing in one answer of a backlog',
	async ({ name, add }) => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(burst, { minLength: 1, maxLength: 5 }),
				fc.nat(40),
				triedFor(async (bursts, answers) => {
					usePlatform({ latencyMs: 300 });
					const n8n = await active(name, { options: { maxEvents: 10_000 } });
					let at = time.now() + 20 * MINUTE;
					let wanted = 0;
					for (const { count, apartMs, gapMs } of bursts) {
						at += gapMs;
						for (let each = 0; each < count; each++)
							add({ time: at + each * apartMs, visibleAt: at });
						at += count * apartMs;
						wanted += count;
					}
					await time.sleep(at - time.now());
					showsNothingAfter(answers);
					await polls(n8n, 4, 2 * MINUTE);
					expectEachOnce(n8n, wanted);
				}),
			),
			histories(20),
		);
	},
	PATIENCE_MS,
);

test('old versions of artifacts are not emitted if the first answer shows nothing', async () => {
	const old: Artifact = { id: 'a1', versions: ['1.0.0'] };
	platform().artifacts.push(old);
	showsNothingAfter(0);
	const n8n = artifactTrigger();
	expect(await n8n.poll({ activation: true })).toBe('nothing');
	old.versions.push('1.1.0');
	await polls(n8n, 1);
	expectEachOnce(n8n, 1);
});

test('past executions are not emitted if an answer of the activation shows nothing', async () => {
	addExecution();
	await time.sleep(MINUTE);
	showsNothingAfter(2);
	const n8n = await active('execution');
	await polls(n8n, 2);
	expectEachOnce(n8n, 0);
	addExecution();
	await polls(n8n, 2);
	expectEachOnce(n8n, 1);
});
