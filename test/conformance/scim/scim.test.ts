/** What holds for all resources of SCIM: discovery, and what is refused. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { ask as askOf } from '../../support/ask';
import { changed } from '../../support/changed';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { startPlatform } from '../../support/platform';
import { ask, expectRefused, newUser, platform, run, state, succeed, USER_SCHEMA } from './stage';

describe('discovery', () => {
	test('schemas are listed, all or by a filter', async () => {
		fact('A.110', 'A.112');
		const names = async (filters: IDataObject = {}) =>
			(await succeed('schema', 'getMany', { returnAll: true, filters })).map(({ name }) => name);
		expect(await names()).toEqual(['User', 'Group', 'Role']);
		expect(await names({ filter: 'name eq "Group"' })).toEqual(['Group']);
	});

	test('a schema says what its attributes are', async () => {
		fact('A.110', 'A.113');
		const [user] = await succeed('schema', 'get', { id: byId(USER_SCHEMA) });
		const attributes = user!.attributes as IDataObject[];
		expect(attributes.find(({ name }) => name === 'userName')).toMatchObject({
			type: 'string',
			required: true,
			uniqueness: 'server',
		});
	});

	test('an unknown schema is not found', async () => {
		fact('A.113');
		const { error } = await run('schema', 'get', { id: byId('urn:none') });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('types of resources are listed, all or by a filter', async () => {
		fact('A.114');
		const types = await succeed('resourceType', 'getMany', { returnAll: true });
		expect(types.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups', '/Roles']);
		const filtered = await succeed('resourceType', 'getMany', {
			filters: { filter: 'id eq "Role"' },
		});
		expect(filtered.map(({ id }) => id)).toEqual(['Role']);
	});

	test('a type of resources is read with its schema', async () => {
		fact('A.115');
		expect(await succeed('resourceType', 'get', { id: byName('Group') })).toEqual([
			expect.objectContaining({ schema: 'urn:ietf:params:scim:schemas:core:2.0:Group' }),
		]);
	});

	test('the supported features are read', async () => {
		fact('A.110', 'A.111');
		expect(await succeed('serviceProviderConfig', 'get')).toEqual([
			expect.objectContaining({ patch: { supported: true }, sort: { supported: true } }),
		]);
	});
});

describe('refusals', () => {
	test('a missing permission is named', async () => {
		const permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		changed(state().serviceAccounts.get(DEMO_ACCOUNT.id)!, { permissions });
		const users = await run('user', 'getMany');
		const groups = await run('group', 'getMany');
		expect(users.error).toMatchObject({ httpCode: '403' });
		expect(users.error!.description).toContain('TMC_USER_MANAGEMENT');
		expect(groups.error!.description).toContain('TMC_GROUP_MANAGEMENT');
	});

	test('a personal access token can be used for SCIM', async () => {
		fact('A.109', 'A.131');
		expect(await ask('GET /scim/v2/Users?count=1')).toMatchObject({
			status: 200,
			body: { itemsPerPage: 1, startIndex: 1 },
		});
	});

	test('an unknown token cannot be used for SCIM', async () => {
		fact('A.109', 'A.131');
		expect(
			await ask('GET /scim/v2/Users', undefined, { authorization: 'Bearer nonsense' }),
		).toMatchObject({ status: 401, body: { status: '401' } });
	});

	test('the node continues after a 429 at the time in X-RateLimit-Reset', async () => {
		fact('A.143', 'A.146');
		const limited = await startPlatform({ limits: { perMinute: { scim: 5 } } });
		try {
			const started = limited.emulator.clock.now();
			const items = Array.from({ length: 12 }, () => ({ json: {} }));
			const { error, items: out } = await limited.run(
				'SCIM',
				'serviceProviderConfig',
				'get',
				{},
				{ items },
			);
			expect(error).toBeUndefined();
			expect(out).toHaveLength(12);
			expect(limited.emulator.clock.now() - started).toBeGreaterThanOrEqual(60_000);
			for (let index = 0; index < 6; index++)
				await askOf(limited, 'GET /scim/v2/ServiceProviderConfig');
			const refused = await askOf(limited, 'GET /scim/v2/ServiceProviderConfig');
			expect(refused.status).toBe(429);
			expect(
				Object.fromEntries([...refused.headers].filter(([name]) => /ratelimit|retry/.test(name))),
			).toEqual({
				'x-ratelimit-limit': '5',
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
			});
		} finally {
			await limited.close();
		}
	});

	test('no error contains a password', async () => {
		const { error } = await run(
			'user',
			'create',
			newUser('ana.demo', { additionalFields: { password: 'a-first-password' } }),
		);
		expect(error).toMatchObject({ httpCode: '409' });
		expect(JSON.stringify(error)).not.toContain('a-first-password');
	});
});

describe('refused before anything is sent', () => {
	const id = byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11');
	const patch = (...rows: unknown[]) => ({ id, operationsJson: JSON.stringify(rows) });
	const where = (...rows: unknown[]) => ({ filters: { conditions: { rows } } });
	test.each<{
		what: string;
		resource: string;
		operation: string;
		parameters: Record<string, unknown>;
		message: string;
	}>([
		{
			what: 'a start index of 0',
			resource: 'user',
			operation: 'getMany',
			parameters: { filters: { startIndex: 0 } },
			message: '"Start Index" must be at least 1',
		},
		{
			what: 'a start index of 0 in a search',
			resource: 'user',
			operation: 'search',
			parameters: { filters: { startIndex: 0 } },
			message: '"Start Index" must be at least 1',
		},
		{
			what: 'an ID that is not a UUID',
			resource: 'user',
			operation: 'get',
			parameters: { id: byId('4711') },
			message: '"User" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		},
		{
			what: 'a group ID that is not a UUID',
			resource: 'group',
			operation: 'delete',
			parameters: { id: byId('4711') },
			message: '"Group" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		},
		{
			what: 'a direction that there is not',
			resource: 'user',
			operation: 'getMany',
			parameters: { filters: { sortOrder: 'sideways' } },
			message: '"Sort Order" must be one of ascending, descending',
		},
		{
			what: 'a user without a last name',
			resource: 'user',
			operation: 'create',
			parameters: { userName: 'x', name: { givenName: 'X', familyName: '={{ "" }}' } },
			message: '"Name: Family Name" is required',
		},
		{
			what: 'a patch without changes',
			resource: 'user',
			operation: 'patch',
			parameters: patch(),
			message: '"Changes" is required',
		},
		{
			what: 'a change of no known kind',
			resource: 'user',
			operation: 'patch',
			parameters: patch({ op: 'move', path: 'title', value: 'x' }),
			message: '"Changes, row 1: Operation" must be one of add, remove, replace',
		},
		{
			what: 'a removal without a path',
			resource: 'user',
			operation: 'patch',
			parameters: patch({ op: 'replace', path: 'title', value: 'x' }, { op: 'remove' }),
			message: '"Changes" must have a path in row 2: it says what to remove',
		},
		{
			what: 'a replacement without a value',
			resource: 'group',
			operation: 'patch',
			parameters: patch({ op: 'replace', path: 'displayName' }),
			message: '"Changes" must have a value in row 1',
		},
		{
			what: 'a value that begins as JSON and is none',
			resource: 'user',
			operation: 'patch',
			parameters: patch({ op: 'add', path: 'emails', value: '[{"value": ' }),
			message: '"Changes, row 1: Value" must be valid JSON',
		},
		{
			what: 'a condition without a value',
			resource: 'user',
			operation: 'getMany',
			parameters: where({ attribute: 'userName', operator: 'eq' }),
			message: '"Conditions" must have a value in row 1',
		},
		{
			what: 'a presence with a value',
			resource: 'user',
			operation: 'getMany',
			parameters: where({ attribute: 'userName', operator: 'pr', value: 'x' }),
			message: '"Conditions" must not have a value in row 1: Is Present compares with nothing',
		},
		{
			what: 'an activity that is neither true nor false',
			resource: 'user',
			operation: 'getMany',
			parameters: where({ attribute: 'active', operator: 'eq', value: 'yes' }),
			message: '"Conditions" must be Is or Is Not with true or false for Active in row 1',
		},
	])(
		'SCIM Provisioning refuses $what before anything is sent',
		async ({ resource, operation, parameters, message }) =>
			await expectRefused(resource, operation, parameters as IDataObject, message),
	);
});

judgeRequests(platform, 'SCIM', ['schema', 'resourceType', 'serviceProviderConfig']);
