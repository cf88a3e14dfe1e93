import type { IDataObject } from 'n8n-workflow';

import { nothing, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import type { Ask, ChoiceSource } from '../../../shared/declare/lists/loadedChoices';
import type { OperationContext } from '../../../shared/declare/operation';
import { unlessRefused } from '../../../shared/support/http/refused';
import { isObject, objectIn } from '../../../shared/support/json';
import { connectionField } from '../connection';

const ONLY_JDBC = 'Only JDBC connections can be scanned: choose another connection.';

export const start = operation('POST /connections/scan/{connectionId}', {
	name: 'Start',
	action: 'Start a scan',
	description: 'Rescan the tables and views of a JDBC connection, and continue immediately',
	path: { connectionId: connectionField() },
	refusals: { 400: ONLY_JDBC },
	answers: nothing({
		output: (_answer, { connectionId }) => ({ started: true, connectionId }),
	}),
});

export const getLastResult = operation('GET /connections/scan/{connectionId}', {
	name: 'Get Last Result',
	action: 'Get the result of the last scan',
	description: 'List the tables and views that the last scan of a connection found',
	path: { connectionId: connectionField() },
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
): ChoiceSource => ({
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
export async function lastResult(op: OperationContext, connectionId: string): Promise<IDataObject> {
	const answer = await unlessRefused(
		op.sendValues(getLastResult, { connectionId }),
		[404],
		undefined,
	);
	return objectIn(answer?.body);
}
