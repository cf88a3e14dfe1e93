/** Scans of JDBC connections, which find their tables and views. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, noContent, ok } from '../../handler';
import { Refusal } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import {
	catalogOf,
	type Connection,
	connectionDeleted,
	connections,
	refusalOfMissing,
	type Scan,
	type Table,
} from './catalogStore';

const SCAN_MS = 4_000;

/** A refusal with its cause, in the form of crawlers and scans. */
export const refusalWithCause = (status: number, message: string, cause?: string) =>
	new Refusal(status, message, { body: withoutUndefined({ message, cause }) });

/**
 * The connection, if it can be scanned.
 * @throws Refusal 404; 400 if it is not a JDBC connection
 */
export function jdbcConnection(state: State, id: string): Connection & { tables: Table[] } {
	const connection = connections.recordsIn(state).get(id);
	if (!connection) throw refusalOfMissing('CONNECTION')(id);
	const { tables } = connection;
	if (!tables)
		throw refusalWithCause(
			400,
			'Only JDBC connections can be scanned and crawled',
			`${connection.typeLabel} is not a JDBC connection`,
		);
	return { ...connection, tables };
}

/** Starts a scan, which finds the tables that the connection has at that time. */
export function startScan(state: State, connectionId: string, now: number): void {
	const { tables } = jdbcConnection(state, connectionId);
	const { scans } = catalogOf(state);
	const scan = { id: state.uuid(), startedAt: now, found: [...tables] };
	scans.set(connectionId, [...(scans.get(connectionId) ?? []), scan].slice(-2));
}

const doneScan = (scans: readonly Scan[] = [], now: number) =>
	scans.findLast(({ startedAt }) => now >= startedAt + SCAN_MS);

connectionDeleted.on((state, { id }) => void catalogOf(state).scans.delete(id));

export const scanHandlers: Handlers = {
	'GET /connections/scan/{connectionId}': ({ state, path, clock }) => {
		const { id: connectionId } = jdbcConnection(state, path.connectionId!);
		const scan = doneScan(catalogOf(state).scans.get(connectionId), clock.now());
		if (!scan) throw refusalOfMissing('SCAN')(connectionId);
		return ok({
			id: scan.id,
			lastScan: rfc3339(scan.startedAt + SCAN_MS),
			results: scan.found.map(({ name, kind }) => ({
				displayName: name.split('.').at(-1),
				technicalName: name,
				metadata: { type: kind },
			})),
		});
	},
	'POST /connections/scan/{connectionId}': ({ state, path, clock }) => {
		const { id, unreachable } = jdbcConnection(state, path.connectionId!);
		if (unreachable !== undefined)
			throw refusalWithCause(500, 'The connection could not be scanned', unreachable);
		startScan(state, id, clock.now());
		return noContent();
	},
};
