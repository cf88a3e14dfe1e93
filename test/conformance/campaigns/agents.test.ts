/** What is different where a model uses a node: as a tool of an agent, or over MCP. */
import { type IDataObject, NodeHelpers } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { allFields, inputFields } from '../../../nodes/shared/declare/define';
import type { Field, Fields } from '../../../nodes/shared/declare/field';
import { isTopLevel } from '../../../nodes/shared/declare/layout';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { toolFields } from '../../../nodes/shared/declare/toolFields';
import { rulesOf } from '../../../tools/reference/rules';
import { nodeTypes } from '../../support/engine';
import { allOperations, type Named } from '../../support/performing';
import { platformForEach } from '../../support/platform';
import { goodAnswer, goodRecord } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const DEMO_USER = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';
const toolEntryPoints = ['tool', 'agent'] as const;

describe.each(toolEntryPoints)('an agent on the emulator (%s)', (entryPoint) => {
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

	const environment = async () => {
		const { items } = await platform.run('Orchestration', 'environment', 'create', {
			name: 'To go',
			workspaceName: 'W',
		});
		platform.forget();
		return byId(String(items[0]!.json.id));
	};

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
			'Delete with All Contents must be turned on or off in the node by a person: an expression, or a value that the model fills in, does not count' +
				(entryPoint === 'agent' ? '. Nothing was sent.' : ''),
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a confirmation of a person counts', async () => {
		const { error, items } = await op('Orchestration', 'environment', 'delete', {
			Id: await environment(),
			confirmDeletion: true,
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ deleted: true });
	});

	test('a confirmation may be an expression in a workflow', async () => {
		const { error } = await platform.run('Orchestration', 'environment', 'delete', {
			Id: await environment(),
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

	test('missing input is asked for with the name of its parameter', async () => {
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
			/^Allow the Agent to Do This must be turned on in the node by a person before an agent can delete a run profile/,
		);
		expect(filled!.error!.message).toMatch(
			/^Allow the Agent to Do This must be turned on or off in the node by a person/,
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
		'operations that replace or withdraw something must be allowed by a person, too: $area, $resource, $operation',
		async ({ area, resource, operation, parameters }) => {
			const allow = async (allowAsTool: unknown) =>
				(
					await op(area, resource, operation, { ...parameters, allowAsTool } as IDataObject, {
						allow: true,
					})
				).error!.message;
			expect(await allow(false)).toMatch(
				/^Allow the Agent to Do This must be turned on in the node by a person/,
			);
			expect(await allow("={{ $fromAI('allow', '', 'boolean') }}")).toMatch(
				/^Allow the Agent to Do This must be turned on or off in the node by a person/,
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

	test('a dry run says what it would send instead of sending it', async () => {
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

	test('a dry run of a deletion by query says which records it would select', async () => {
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
		expect(error!.message).toMatch(/^Delete with All Contents must be turned on/);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a switch that keeps what is there cannot be switched off by a model', async () => {
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
			/^Keep Other Attributes must be turned on or off in the node by a person/,
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a list that goes on says so', async () => {
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

	test('an empty list says so', async () => {
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

	test('a model can read what to do about an error: in the message, if n8n passes nothing else to the model', async () => {
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

	test('the secret of a new service account never reaches a model', async () => {
		const { error } = await op('Account', 'serviceAccount', 'create', {
			name: 'By a model',
			permissions: ['TMC_OPERATOR'],
		});
		expect(error!.message).toMatch(
			/^Operation Create is not for agents, because its output is secret: it is shown only once\. A person can run it in a workflow/,
		);
		expect(platform.emulator.log).toEqual([]);
	});
});

test.each([
	{
		area: 'Orchestration',
		resource: 'environment',
		operation: 'delete',
		reported: 'Delete an environment with all its contents',
	},
	{
		area: 'Orchestration',
		resource: 'workspace',
		operation: 'delete',
		reported: 'Delete a workspace with all its contents',
	},
	{
		area: 'Orchestration',
		resource: 'artifact',
		operation: 'delete',
		reported: 'Delete an artifact with all its versions',
	},
	{
		area: 'Orchestration',
		resource: 'task',
		operation: 'delete',
		reported: 'Delete a task with its schedule',
	},
	{
		area: 'Orchestration',
		resource: 'task',
		operation: 'replace',
		reported: 'Replace a task as a whole',
	},
	{
		area: 'Engines',
		resource: 'dynamicEngine',
		operation: 'delete',
		reported: 'Delete a dynamic engine with everything that belongs to it',
	},
	{
		area: 'Engines',
		resource: 'dataPlane',
		operation: 'delete',
		reported: 'Delete a data plane with the cluster created for it',
	},
	{
		area: 'Catalog',
		resource: 'customAttribute',
		operation: 'delete',
		reported: 'Delete a custom attribute with all its values',
	},
	{
		area: 'Catalog',
		resource: 'sharing',
		operation: 'replace',
		reported: 'Replace all access to an object',
	},
	{
		area: 'Orchestration',
		resource: 'runConfiguration',
		operation: 'setTaskRunConfig',
		reported: 'Set the whole run configuration of a task',
	},
	{
		area: 'Orchestration',
		resource: 'runConfiguration',
		operation: 'setDynamicEngineRunConfig',
		reported: 'Set the whole dynamic engine configuration of a task',
	},
	{
		area: 'Orchestration',
		resource: 'runConfiguration',
		operation: 'setPlanRunConfig',
		reported: 'Set the whole run configuration of a plan',
	},
	{
		area: 'Orchestration',
		resource: 'schedule',
		operation: 'bindToTask',
		reported: 'Bind a schedule to a task in place of its trigger',
	},
	{
		area: 'Orchestration',
		resource: 'plan',
		operation: 'update',
		reported: 'Update a plan as a whole',
	},
	{
		area: 'Catalog',
		resource: 'fieldDescription',
		operation: 'setMany',
		reported: 'Set many field descriptions and overwrite existing ones',
	},
	{
		area: 'Account',
		resource: 'user',
		operation: 'update',
		reported: 'Update a user or replace all roles',
	},
	{
		area: 'Account',
		resource: 'serviceAccount',
		operation: 'update',
		reported: 'Update a service account or replace its permissions',
	},
	{
		area: 'Account',
		resource: 'role',
		operation: 'update',
		reported: 'Update a role or replace its permissions',
	},
	{
		area: 'Account',
		resource: 'user',
		operation: 'setRoles',
		reported: 'Set all roles of a user and revoke others',
	},
	{
		area: 'Account',
		resource: 'group',
		operation: 'setMembers',
		reported: 'Set all members of a group and remove others',
	},
	{
		area: 'Account',
		resource: 'workspacePermission',
		operation: 'setForUser',
		reported: 'Set all permissions of a user on a workspace',
	},
	{
		area: 'SCIM',
		resource: 'group',
		operation: 'replace',
		reported: 'Replace the name or all members of a group',
	},
	{
		area: 'SCIM',
		resource: 'role',
		operation: 'replace',
		reported: 'Replace the name or all permissions of a role',
	},
	{
		area: 'Security',
		resource: 'ipAllowlist',
		operation: 'update',
		reported: 'Update the IP allowlist or replace its addresses',
	},
	{
		area: 'Security',
		resource: 'ipAllowlist',
		operation: 'delete',
		reported: 'Delete the IP allowlist with all its addresses',
	},
	{
		area: 'Processing',
		resource: 'promotionExecution',
		operation: 'promoteAndWait',
		reported: 'Run a promotion that cannot be undone and wait for its end',
	},
	{
		area: 'Processing',
		resource: 'promotionExecution',
		operation: 'start',
		reported: 'Start a promotion that cannot be undone',
	},
])(
	'the description for the model says what else is lost: $area, $resource, $operation',
	({ area, resource, operation, reported }) => {
		const type = nodeTypes[area]!;
		const parameters = { descriptionType: 'auto', resource, operation };
		expect(
			NodeHelpers.getToolDescriptionForNode(
				{
					id: 'n',
					name: 'N',
					type: `${type.description.name}Tool`,
					typeVersion: 1,
					position: [0, 0],
					parameters,
				},
				type,
			),
		).toBe(`${reported} in ${type.description.defaults.name}`);
	},
);

/** Values for what would otherwise change nothing. */
const PREPARED: Record<string, IDataObject> = {
	'runConfiguration.setDynamicEngineRunConfig': { scheduleType: 'JSON' },
};

/**
 * Operations that change something, and that an agent may use without the permission of a person,
 * by the reason.
 */
const NEED_NOBODY: Record<string, string[]> = {
	'changes a name, a description or one setting of one record; the others stay, and what was there can be set again':
		[
			'Account group.rename',
			'Orchestration environment.update',
			'Orchestration environment.upsert',
			'Orchestration promotion.update',
			'Orchestration resource.update',
			'Orchestration schedule.update',
			'Processing cloudEngine.setRuntime',
			'Engines dynamicEngine.update',
			'Engines dynamicEngineEnvironment.update',
			'Engines dataPlaneEnvironment.update',
			'Engines remoteEngine.setDebug',
			'Catalog crawler.rename',
			'Catalog dataset.certify',
			'Catalog fieldDescription.set',
		],
	'changes settings of one run profile, such as its JVM arguments; the others stay': [
		'Engines remoteEngine.updateRunProfile',
		'Engines remoteEngineCluster.updateRunProfile',
		'Engines pipelineEngineRunProfile.updateAdvanced',
		'Engines pipelineEngineRunProfile.updateBigData',
		'Engines pipelineEngineRunProfile.updateDataIntegration',
		'Engines pipelineEngineRunProfile.updateDatabricks',
		'Engines pipelineEngineRunProfile.updateStandard',
	],
	'sets the value of one attribute of one dataset, all of which is given': [
		'Catalog customAttribute.setValue',
	],
	'adds to what is there, or finds it there': [
		'Account group.addMembers',
		'Account role.assignToUsers',
		'Account user.addToGroups',
		'Account user.assignRoles',
		'Account workspacePermission.addForServiceAccount',
		'Account workspacePermission.addForUser',
		'SCIM group.addMembers',
		'Orchestration project.addGroup',
		'Orchestration project.addUser',
		'Orchestration promotion.addServiceAccount',
		'Orchestration promotion.addUser',
	],
	'is refused while the environment runs elsewhere': [
		'Engines dataPlaneEnvironment.connect',
		'Engines dataPlaneEnvironment.connectAndWait',
		'Engines dynamicEngineEnvironment.connect',
		'Engines dynamicEngineEnvironment.connectAndWait',
	],
	'is undone by the same operation, and loses nothing': [
		'Orchestration connection.move',
		'Orchestration plan.pause',
		'Orchestration resource.move',
		'Orchestration task.pause',
	],
	'takes the latest version, and puts the run configuration back': [
		'Orchestration task.updateArtifact',
	],
	'works on what is in the sandbox; what is published stays': [
		'Stewardship semanticType.openSandbox',
		'Stewardship semanticType.saveDraft',
	],
	'ends only what it has started': [
		'Catalog crawler.runAndWait',
		'Processing service.deployAndWait',
		'Processing taskExecution.runAndWait',
	],
	'has a switch that keeps what is there, and that only a person can switch off': [
		'Catalog crawler.changeSelection',
	],
};

describe('every operation', () => {
	const scripted = scriptedForAll();

	const tried = async (named: Named, parameters: IDataObject = {}) => {
		scripted.server.asked = [];
		const outputs = await scripted
			.perform(named, parameters, true)
			.catch((error: unknown) => error as Error);
		return {
			outputs,
			message: outputs instanceof Error ? outputs.message : '',
			sent: scripted.server.asked.length,
		};
	};

	const wanted = allOperations.filter(({ operation }) => 'allowAsTool' in toolFields(operation));

	test.each(wanted.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'every operation that deletes is refused, and nothing is sent, unless it is allowed: %s',
		async (_name, named) => {
			const { message, sent } = await tried(named);
			expect({ message, sent }).toEqual({
				message: expect.stringMatching(/^Allow the Agent to Do This must be turned on/) as string,
				sent: 0,
			});
		},
	);

	test('every operation that deletes must be allowed, or confirmed', () => {
		const confirmed = allOperations.filter(
			({ operation }) =>
				operation.kind === 'request' &&
				operation.method === 'DELETE' &&
				!wanted.some((other) => other.operation === operation),
		);
		// Those have a confirmation that a rule asks for, in a workflow, too.
		const unsure = confirmed.filter(
			({ operation: { settings = {}, rules = [] } }) =>
				!rules.some(({ field }) => settings[field]?.spec.confirms),
		);
		expect(unsure.map(({ name }) => name)).toEqual([]);
		expect(confirmed.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['environment.delete', 'workspace.delete', 'ipAllowlist.delete']),
		);
	});

	test('every operation that takes something away must be allowed or confirmed, whichever request it sends', () => {
		const guarded = (operation: Operation) => 'dryRun' in toolFields(operation);
		const deletes = allOperations.filter(({ operation }) =>
			(operation.kind === 'flow' ? operation.uses : [operation]).some(
				({ method }) => method === 'DELETE',
			),
		);
		// They end only the executions that they have started.
		expect(deletes.filter(({ operation }) => !guarded(operation)).map(({ name }) => name)).toEqual([
			'taskExecution.runAndWait',
			'service.deployAndWait',
		]);
		const replaces = allOperations.filter(({ operation: { name } }) =>
			/^(Patch|Replace|Set (for|Members|Roles)|Update Many|Create Many)/.test(name),
		);
		expect(replaces.length).toBeGreaterThan(14);
		expect(
			replaces
				.filter(
					({ operation }) =>
						!('allowAsTool' in toolFields(operation)) &&
						!Object.values(operation.settings ?? {}).some(({ spec }) => spec.confirms?.why),
				)
				.map(({ name }) => name),
		).toEqual([]);
		// Only there it is known whether a person set it.
		const nested = (fields: Fields): string[] =>
			Object.entries(fields).flatMap(([name, { spec }]) => [
				...(spec.confirms ? [name] : []),
				...nested(spec.fields ?? {}),
			]);
		for (const { operation } of allOperations)
			for (const field of Object.values(allFields(operation))) {
				// Of a choice, one value counts only if a person set it, wherever it is.
				if (field.spec.confirms && field.spec.confirms.value === undefined)
					expect(isTopLevel(field)).toBe(true);
				expect(nested(field.spec.fields ?? {})).toEqual([]);
			}
		// A switch that decides how much stays.
		const keeps = allOperations.flatMap(({ name, operation }) =>
			Object.entries(operation.settings ?? {})
				.filter(([key, { spec }]) => key.startsWith('keep') && spec.initial === true)
				.map(([key, { spec }]) => ({
					at: `${name}: ${key}`,
					confirms: spec.confirms !== undefined,
				})),
		);
		expect(keeps.length).toBeGreaterThan(3);
		expect(keeps.filter(({ confirms }) => !confirms)).toEqual([]);
	});

	test('every operation that may replace, overwrite or withdraw what is there must be allowed, or stands here with the reason why not', () => {
		const SAYS_SO =
			/\b(replac|overwrit|remov|revok|withdraw|clear|drop|disabl|deactivat|rotat|tak(e|es|en) away|los(e|es|t)\b|stops? |instead of|exactly th|from now on|no longer|invalid)/i;
		const requestsOf = (operation: Operation) =>
			(operation.kind === 'flow' ? operation.uses : [operation]).filter(
				({ effect }) => effect !== 'read',
			);
		/**
		 * A request that changes what is there: sending a creation or a start again would not do the
		 * same.
		 */
		const changes = (operation: Operation) =>
			requestsOf(operation).some(({ method, effect }) => method !== 'POST' || effect === 'write');
		const saysSo = ({ name, action, description }: Operation) =>
			[name, action, description].some((text) => SAYS_SO.test(text));
		const isGuarded = ({ answers: { secret }, settings = {}, ...operation }: Operation) =>
			secret !== undefined ||
			'allowAsTool' in toolFields({ settings, answers: {}, ...operation } as Operation) ||
			Object.values(settings).some(({ spec }) => spec.confirms?.why);
		const open = allOperations
			.filter(
				({ operation }) =>
					requestsOf(operation).length > 0 &&
					!isGuarded(operation) &&
					(changes(operation) || saysSo(operation)),
			)
			.map(({ area, name }) => `${area} ${name}`);
		const listed = Object.values(NEED_NOBODY).flat();
		expect({
			'neither guarded nor listed': open.filter((each) => !listed.includes(each)),
			'listed for nothing': listed.filter((each) => !open.includes(each)),
		}).toEqual({ 'neither guarded nor listed': [], 'listed for nothing': [] });
		expect(new Set(listed).size).toBe(listed.length);
		// One value at a time, so nothing is lost that was not named; and never who may sign in, or do
		// what.
		const fieldsOf = (each: string) =>
			allOperations
				.filter(({ area, name }) => `${area} ${name}` === each)
				.flatMap(({ operation }) =>
					Object.entries<Field>({ ...inputFields(operation), ...operation.settings }).filter(
						([key, field]) =>
							!(key === 'clearFields' && rulesOf(field).includes('one of: `description`')),
					),
				);
		const more = NEED_NOBODY[
			'changes a name, a description or one setting of one record; the others stay, and what was there can be set again'
		]!.flatMap((each) =>
			fieldsOf(each)
				.filter(
					([name, { spec }]) =>
						['choices', 'json', 'list', 'object', 'pairs', 'rows', 'spread'].includes(spec.kind) ||
						/^(active|admin|login|owner|password|permissions|roles?)(Ids?)?$/.test(name) ||
						spec.secret === true,
				)
				.map(([name]) => `${each}: ${name}`),
		);
		expect(more).toEqual(['Orchestration environment.upsert: owner']);
	});

	test('every operation that wants a person can be tried: nothing but reads is sent, and it says what would be', async () => {
		const guarded = allOperations.filter(({ operation }) => 'dryRun' in toolFields(operation));
		for (const named of guarded) {
			const { outputs } = await tried(named, { ...PREPARED[named.name], dryRun: true });
			const wouldSend = expect.arrayContaining([
				expect.stringMatching(/^(DELETE|PATCH|POST|PUT) \//),
			]) as string[];
			expect({ at: named.name, outputs }).toMatchObject({
				outputs: [
					{
						json: {
							dryRun: true,
							action: named.operation.action,
							wouldSend,
							result: 'Nothing was changed.',
						},
					},
				],
			});
			expect(
				scripted.server.asked
					.filter(({ operation }) => operation?.effect !== 'read')
					.map(({ method, path }) => `${named.name}: ${method} ${path}`),
			).toEqual([]);
		}
		expect(guarded.length).toBeGreaterThan(100);
	});

	test('every operation whose output is secret is refused, and nothing is sent', async () => {
		const secret = allOperations.filter(({ operation }) => operation.answers.secret);
		for (const named of secret)
			expect(await tried(named, { allowAsTool: true })).toMatchObject({
				message: expect.stringMatching(
					/ is not for agents, because its output is secret: /,
				) as string,
				sent: 0,
			});
		expect(secret.length).toBeGreaterThan(8);
	});

	test('every operation that has something sensitive in its output does not show it to a model', async () => {
		const sensitive = allOperations.filter(
			({ operation }) =>
				operation.kind === 'request' && operation.answers.sensitive && !operation.answers.secret,
		);
		for (const named of sensitive) {
			const marks = Object.fromEntries(
				named.operation.answers.sensitive!.map((name) => [name, { inside: 's3cr3t' }]),
			);
			scripted.server.script = ({ operation, path }) => {
				if (!operation) return undefined;
				// An update reads the record first, and checks that it is the right one.
				const record = {
					...goodRecord(operation.answers, 0),
					id: path.split('/').at(-1),
					...marks,
					nested: [marks],
				};
				return {
					...goodAnswer(operation),
					body: JSON.stringify(operation.answers.kind === 'list' ? [record] : record),
				};
			};
			const { outputs } = await tried(named, { simplify: false, allowAsTool: true });
			expect(outputs).toHaveLength(1);
			expect(JSON.stringify(outputs)).toContain('not shown to agents');
			expect(JSON.stringify(outputs)).not.toContain('s3cr3t');
			expect(JSON.stringify(await scripted.perform(named, { simplify: false }))).toContain(
				's3cr3t',
			);
		}
		expect(sensitive.length).toBeGreaterThan(5);
	});
});
