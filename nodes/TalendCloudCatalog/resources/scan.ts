import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output, record } from '../../shared/declare/answers';
import { flow, operation, resource, withoutRefusals } from '../../shared/declare/define';
import { integer, type Values } from '../../shared/declare/fields';
import type { Ask, Source } from '../../shared/declare/lists/loadedChoices';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { awaitEnd, WAIT_MESSAGES } from '../../shared/flows/wait';
import { isObject, objectIn } from '../../shared/support/json';
import { unlessRefused } from '../../shared/support/refused';
import { sentence, timeWords } from '../../shared/support/summary';
import { connectionId } from './connection';

const ONLY_JDBC = 'Only JDBC connections can be scanned: choose another connection.';

const start = operation('POST /connections/scan/{connectionId}', {
	name: 'Start',
	action: 'Start a scan',
	description: 'Rescan the tables and views of a JDBC connection, and continue immediately',
	path: { connectionId: connectionId() },
	refusals: { 400: ONLY_JDBC },
	answers: nothing({
		output: (_answer, { connectionId: scanned }) => ({ started: true, connectionId: scanned }),
	}),
});

const getLastResult = operation('GET /connections/scan/{connectionId}', {
	name: 'Get Last Result',
	action: 'Get the result of the last scan',
	description: 'List the tables and views that the last scan of a connection found',
	path: { connectionId: connectionId() },
	refusals: {
		404: 'The connection does not exist, or was not scanned yet: run Scan and Wait first.',
	},
	answers: record('C.Scan result', { idVariable: false }),
});

interface FoundTable {
	displayName?: string;
	technicalName: string;
	metadata?: { type?: string };
}

const isFoundTable = (each: unknown): each is FoundTable =>
	isObject(each) && typeof each.technicalName === 'string';

/** The tables in a result; entries without a name are ignored. */
function foundIn(result: unknown): FoundTable[] {
	const { results } = objectIn(result);
	return Array.isArray(results) ? (results as unknown[]).filter(isFoundTable) : [];
}

/** The tables and views that a scan found. */
export const tablesIn = (result: unknown): string[] =>
	foundIn(result).map(({ technicalName }) => technicalName);

/**
 * The tables and views that the last scan of a connection found. For a crawler, it is the scan of
 * its connection.
 */
export const tableSource = (
	connectionOfCrawler: (ask: Ask, crawlerId: string) => Promise<string>,
): Source => ({
	method: 'loadScannedTables',
	dependsOn: ['connectionId.value', 'crawlerId.value'],
	load: async (ask, { name, id }) => {
		const result = await ask(getLastResult, {
			connectionId: name === 'crawlerId' ? await connectionOfCrawler(ask, id) : id,
		});
		return foundIn(result).map(({ displayName, technicalName, metadata }) => ({
			value: technicalName,
			name: String(displayName ?? technicalName),
			description: metadata?.type,
		}));
	},
});

/** The last result; empty if there was no scan yet. */
export async function lastResult(op: OperationContext, scanned: string): Promise<IDataObject> {
	const answer = await unlessRefused(
		op.sendValues(getLastResult, { connectionId: scanned }),
		[404],
		undefined,
	);
	return objectIn(answer?.body);
}

const scanAndWaitFields = { connectionId: connectionId() };

const scanAndWaitSettings = {
	timeLimit: integer('How many minutes to wait for the result')
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(60),
};

type ScanAndWaitInput = Values<typeof scanAndWaitFields> & Values<typeof scanAndWaitSettings>;

const scanAndWait = flow({
	name: 'Scan and Wait',
	action: 'Scan a connection and wait for the result',
	description:
		'Rescan the tables and views of a JDBC connection, and return the list and what has changed since the previous scan',
	fields: scanAndWaitFields,
	settings: scanAndWaitSettings,
	uses: [start, withoutRefusals(getLastResult, 404)],
	messages: WAIT_MESSAGES,
	patient: true,
	answers: record('C.Scan result', { idVariable: false }),
	// A scan has no ID before it has a result, so two items with the same connection scan one after
	// the other.
	lockKey: ({ connectionId: scanned }) => `scan ${scanned}`,
	run: scanAndFollow,
});

async function scanAndFollow(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	{ connectionId: scanned, timeLimit }: ScanAndWaitInput,
): Promise<Output[]> {
	const before = await op.once('before', async () => await lastResult(op, scanned));
	await op.sendValues(start, { connectionId: scanned });
	const result = await awaitEnd(op, {
		subject: `The scan of connection ${scanned}`,
		id: scanned,
		ids: { connectionId: scanned },
		read: async () => await lastResult(op, scanned),
		ended: ({ lastScan }) =>
			lastScan !== undefined && lastScan !== null && lastScan !== before.lastScan,
		timeLimit,
	});
	const [old, now] = [tablesIn(before), tablesIn(result)];
	const added = now.filter((name) => !old.includes(name));
	const removed = old.filter((name) => !now.includes(name));
	const summary = sentence(
		`The scan found ${now.length} ${now.length === 1 ? 'table or view' : 'tables and views'}`,
		[timeWords(result.lastScan, op.timezone)],
		[`${added.length} added`, `${removed.length} removed`],
	);
	return [{ json: { connectionId: scanned, summary, ...result, added, removed } }];
}

export const scan = resource(
	'scan',
	'Scan',
	{ scanAndWait, start, getLastResult },
	'The tables and views of a connection',
);
