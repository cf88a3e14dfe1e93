/** If the response to a creation was lost, the new record is searched for by what identifies it. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { byId, environmentNamed, workspaceIn } from '../../support/demo';
import { allOperations } from '../../support/performing';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();

const environment = () => environmentNamed(platform.emulator.state, 'Production').id;
const workspace = () => workspaceIn(platform.emulator.state, 'Production', 'Finance').id;

interface Case {
	/** "resource.operation" of an area. */
	of: [area: string, resource: string, operation: string];
	parameters: () => IDataObject;
	/** If the record has a creation time, it is taken; otherwise it is named. */
	dated: boolean;
}

const CASES: Case[] = [
	{
		of: ['Orchestration', 'environment', 'create'],
		parameters: () => ({ name: 'Lost', workspaceName: 'W' }),
		dated: false,
	},
	{
		of: ['Orchestration', 'workspace', 'create'],
		parameters: () => ({ environmentId: byId(environment()), name: 'Lost' }),
		dated: false,
	},
	{
		of: ['Orchestration', 'connection', 'create'],
		parameters: () => ({
			workspaceId: byId(workspace()),
			name: 'Lost',
			app: 'Oracle',
			parameters: { rows: [{ name: 'user', value: 'me' }] },
		}),
		dated: true,
	},
	{
		of: ['SCIM', 'user', 'create'],
		parameters: () => ({
			userName: 'lost',
			name: { givenName: 'L', familyName: 'Ost' },
		}),
		dated: true,
	},
	{ of: ['Engines', 'dynamicEngine', 'create'], parameters: () => ({ name: 'Lost' }), dated: true },
	{
		of: ['Engines', 'remoteEngine', 'create'],
		parameters: () => ({ name: 'Lost', environmentId: byId(environment()) }),
		dated: true,
	},
];

const operationOf = ([area, resource, operation]: Case['of']) =>
	allOperations.find((each) => each.area === area && each.name === `${resource}.${operation}`)!
		.operation as RequestOperation;

describe.each(CASES.map((each) => [each.of.join(' '), each] as const))(
	'%s',
	(_name, { of, parameters, dated }) => {
		const lookUp = operationOf(of).lookUp!;
		const path = () => `${operationOf(of).method} ${operationOf(of).endpoint}`;
		const listed = async () => {
			const { items } = await platform.run(of[0], of[1], 'getMany', { returnAll: true });
			return items
				.filter(({ json }) => json.name === 'Lost' || json.userName === 'lost')
				.map(({ json }) => String(json[lookUp.id]));
		};

		test('a creation that succeeded is found or named instead of repeated', async () => {
			platform.emulator.faults.add({ operation: path(), breaks: 'after' });
			const { error, items } = await platform.run(of[0], of[1], of[2], parameters(), {
				maxTries: 2,
			});
			const ids = await listed();
			expect(ids).toHaveLength(1);
			if (dated) {
				expect(error).toBeUndefined();
				expect(items.map(({ json }) => json.id)).toEqual(ids);
			} else
				expect(error!.description).toBe(
					`The response was lost. A matching record exists, but may be older than this request: ${ids[0]}. Check it before retrying.`,
				);
		});

		test('a creation that did not happen is repeated once with Retry On Fail', async () => {
			platform.emulator.faults.add({ operation: path(), breaks: 'before' });
			const { error } = await platform.run(of[0], of[1], of[2], parameters());
			expect(error!.description).toBe(
				`The response was lost. ${lookUp.subject} was not found afterwards, so you can safely run the node again.`,
			);
			expect(await listed()).toEqual([]);
			platform.emulator.faults.add({ operation: path(), breaks: 'before' });
			expect(
				(await platform.run(of[0], of[1], of[2], parameters(), { maxTries: 2 })).error,
			).toBeUndefined();
			expect(await listed()).toHaveLength(1);
		});
	},
);

test('the error names the record and what to do if the secret was only in the lost response', async () => {
	platform.emulator.faults.add({ operation: 'POST /account/service-accounts', breaks: 'after' });
	const { error } = await platform.run(
		'Account',
		'serviceAccount',
		'create',
		{ name: 'Lost', permissions: ['TMC_OPERATOR'] },
		{ maxTries: 2 },
	);
	expect(error!.description).toMatch(
		/^The response was lost\. The service account was found: \S+\. The secret was only in that response: delete the service account, then create it again\.$/,
	);
});

test('an existing record is not taken for the requested one', async () => {
	const there = [...orchestrationOf(platform.emulator.state).connections.values()][0]!;
	platform.emulator.faults.add({ operation: 'POST /orchestration/connections', breaks: 'before' });
	const { error } = await platform.run('Orchestration', 'connection', 'create', {
		workspaceId: byId(there.workspaceId),
		name: there.name,
		app: 'Oracle',
		parameters: { rows: [{ name: 'user', value: 'me' }] },
	});
	expect(error!.description).toContain('was not found afterwards');
});

test('a record that does not say where it belongs is not taken for the requested one', () => {
	const { matches } = operationOf(['Engines', 'remoteEngine', 'create']).lookUp!;
	const sent = { name: 'Lost', environmentId: 'here' };
	const judged = (record: IDataObject) =>
		matches({ name: 'Lost', createDate: '2026-03-01T12:00:00Z', ...record }, sent, {
			since: Date.parse('2026-03-01T11:59:30Z'),
			beganWell: false,
		});
	expect(judged({ workspace: { environment: { id: 'here' } } })).toBe(true);
	expect(judged({ workspace: { environment: { id: 'elsewhere' } } })).toBe(false);
	expect(judged({})).toBe('perhaps');
	expect(judged({ createDate: '2026-03-01T11:00:00Z' })).toBe(false);
	expect(judged({ name: 'Another' })).toBe(false);
	expect(judged({ name: undefined })).toBe(false);
});

/**
 * Creations that cannot be searched for: no list identifies them by a name, or their response is
 * given only once.
 */
const NOT_LOOKED_FOR = [
	'Orchestration schedule.create',
	'Orchestration schedule.clone',
	'Processing promotionExecution.start',
	'Engines dataPlane.addMember',
	'Security ipAllowlist.create',
	'Stewardship dataModel.create',
	'Stewardship semanticType.createSandbox',
	'Stewardship semanticType.addValues',
	'Designer apiDefinition.create',
];

test('all other creations with a response are searched for', () => {
	const created = allOperations.filter(
		({ operation }) =>
			operation.kind === 'request' &&
			operation.method === 'POST' &&
			operation.effect === 'start' &&
			operation.answers.kind === 'record',
	);
	const withoutLookUp = created
		.filter(({ operation }) => !(operation as RequestOperation).lookUp)
		.map(({ area, name }) => `${area} ${name}`);
	expect(created.length).toBeGreaterThan(NOT_LOOKED_FOR.length + 20);
	expect(withoutLookUp).toEqual(NOT_LOOKED_FOR);
});
