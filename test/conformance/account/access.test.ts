/** Who may do what: users, roles, groups and permissions in one table. */
import { scimOf } from '../../../emulator/areas/scim/records';
import { areaOf } from '../../support/area';
import { userNamed, workspaceIn } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach({ keepAnswers: true });
const { done, run } = areaOf('Account', () => platform);
const state = () => platform.emulator.state;

test('one item for each user and workspace, by names; users without a workspace have one, too', async () => {
	const all = await done('user', 'getAccess');
	expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
	expect(new Set(all.map(({ userId }) => userId)).size).toBe(scimOf(state()).users.size);
	const ana = all.filter(({ userId }) => userId === userNamed(state(), 'ana.demo'));
	expect(ana.map(({ environment, workspace }) => `${String(environment)}/${String(workspace)}`).sort()).toEqual(['Development/Finance', 'Development/Shared', 'Production/Finance', 'Production/Shared']);
	expect(ana[0]).toMatchObject({ login: 'ana.demo', active: true, groups: ['Finance'], workspacePermissions: ['AUTHOR', 'EXECUTE', 'MANAGE', 'PUBLISH', 'VIEW'] });
	expect(ana[0]!.rolePermissions).toEqual(expect.arrayContaining(['TMC_ENVIRONMENT_MANAGEMENT']));
	expect(ana.map(({ workspaceId }) => workspaceId)).toContain(workspaceIn(state(), 'Production', 'Finance').id);
	expect(JSON.stringify(ana.map(({ roles }) => roles))).not.toMatch(/[0-9a-f]{8}-/);
	expect(all.some(({ workspaceId, workspacePermissions }) => workspaceId === null && (workspacePermissions as string[]).length === 0)).toBe(true);
	expect(platform.emulator.log.every(({ method, operation }) => method === 'GET' || operation?.includes('token'))).toBe(true);
});

test('what may not be read is missing, and a hint says so; without users or permissions there is no table', async () => {
	for (const list of ['roles', 'groups']) platform.emulator.faults.add({ operation: `GET /account/${list}`, status: 403 });
	platform.emulator.faults.add({ operation: 'GET /orchestration/workspaces', status: 403 });
	const { error, items, hints } = await run('user', 'getAccess');
	expect(error).toBeUndefined();
	expect(items.find(({ json }) => json.login === 'ana.demo')!.json).toMatchObject({ groups: [], rolePermissions: [], workspace: null, workspacePermissions: expect.arrayContaining(['VIEW']) as unknown });
	for (const words of ['Groups are missing', 'Names and permissions of roles are missing', 'Names of workspaces are missing']) expect(JSON.stringify(hints)).toContain(words);
	platform.emulator.faults.add({ operation: 'GET /account/users', status: 403 });
	expect((await run('user', 'getAccess')).error).toMatchObject({ httpCode: '403' });
});

test('an agent can ask, too', async () => {
	const { items, error } = await run('user', 'getAccess', {}, { entryPoint: 'tool' });
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(3);
});
