/** What is different where a model uses a node: as a tool of an agent, or over MCP. */
import { type IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { byId, taskNamed } from '../../support/demo';
import { type Platform, platformForEach } from '../../support/platform';

const DEMO_USER = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

/** The ID of an environment that nobody else needs. */
async function newEnvironment(platform: Platform) {
	const { items } = await platform.run('Orchestration', 'environment', 'create', {
		name: 'To go',
		workspaceName: 'W',
	});
	platform.clearLog();
	return byId(String(items[0]!.json.id));
}

describe.each(['tool', 'agent'] as const)('an agent on the emulator (%s)', (entryPoint) => {
	const platform = platformForEach();

	/** A call with what a model fills in. */
	const op = async (
		node: string,
		resource: string,
		operation: string,
		parameters: IDataObject,
		filledIn: IDataObject = {},
	) =>
		await platform.run(node, resource, operation, parameters, {
			entryPoint,
			items: [{ json: filledIn }],
		});

	const environment = async () => await newEnvironment(platform);

	test.each([
		"={{ $fromAI('confirm', '', 'boolean') }}",
		'={{ $json.confirm }}',
		'={{ true }}',
		'=true',
		'={{ $json }}',
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Delete_with_All_Contents', ``, 'boolean') }}",
	])('a confirmation %s is refused', async (confirmDeletion) => {
		const { error } = await op(
			'Orchestration',
			'environment',
			'delete',
			{ Id: await environment(), confirmDeletion },
			{ confirm: true },
		);
		expect(error!.message).toBe(
			'"Delete with All Contents" must be turned on or off in the node by a person: an expression, or a value that the model fills in, does not count' +
				(entryPoint === 'agent' ? '. Nothing was sent.' : ''),
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a confirmation that a person gives counts', async () => {
		const { error, items } = await op('Orchestration', 'environment', 'delete', {
			Id: await environment(),
			confirmDeletion: true,
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ deleted: true });
	});

	test('missing input is requested by the name of its parameter', async () => {
		const { error } = await op(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId("={{ $fromAI('id', '', 'string') }}") },
			{ id: '' },
		);
		const answer =
			entryPoint === 'agent' ? error!.message : `${error!.message}. ${error!.description}`;
		expect(answer).toBe(
			'Choose an execution: what was given is empty. "Execution" (executionId) is required. Nothing was sent.',
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a deletion must be allowed by a person', async () => {
		const refusals = [false, "={{ $fromAI('allow', '', 'boolean') }}"].map(
			async (allowAsTool) =>
				await op(
					'Processing',
					'runProfile',
					'delete',
					{ runProfileId: byId('a-profile'), allowAsTool },
					{ allow: true },
				),
		);
		const [without, filled] = await Promise.all(refusals);
		expect(without!.error!.message).toMatch(
			/^"Allow the Agent to Do This" must be turned on in the node by a person before an agent can delete a run profile/,
		);
		expect(filled!.error!.message).toMatch(
			/^"Allow the Agent to Do This" must be turned on or off in the node by a person/,
		);
		expect(platform.emulator.log).toEqual([]);
		const { error } = await op('Processing', 'runProfile', 'delete', {
			runProfileId: byId('never-was'),
			allowAsTool: true,
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test.each<{ area: string; resource: string; operation: string; parameters: IDataObject }>([
		{
			area: 'Account',
			resource: 'user',
			operation: 'update',
			parameters: { id: byId(DEMO_USER), updateFields: { active: false } },
		},
		{
			area: 'Account',
			resource: 'user',
			operation: 'upsert',
			parameters: {
				login: 'ana.demo@example.com',
				email: 'ana.demo@example.com',
				firstName: 'Ana',
				lastName: 'Demo',
				additionalFields: { active: false },
			},
		},
		{
			area: 'SCIM',
			resource: 'user',
			operation: 'update',
			parameters: { id: byId(DEMO_USER), updateFields: { active: false } },
		},
		{
			area: 'Account',
			resource: 'serviceAccount',
			operation: 'update',
			parameters: { id: byId('an-account'), updateFields: { permissions: ['TMC_OPERATOR'] } },
		},
		{
			area: 'Orchestration',
			resource: 'runConfiguration',
			operation: 'setPlanRunConfig',
			parameters: { planId: byId('a-plan'), scheduleType: 'MANUAL' },
		},
		{
			area: 'Orchestration',
			resource: 'runConfiguration',
			operation: 'updateTaskRunConfig',
			parameters: { taskId: byId('a-task'), scheduleType: 'MANUAL' },
		},
		{
			area: 'Catalog',
			resource: 'fieldDescription',
			operation: 'setMany',
			parameters: {
				datasetId: byId('a-dataset'),
				descriptionsJson: [{ path: 'a', description: 'b' }],
			},
		},
	])(
		'an operation that replaces or withdraws data must be allowed by a person: $area, $resource, $operation',
		async ({ area, resource, operation, parameters }) => {
			const allow = async (allowAsTool: unknown) =>
				(
					await op(area, resource, operation, { ...parameters, allowAsTool } as IDataObject, {
						allow: true,
					})
				).error!.message;
			expect(await allow(false)).toMatch(
				/^"Allow the Agent to Do This" must be turned on in the node by a person/,
			);
			expect(await allow("={{ $fromAI('allow', '', 'boolean') }}")).toMatch(
				/^"Allow the Agent to Do This" must be turned on or off in the node by a person/,
			);
			expect(platform.emulator.log).toEqual([]);
			const tried = await op(area, resource, operation, { ...parameters, dryRun: true });
			expect(tried.items[0]!.json).toMatchObject({ dryRun: true, result: 'Nothing was changed.' });
			expect(platform.emulator.log.filter(({ method }) => method !== 'GET')).toEqual([]);
			// A person's workflow asks for nothing.
			const inWorkflow = await platform.run(area, resource, operation, parameters);
			expect(String(inWorkflow.error?.message)).not.toContain('must be turned on');
			expect(platform.emulator.log.length).toBeGreaterThan(0);
		},
	);

	test('a dry run says what would be sent, without sending it', async () => {
		const { items } = await op(
			'Processing',
			'runProfile',
			'delete',
			{ runProfileId: byId('a profile'), dryRun: "={{ $fromAI('dry', '', 'boolean') }}" },
			{ dry: true },
		);
		expect(items[0]!.json).toEqual({
			dryRun: true,
			action: 'Delete a run profile',
			wouldSend: ['DELETE /processing/run-profiles/a%20profile'],
			values: { runProfileId: 'a profile' },
			result: 'Nothing was changed.',
			...(entryPoint === 'agent'
				? {
						needs:
							'Before an agent can do this, a person must turn on in the node: Allow the Agent to Do This.',
					}
				: {}),
		});
		expect(platform.emulator.log).toEqual([]);
	});

	test('a dry run of a deletion by query returns the query', async () => {
		const { items } = await op('Account', 'workspacePermission', 'deleteManyForUsers', {
			allUsers: true,
			workspaceIds: ['57f64991e4b0b689a64feed2'],
			dryRun: true,
		});
		expect(items[0]!.json).toMatchObject({
			wouldSend: ['DELETE /security/permissions/batch'],
			values: { workspaceIds: ['57f64991e4b0b689a64feed2'], allUsers: true },
		});
		expect(platform.emulator.log).toEqual([]);
	});

	test('a dry run that is not confirmed says which confirmation the operation needs', async () => {
		const environmentId = await environment();
		const { error, items } = await op('Orchestration', 'environment', 'delete', {
			Id: environmentId,
			confirmDeletion: false,
			dryRun: true,
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({
			wouldSend: [`DELETE /orchestration/environments/${environmentId.value}`],
			values: { confirmDeletion: false },
			needs:
				'Before an agent can do this, a person must turn on in the node: Delete with All Contents.',
		});
		expect(platform.emulator.log).toEqual([]);
	});

	test('a deletion without its confirmation is refused before anything is sent', async () => {
		const { error } = await op('Orchestration', 'environment', 'delete', {
			Id: await environment(),
			confirmDeletion: false,
		});
		expect(error!.message).toMatch(/^"Delete with All Contents" must be turned on/);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a model cannot switch off a switch that keeps existing data', async () => {
		const { error } = await op(
			'SCIM',
			'group',
			'replace',
			{
				id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				keepOthers: "={{ $fromAI('keep', '', 'boolean') }}",
				allowAsTool: true,
				updateFields: { displayName: 'X' },
			},
			{ keep: false },
		);
		expect(error!.message).toMatch(
			/^"Keep Other Attributes" must be turned on or off in the node by a person/,
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('the output for a model says that a list may have more records', async () => {
		const { items } = await op('Processing', 'taskExecution', 'getMany', {
			filters: {},
			returnAll: false,
			limit: 2,
			simplify: true,
		});
		expect(items).toHaveLength(3);
		expect(items[2]!.json).toEqual({
			result:
				'There may be more: only 2 were requested. Narrow the list down with a filter, or raise Limit.',
		});
		expect(
			(
				await platform.run('Processing', 'taskExecution', 'getMany', {
					filters: {},
					returnAll: false,
					limit: 2,
					simplify: true,
				})
			).items,
		).toHaveLength(2);
	});

	test('the output for a model says that a list is empty', async () => {
		const { items } = await op('Processing', 'taskExecution', 'getMany', {
			filters: { from: '2001-01-01', to: '2001-01-02' },
		});
		expect(items).toEqual([
			{ json: { result: 'Nothing was found: the list is empty.' }, pairedItem: { item: 0 } },
		]);
		const inWorkflow = await platform.run('Processing', 'taskExecution', 'getMany', {
			filters: { from: '2001-01-01', to: '2001-01-02' },
		});
		expect(inWorkflow.items).toEqual([]);
	});

	test('a model reads what to do about an error in the message, the only part that n8n may pass to it', async () => {
		const read = ({ message, description }: Error & { description?: string | null }) =>
			entryPoint === 'agent' ? message : `${message}. ${description}`;
		const { error } = await op('Processing', 'runProfile', 'get', {
			runProfileId: byId('never-was'),
		});
		expect(read(error!)).toMatch(
			/^Run profile never-was was not found\. Check the ID, .*\(Status 404/,
		);
		const failed = await op('Processing', 'taskExecution', 'runAndWait', {
			executable: { __rl: true, mode: 'name', value: DEMO.failingTask },
			timeLimit: 5,
			failOnFailure: true,
		});
		expect(read(failed.error!)).toMatch(
			/^The task "Load orders" failed: .*\. Execution [0-9a-f-]{36} ended with the status execution_failed/,
		);
	});

	test('a model reads no credential in the reason why an execution has failed', async () => {
		const task = taskNamed(platform.emulator.state, DEMO.failingTask);
		const errorMessage = 'No access to jdbc:x://h?user=u&password=hunter22';
		task.behaviors = [{ ...task.behaviors[0]!, errorMessage }];
		const run = async (more: object) =>
			await platform.run(
				'Processing',
				'taskExecution',
				'runAndWait',
				{ executable: byId(task.id), failOnFailure: true },
				more,
			);
		const { error } = await run({ entryPoint });
		expect(error!.message).toContain('failed: No access to jdbc:x://h?user=u&password=***');
		const { error: inWorkflow } = await run({});
		expect(inWorkflow!.message).toContain(errorMessage);
	});

	test('a model cannot create a service account, because it would read the secret', async () => {
		const { error } = await op('Account', 'serviceAccount', 'create', {
			name: 'By a model',
			permissions: ['TMC_OPERATOR'],
		});
		expect(error!.message).toMatch(
			/^"Operation" is Create, which is not for agents, because its output is secret: it is shown only once\. A person can run it in a workflow/,
		);
		expect(platform.emulator.log).toEqual([]);
	});
});

describe('a workflow', () => {
	const platform = platformForEach();

	test('a confirmation may be an expression', async () => {
		const { error } = await platform.run('Orchestration', 'environment', 'delete', {
			Id: await newEnvironment(platform),
			confirmDeletion: '={{ true }}',
		});
		expect(error).toBeUndefined();
	});

	test('the deletion of a single record needs no confirmation', async () => {
		const { error } = await platform.run('Processing', 'runProfile', 'delete', {
			runProfileId: byId('never-was'),
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});
});
