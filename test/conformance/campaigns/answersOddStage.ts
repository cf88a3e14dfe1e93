/** Performs operations against a server that returns unexpected responses. */
import type { IDataObject } from 'n8n-workflow';

import { bodyFields } from '../../../nodes/shared/declare/derived/operationParts';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { allOperations, type Named } from '../../support/performing';
import { sampleOf } from '../../support/samples';
import { goodPage, type Scripted, type ScriptedServer } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';

export const scripted = scriptedForAll();

export const requests = allOperations.filter(
	(named): named is Named & { operation: RequestOperation } =>
		named.operation.kind === 'request' &&
		named.operation.endpoint !== '{path}' &&
		!named.operation.basicAuth,
);

/** Where the sample of a field does not fit the plain answers. */
export const PREPARED: Record<string, IDataObject> = {
	'runConfiguration.setPlanRunConfig': { scheduleType: 'MANUAL' },
	'runConfiguration.setDynamicEngineRunConfig': { scheduleType: 'JSON' },
	'role.update': { updateFields: { name: 'Night Shift', permissions: ['TMC_OPERATOR'] } },
	'group.replace': { keepOthers: false, displayName: 'Finance' },
	'role.replace': { keepOthers: false, name: 'Night Shift' },
	'ipAllowlist.update': {
		updateFields: {
			ips: { rows: [{ ip: '203.0.113.7', description: 'Office' }] },
			enabled: false,
			description: 'Offices',
		},
	},
	// Its pages do not say how many tasks there are: only the limit ends it after one.
	'task.getManyInState': { returnAll: false, limit: 1 },
};

/** Whether the request is the one that the operation is about, not one that it needs before. */
export const isOf =
	(operation: RequestOperation) => (asked: { operation?: RequestOperation; method: string }) =>
		asked.operation?.endpoint === operation.endpoint && asked.method === operation.method;

/** What a record tells otherwise than its update takes it. */
const AS_READ: Record<string, IDataObject> = {
	'task.update': { workspace: { id: 'w' } },
	'crawler.changeSelection': { crawledDatasets: ['SALES.CUSTOMERS', 'SALES.ORDERS'] },
};

/** The record that an update reads first: the one that the samples are about, whole. */
export function present({
	name: of,
	operation,
}: Named & { operation: RequestOperation }): Scripted {
	const { path = {}, readFirst } = operation;
	const [last, field] = Object.entries(path).at(-1)!;
	const kept = Object.entries(bodyFields(operation)).map(([name, each]) => [
		nameOnWire(name, each),
		sampleOf(name, each).wire as IDataObject,
	]);
	const record: IDataObject = {
		...Object.fromEntries(kept),
		id: sampleOf(last, field).wire as string,
		...AS_READ[of],
	};
	const { get } = readFirst!;
	return get.answers.kind === 'list'
		? goodPage(get, [record], { at: get.pages?.first ?? 0, total: 1 })
		: { status: 200, body: JSON.stringify(record) };
}

export async function tried(
	named: Named & { operation: RequestOperation },
	script: ScriptedServer['script'],
): Promise<{ error?: Error & { description?: string }; sent: number }> {
	scripted.server.asked = [];
	const { readFirst } = named.operation;
	scripted.server.script = (asked) =>
		script(asked) ?? (readFirst && isOf(readFirst.get)(asked) ? present(named) : undefined);
	const error = await scripted.perform(named, PREPARED[named.name]).then(
		() => undefined,
		(reason: unknown) => reason as Error,
	);
	return { error, sent: scripted.server.asked.filter(isOf(named.operation)).length };
}
