/** What is different where a model uses a node: as a tool of an agent, or over MCP. */
import { type IDataObject, NodeHelpers } from 'n8n-workflow';

import { DEMO } from '../../emulator/seed';
import { allFields, toolFields } from '../../nodes/shared/declare/define';
import type { Fields } from '../../nodes/shared/declare/field';
import { isTopLevel } from '../../nodes/shared/declare/layout';
import type { Operation } from '../../nodes/shared/declare/operation';
import { nodeTypes } from '../support/engine';
import { allOperations, type Named } from '../support/performing';
import { platformForEach } from '../support/platform';
import { goodAnswer, goodRecord } from '../support/scripted';
import { scriptedForAll } from '../support/scriptedForAll';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const toolEntryPoints = ['tool', 'agent'] as const;

describe.each(toolEntryPoints)('on the emulator (%s)', (entryPoint) => {
	const platform = platformForEach();

	/** A call with what a model fills in. */
	const call = async (node: string, resource: string, operation: string, parameters: IDataObject, filledIn: IDataObject = {}) =>
		await platform.run(node, resource, operation, parameters, { entryPoint, items: [{ json: filledIn }] });

	const environment = async () => {
		const { items } = await platform.run('Orchestration', 'environment', 'create', { name: 'To go', workspaceName: 'W' });
		platform.forget();
		return byId(String(items[0]!.json.id));
	};

	test.each(["={{ $fromAI('confirm', '', 'boolean') }}", '={{ $json.confirm }}', '={{ true }}', '=true', '={{ $json }}', "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Delete_with_All_Contents', ``, 'boolean') }}"])('a confirmation %s is refused', async (confirmDeletion) => {
		const { error } = await call('Orchestration', 'environment', 'delete', { Id: await environment(), confirmDeletion }, { confirm: true });
		expect(error!.message).toBe('Delete with All Contents must be switched on or off in the node by a person: an expression, or a value that the model fills in, does not count' + (entryPoint === 'agent' ? '. Nothing was sent.' : ''));
		expect(platform.emulator.log).toEqual([]);
	});

	test('a confirmation of a person counts', async () => {
		const { error, items } = await call('Orchestration', 'environment', 'delete', { Id: await environment(), confirmDeletion: true });
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ deleted: true });
	});

	test('in a workflow, a confirmation may be an expression, and deleting one record needs none', async () => {
		const { error } = await platform.run('Orchestration', 'environment', 'delete', { Id: await environment(), confirmDeletion: '={{ true }}' });
		expect(error).toBeUndefined();
		const gone = await platform.run('Processing', 'runProfile', 'delete', { runProfileId: byId('never-was') });
		expect(gone.error).toMatchObject({ httpCode: '404' });
	});

	test('missing input is asked for with the name of its parameter', async () => {
		const { error } = await call('Processing', 'taskExecution', 'get', { executionId: byId("={{ $fromAI('id', '', 'string') }}") }, { id: '' });
		const answer = entryPoint === 'agent' ? error!.message : `${error!.message}. ${error!.description}`;
		expect(answer).toBe('Choose an execution: what was given is empty. "Execution" (executionId) is required. Nothing was sent.');
		expect(platform.emulator.log).toEqual([]);
	});

	test('a deletion must be allowed by a person', async () => {
		const refusals = [false, "={{ $fromAI('allow', '', 'boolean') }}"].map(async (allowAsTool) => await call('Processing', 'runProfile', 'delete', { runProfileId: byId('a-profile'), allowAsTool }, { allow: true }));
		const [without, filled] = await Promise.all(refusals);
		expect(without!.error!.message).toMatch(/^Allow the Agent to Do This must be switched on in the node by a person before an agent can delete a run profile/);
		expect(filled!.error!.message).toMatch(/^Allow the Agent to Do This must be switched on or off in the node by a person/);
		expect(platform.emulator.log).toEqual([]);
		const { error } = await call('Processing', 'runProfile', 'delete', { runProfileId: byId('never-was'), allowAsTool: true });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('a dry run says what would be sent, and changes nothing', async () => {
		const { items } = await call('Processing', 'runProfile', 'delete', { runProfileId: byId('a profile'), dryRun: "={{ $fromAI('dry', '', 'boolean') }}" }, { dry: true });
		expect(items[0]!.json).toEqual({ dryRun: true, action: 'Delete a run profile', wouldSend: ['DELETE /processing/run-profiles/a%20profile'], values: { runProfileId: 'a profile' }, result: 'Nothing was changed.', ...(entryPoint === 'agent' ? { needs: 'Before an agent can do this, a person must switch on in the node: Allow the Agent to Do This.' } : {}) });
		const all = await call('Account', 'workspacePermission', 'deleteManyForUsers', { allUsers: true, workspaceIds: ['57f64991e4b0b689a64feed2'], dryRun: true });
		expect(all.items[0]!.json).toMatchObject({ wouldSend: ['DELETE /security/permissions/batch'], values: { workspaceIds: ['57f64991e4b0b689a64feed2'], allUsers: true } });
		expect(platform.emulator.log).toEqual([]);
	});

	test('a dry run needs no confirmation, and says which it would need', async () => {
		const environmentId = await environment();
		const { error, items } = await call('Orchestration', 'environment', 'delete', { Id: environmentId, confirmDeletion: false, dryRun: true });
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ wouldSend: [`DELETE /orchestration/environments/${environmentId.value}`], values: { confirmDeletion: false }, needs: 'Before an agent can do this, a person must switch on in the node: Delete with All Contents.' });
		expect(platform.emulator.log).toEqual([]);
		// Nor does it without the dry run.
		const { error: refused } = await call('Orchestration', 'environment', 'delete', { Id: environmentId, confirmDeletion: false });
		expect(refused!.message).toMatch(/^Delete with All Contents must be switched on/);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a switch that keeps what is there cannot be switched off by a model', async () => {
		const { error } = await call('SCIM', 'group', 'replace', { id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'), keepOthers: "={{ $fromAI('keep', '', 'boolean') }}", allowAsTool: true, updateFields: { displayName: 'X' } }, { keep: false });
		expect(error!.message).toMatch(/^Keep Other Attributes must be switched on or off in the node by a person/);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a list that goes on says so', async () => {
		const { items } = await call('Processing', 'taskExecution', 'getMany', { filters: {}, returnAll: false, limit: 2, simplify: true });
		expect(items).toHaveLength(3);
		expect(items[2]!.json).toEqual({ result: 'There may be more: only 2 were asked for. Narrow the list down with a filter, or ask for more with Limit.' });
		expect((await platform.run('Processing', 'taskExecution', 'getMany', { filters: {}, returnAll: false, limit: 2, simplify: true })).items).toHaveLength(2);
	});

	test('an empty list says so', async () => {
		const { items } = await call('Processing', 'taskExecution', 'getMany', { filters: { from: '2001-01-01', to: '2001-01-02' } });
		expect(items).toEqual([{ json: { result: 'Nothing was found: the list is empty.' }, pairedItem: { item: 0 } }]);
		const inWorkflow = await platform.run('Processing', 'taskExecution', 'getMany', { filters: { from: '2001-01-01', to: '2001-01-02' } });
		expect(inWorkflow.items).toEqual([]);
	});

	test('a model can read what to do about an error: in the message, if n8n passes nothing else to the model', async () => {
		const read = ({ message, description }: Error & { description?: string | null }) => (entryPoint === 'agent' ? message : `${message}. ${description}`);
		const { error } = await call('Processing', 'runProfile', 'get', { runProfileId: byId('never-was') });
		expect(read(error!)).toMatch(/^Run profile never-was was not found\. Check the ID, .*\(Status 404/);
		const failed = await call('Processing', 'taskExecution', 'runAndWait', { executable: { __rl: true, mode: 'name', value: DEMO.failingTask }, timeLimit: 5, failOnFailure: true });
		expect(read(failed.error!)).toMatch(/^The task failed: .*\. Execution [0-9a-f-]{36} ended as execution_failed/);
	});

	test('the secret of a new service account never reaches a model', async () => {
		const { error } = await call('Account', 'serviceAccount', 'create', { name: 'By a model', permissions: ['TMC_OPERATOR'] });
		expect(error!.message).toMatch(/^Operation Create is not for agents, because its output is secret: it is shown only once\. A person can run it in a workflow/);
		expect(platform.emulator.log).toEqual([]);
	});
});

test.each([
	['Orchestration', 'environment', 'delete', 'Delete an environment with all its contents'],
	['Orchestration', 'workspace', 'delete', 'Delete a workspace with all its contents'],
	['Orchestration', 'artifact', 'delete', 'Delete an artifact with all its versions'],
	['Orchestration', 'task', 'delete', 'Delete a task with its schedule'],
	['Orchestration', 'task', 'replace', 'Replace a task as a whole'],
	['Engines', 'dynamicEngine', 'delete', 'Delete a dynamic engine with all that belongs to it'],
	['Engines', 'dataPlane', 'delete', 'Delete a data plane with the cluster created for it'],
	['Catalog', 'customAttribute', 'delete', 'Delete a custom attribute with all its values'],
	['Catalog', 'sharing', 'replace', 'Replace all access to an object'],
	['Account', 'user', 'setRoles', 'Set all roles of a user and revoke others'],
	['Account', 'group', 'setMembers', 'Set all members of a group and remove others'],
	['Account', 'workspacePermission', 'setForUser', 'Set all permissions of a user on a workspace'],
	['SCIM', 'group', 'replace', 'Replace the name or all members of a group'],
	['SCIM', 'role', 'replace', 'Replace the name or all permissions of a role'],
	['Security', 'ipAllowlist', 'update', 'Update the IP allowlist or replace its addresses'],
	['Security', 'ipAllowlist', 'delete', 'Delete the IP allowlist with all its addresses'],
	['Processing', 'promotionExecution', 'promoteAndWait', 'Promote without undo and wait for the end'],
	['Processing', 'promotionExecution', 'start', 'Start a promotion without undo'],
])('the description for the model says what else is lost: %s, %s, %s', (area, resource, operation, told) => {
	const type = nodeTypes[area]!;
	const parameters = { descriptionType: 'auto', resource, operation };
	expect(NodeHelpers.getToolDescriptionForNode({ id: 'n', name: 'N', type: `${type.description.name}Tool`, typeVersion: 1, position: [0, 0], parameters }, type)).toBe(`${told} in ${type.description.defaults.name}`);
});

describe('every operation', () => {
	const scripted = scriptedForAll();

	const tried = async (named: Named, parameters: IDataObject = {}) => {
		scripted.server.asked = [];
		const outputs = await scripted.perform(named, parameters, true).catch((error: unknown) => error as Error);
		return { outputs, message: outputs instanceof Error ? outputs.message : '', sent: scripted.server.asked.length };
	};

	test('that deletes is refused, and nothing is sent, unless it is allowed', async () => {
		const wanted = allOperations.filter(({ operation }) => 'allowAsTool' in toolFields(operation));
		const through = [];
		for (const named of wanted) {
			const { message, sent } = await tried(named);
			if (!message.startsWith('Allow the Agent to Do This must be switched on') || sent > 0) through.push(named.name);
		}
		console.log(`operations that an agent must be allowed: ${wanted.length}`);
		expect(through).toEqual([]);
		const confirmed = allOperations.filter(({ operation }) => operation.kind === 'request' && operation.method === 'DELETE' && !wanted.some((other) => other.operation === operation));
		// Those have a confirmation that a rule asks for, in a workflow, too.
		const unsure = confirmed.filter(({ operation: { settings = {}, rules = [] } }) => !rules.some(({ field }) => settings[field]?.spec.confirms));
		expect(unsure.map(({ name }) => name)).toEqual([]);
		expect(confirmed.map(({ name }) => name)).toEqual(expect.arrayContaining(['environment.delete', 'workspace.delete', 'ipAllowlist.delete']));
	});

	test('that takes something away must be allowed or confirmed, whichever request it sends', () => {
		const guarded = (operation: Operation) => 'dryRun' in toolFields(operation);
		const deletes = allOperations.filter(({ operation }) => (operation.kind === 'flow' ? operation.uses : [operation]).some(({ method }) => method === 'DELETE'));
		// It ends only the execution that it has started.
		expect(deletes.filter(({ operation }) => !guarded(operation)).map(({ name }) => name)).toEqual(['taskExecution.runAndWait']);
		const replaces = allOperations.filter(({ operation: { name } }) => /^(Patch|Replace|Set (for|Members|Roles)|Update Many|Create Many)/.test(name));
		expect(replaces.length).toBeGreaterThan(14);
		expect(replaces.filter(({ operation }) => !('allowAsTool' in toolFields(operation)) && !Object.values(operation.settings ?? {}).some(({ spec }) => spec.confirms?.why)).map(({ name }) => name)).toEqual([]);
		// Only there it is known whether a person set it.
		const nested = (fields: Fields): string[] => Object.entries(fields).flatMap(([name, { spec }]) => [...(spec.confirms ? [name] : []), ...nested(spec.fields ?? {})]);
		for (const { operation } of allOperations)
			for (const field of Object.values(allFields(operation))) {
				if (field.spec.confirms) expect(isTopLevel(field)).toBe(true);
				expect(nested(field.spec.fields ?? {})).toEqual([]);
			}
		// A switch that decides how much stays.
		const keeps = allOperations.flatMap(({ name, operation }) => Object.entries(operation.settings ?? {}).filter(([key, { spec }]) => key.startsWith('keep') && spec.initial === true).map(([key, { spec }]) => ({ at: `${name}: ${key}`, confirms: spec.confirms !== undefined })));
		expect(keeps.length).toBeGreaterThan(3);
		expect(keeps.filter(({ confirms }) => !confirms)).toEqual([]);
	});

	test('that wants a person can be tried: nothing but reads is sent, and it says what would be', async () => {
		const guarded = allOperations.filter(({ operation }) => 'dryRun' in toolFields(operation));
		for (const named of guarded) {
			const { outputs } = await tried(named, { dryRun: true });
			const wouldSend = expect.arrayContaining([expect.stringMatching(/^(DELETE|PATCH|POST|PUT) \//)]) as string[];
			expect({ at: named.name, outputs }).toMatchObject({ outputs: [{ json: { dryRun: true, action: named.operation.action, wouldSend, result: 'Nothing was changed.' } }] });
			expect(scripted.server.asked.filter(({ operation }) => operation?.effect !== 'read').map(({ method, path }) => `${named.name}: ${method} ${path}`)).toEqual([]);
		}
		expect(guarded.length).toBeGreaterThan(100);
	});

	test('whose output is secret is refused, and nothing is sent', async () => {
		const secret = allOperations.filter(({ operation }) => operation.answers.secret);
		for (const named of secret) expect(await tried(named, { allowAsTool: true })).toMatchObject({ message: expect.stringMatching(/ is not for agents, because its output is secret: /) as string, sent: 0 });
		expect(secret.length).toBeGreaterThan(8);
	});

	test('that has something sensitive in its output does not show it to a model', async () => {
		const sensitive = allOperations.filter(({ operation }) => operation.kind === 'request' && operation.answers.sensitive && !operation.answers.secret);
		for (const named of sensitive) {
			const marks = Object.fromEntries(named.operation.answers.sensitive!.map((name) => [name, { inside: 's3cr3t' }]));
			scripted.server.script = ({ operation, path }) => {
				if (!operation) return undefined;
				// An update reads the record first, and checks that it is the right one.
				const record = { ...goodRecord(operation.answers, 0), id: path.split('/').at(-1), ...marks, nested: [marks] };
				return { ...goodAnswer(operation), body: JSON.stringify(operation.answers.kind === 'list' ? [record] : record) };
			};
			const { outputs } = await tried(named, { simplify: false, allowAsTool: true });
			expect(outputs).toHaveLength(1);
			expect(JSON.stringify(outputs)).toContain('not shown to agents');
			expect(JSON.stringify(outputs)).not.toContain('s3cr3t');
			expect(JSON.stringify(await scripted.perform(named, { simplify: false }))).toContain('s3cr3t');
		}
		expect(sensitive.length).toBeGreaterThan(5);
	});
});
