import { record } from '../../../shared/declare/answers';
import { flow, withoutRefusals } from '../../../shared/declare/define';
import { integer } from '../../../shared/declare/fields';
import { awaitEnd } from '../../../shared/flows/wait/awaitEnd';
import { WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { isAbsent } from '../../../shared/support/nothing';
import { sentence, timeWords } from '../../../shared/support/text/summary';
import { connectionField } from '../connection';
import { getLastResult, lastResult, start, tablesIn } from './requests';

export const scanAndWait = flow({
	name: 'Scan and Wait',
	action: 'Scan a connection and wait for the result',
	description:
		'Rescan the tables and views of a JDBC connection, and return the list and what has changed since the previous scan',
	fields: { connectionId: connectionField() },
	settings: {
		timeLimit: integer('How many minutes to wait for the result')
			.label('Time Limit (Minutes)')
			.min(1)
			.initial(60),
	},
	uses: [start, withoutRefusals(getLastResult, 404)],
	messages: WAIT_MESSAGES,
	patient: true,
	answers: record('C.Scan result', { idVariable: false }),
	// A scan has no ID before it has a result, so two items with the same connection scan one after
	// the other.
	lockKey: ({ connectionId }) => `scan ${connectionId}`,
	run: async (op, { connectionId, timeLimit }) => {
		const before = await op.once('before', async () => await lastResult(op, connectionId));
		await op.sendValues(start, { connectionId });
		const result = await awaitEnd(op, {
			subject: `The scan of connection ${connectionId}`,
			later: {
				progress: `The scan of connection ${connectionId} has not finished.`,
				lookAt: 'Scan → Get Last Result',
			},
			id: connectionId,
			ids: { connectionId },
			read: async () => await lastResult(op, connectionId),
			hasEnded: ({ lastScan }) => !isAbsent(lastScan) && lastScan !== before.lastScan,
			timeLimitMinutes: timeLimit,
		});
		const [old, now] = [tablesIn(before), tablesIn(result)];
		const added = now.filter((name) => !old.includes(name));
		const removed = old.filter((name) => !now.includes(name));
		const summary = sentence(
			`The scan found ${now.length} ${now.length === 1 ? 'table or view' : 'tables and views'}`,
			[timeWords(result.lastScan, op.timezone)],
			[`${added.length} added`, `${removed.length} removed`],
		);
		return [{ json: { connectionId, summary, ...result, added, removed } }];
	},
});
