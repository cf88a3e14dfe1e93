/** Secrets on the emulator: the node shows them in neither its output nor its error. */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { byId } from '../../support/demo';
import { allOperations } from '../../support/performing';
import { platformForAll, startPlatform } from '../../support/platform';
import { MARK, traceIn } from './secretsStage';

describe.each(['workflow', 'tool'] as const)('a secret in a %s', (entryPoint) => {
	const platform = platformForAll();

	test.each<{ node: string; resource: string; operation: string; parameters: IDataObject }>([
		{
			node: 'Orchestration',
			resource: 'connection',
			operation: 'create',
			parameters: {
				workspaceId: byId('w'),
				name: 'Warehouse',
				app: 'Snowflake',
				parametersJson: JSON.stringify([{ name: 'password', value: MARK, encrypted: true }]),
			},
		},
		{
			node: 'SCIM',
			resource: 'user',
			operation: 'patch',
			parameters: {
				id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				operations: { rows: [{ op: 'replace', path: 'password', value: MARK }] },
			},
		},
	])(
		'$node, $resource, $operation shows the secret in neither its output nor its error',
		async ({ node, resource, operation, parameters }) => {
			const { operation: declared } = allOperations.find(
				({ area, name }) => area === node && name === `${resource}.${operation}`,
			)! as { operation: RequestOperation };
			const at = `${declared.method} ${declared.endpoint}`;
			const id = String((parameters.id as IDataObject | undefined)?.value ?? 'made');
			platform.emulator.faults.add({
				operation: at,
				status: 200,
				body: { id, echoed: MARK, parameters: [{ name: 'password', value: MARK }] },
			});
			const made = await platform.run(node, resource, operation, parameters, { entryPoint });
			expect(made.items[0]!.json).toEqual({
				id,
				echoed: '***',
				parameters: [{ name: 'password', value: expect.stringMatching(/^\*+$/) as string }],
			});
			platform.emulator.faults.add({
				operation: at,
				status: 400,
				body: { message: `Not ${MARK}` },
			});
			const { error } = await platform.run(node, resource, operation, parameters, { entryPoint });
			expect(error!.message).toBe('Not ***');
			expect(traceIn({ ...error, stack: error!.stack })).toBeUndefined();
			const stop = new AbortController();
			platform.emulator.faults.add({ operation: at, status: 200, body: { id } });
			platform.emulator.faults.add({ operation: at, delayMs: 2_000 });
			platform.onAnswer(at, () => stop.abort());
			const stopped = await platform.run(node, resource, operation, parameters, {
				entryPoint,
				items: [{ json: {} }, { json: {} }],
				signal: stop.signal,
			});
			expect(stopped.error!.message).toMatch(/aborted|stopped/);
			expect(traceIn({ ...stopped.error, stack: stopped.error!.stack })).toBeUndefined();
			const { operations, ...others } = parameters;
			const broken =
				operations === undefined
					? { ...others, parametersJson: `[{"name":"password","value":"${MARK}` }
					: { ...others, operationsJson: `[{"op":"replace","path":"password","value":"${MARK}` };
			const refused = await platform.run(node, resource, operation, broken, { entryPoint });
			expect(refused.error!.description).toContain('Nothing was sent');
			expect(traceIn({ ...refused.error, stack: refused.error!.stack })).toBeUndefined();
		},
	);
});

test.each(['talendCloudApi', 'talendCloudTokenApi'])(
	'the sent token is never output, even if a successful response repeats it (%s)',
	async (type) => {
		const platform = await startPlatform();
		try {
			const token = `sent-${type}-0123456789&<">`;
			platform.emulator.tokens.issue = async () => ({
				access_token: token,
				token_type: 'Bearer',
				expires_in: '1800',
			});
			const credentials = {
				[type]: platform.credentialStore.add(type, {
					region: 'other',
					address: platform.address,
					clientId: 'demo-client-id',
					clientSecret: 'demo-client-secret',
					token,
				}),
			};
			const repeated = {
				executionId: 'e1',
				startedBy: token,
				taskName: `It was Bearer ${token}`,
				[token]: [{ deep: encodeURIComponent(token) }],
			};
			platform.emulator.faults.add({
				operation: 'GET /processing/executions/{executionId}',
				status: 200,
				body: repeated,
			});
			const { items, stored } = await platform.run(
				'Processing',
				'taskExecution',
				'get',
				{
					authentication: type === 'talendCloudApi' ? 'serviceAccount' : 'token',
					executionId: { __rl: true, mode: 'id', value: 'e1' },
					simplify: false,
				},
				{ credentials },
			);
			expect(items[0]!.json).toEqual({
				executionId: 'e1',
				startedBy: '***',
				taskName: 'It was Bearer ***',
				'***': [{ deep: '***' }],
			});
			expect(stored).not.toContain('0123456789');
		} finally {
			await platform.close();
		}
	},
);
