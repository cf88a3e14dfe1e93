/** What holds for all resources of Administration, and the subscription. */
import type { IDataObject } from 'n8n-workflow';

import { licenseOf } from '../../../emulator/areas/account/accountStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { TalendCloudAccount } from '../../../nodes/TalendCloudAccount/TalendCloudAccount.node';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { changed } from '../../support/changed';
import { byId, byName, environmentNamed, userNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { expectRefused, expectRequestRefused, platform, run, state, succeed } from './stage';

describe('subscription', () => {
	test('the subscription has the support level, the tokens and the engines', async () => {
		fact('A.40', 'A.41', 'A.107');
		const [subscription] = await succeed('subscription', 'get');
		expect(subscription).toMatchObject({
			supportLevel: 'Mission Critical',
			tokensStatus: { total: 100, consumed: 42 },
		});
		expect(subscription!.enginesStatus).toEqual(
			expect.arrayContaining([{ type: 'CLOUD', consumed: 4 }]),
		);
	});

	test('the tokens, engines and seats of the subscription have the documented fields', async () => {
		fact('A.39', 'A.42');
		const [subscription] = await succeed('subscription', 'get');
		const { tokensStatus, enginesStatus, seats } = subscription as {
			tokensStatus: unknown;
			enginesStatus: unknown[];
			seats: unknown[];
		};
		expect(
			[
				schemaFindings('A.TokensStatus', tokensStatus),
				...enginesStatus.map((each) => schemaFindings('A.EngineStatus', each)),
				...seats.map((each) => schemaFindings('A.Seat', each)),
			].flat(),
		).toEqual([]);
	});

	test('a missing subscription is reported', async () => {
		fact('A.108');
		changed(licenseOf(state()), { subscription: undefined });
		expect((await run('subscription', 'get')).error).toMatchObject({
			httpCode: '404',
			message: 'The account has no subscription',
		});
	});

	test('the permission that reading the subscription requires is named', async () => {
		fact('A.108', 'A.136');
		const permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		changed(state().serviceAccounts.get(DEMO_ACCOUNT.id)!, { permissions });
		const { error } = await run('subscription', 'get');
		expect(error!.description).toContain('TMC_SUBSCRIPTION_MANAGEMENT');
	});
});

describe('refused before anything is sent', () => {
	test.each<{
		what: string;
		resource: string;
		operation: string;
		parameters: Record<string, unknown>;
		message: string;
	}>([
		{
			what: 'an end before the beginning',
			resource: 'auditLog',
			operation: 'getMany',
			parameters: { filters: { fromDate: '2026-03-02', toDate: '2026-03-01' } },
			message: '"To Date" must not be before "From Date"',
		},
		{
			what: 'a beginning in the future',
			resource: 'auditLog',
			operation: 'getMany',
			parameters: { filters: { fromDate: '2036-03-02' } },
			message: '"From Date" must not be in the future',
		},
		{
			what: 'an invalid date',
			resource: 'auditLog',
			operation: 'getMany',
			parameters: { filters: { fromDate: 'yesterday' } },
			message: '"From Date" must be a date and time, such as 2026-03-31T08:00:00Z',
		},
		{
			what: 'a log ID that is not a UUID',
			resource: 'auditLog',
			operation: 'getMany',
			parameters: { filters: { fromId: '4711' } },
			message: '"From ID" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		},
		{
			what: 'a page size of 1001',
			resource: 'auditLog',
			operation: 'getMany',
			parameters: { filters: { size: 1001 } },
			message: '"Page Size" must be at most 1000',
		},
		{
			what: 'a page 0',
			resource: 'auditLog',
			operation: 'getMany',
			parameters: { filters: { page: 0 } },
			message: '"Page" must be at least 1',
		},
		{
			what: 'no name',
			resource: 'serviceAccount',
			operation: 'create',
			parameters: { name: '={{ "" }}', permissions: ['TMC_OPERATOR'] },
			message: '"Name" is required',
		},
		{
			what: 'no permissions',
			resource: 'serviceAccount',
			operation: 'create',
			parameters: { name: 'x', permissions: '={{ [] }}' },
			message: '"Permissions" is required',
		},
		{
			what: 'a service account ".."',
			resource: 'serviceAccount',
			operation: 'get',
			parameters: { id: byId('..') },
			message: '"Service Account" must not be "." or ".."',
		},
		{
			what: 'a batch size of 0',
			resource: 'workspacePermission',
			operation: 'deleteManyForUsers',
			parameters: { userIds: 'u', allWorkspaces: true, options: { batchSize: 0 } },
			message: '"Batch Size" must be at least 1',
		},
	])(
		'Administration refuses $what before anything is sent',
		async ({ resource, operation, parameters, message }) =>
			await expectRefused(resource, operation, parameters as IDataObject, message),
	);
});

test.each([
	'fromDate=2036-03-01T00:00:00Z',
	'fromDate=2026-03-02T00:00:00Z&toDate=2026-03-01T00:00:00Z',
	'toDate=soon',
])('audit logs with %s are refused by the platform', async (query) => {
	fact('A.95', 'A.96', 'A.100');
	await expectRequestRefused(`/security/audit/logs?${query}`);
});

test('a list of permissions with an unknown parameter is refused by the platform', async () => {
	fact('A.84');
	await expectRequestRefused('/security/permissions?userIds=a');
});

test('each region is a choice, with its address as audience', () => {
	fact('A.4', 'A.5', 'A.12');
	const { properties } = new TalendCloudAccount().description;
	const regions = properties.find(({ name }) => name === 'audience')!.options as Array<{
		name: string;
		value: string;
	}>;
	expect(regions).toEqual([
		{ name: 'Another Address', value: 'other' },
		{ name: 'Asia Pacific', value: 'https://api.ap.cloud.talend.com/' },
		{ name: 'Australia', value: 'https://api.au.cloud.talend.com/' },
		{ name: 'Europe', value: 'https://api.eu.cloud.talend.com/' },
		{ name: 'United States East', value: 'https://api.us.cloud.talend.com/' },
		{ name: 'United States West', value: 'https://api.us-west.cloud.talend.com/' },
	]);
});

test('users and workspaces are chosen by name', async () => {
	const finance = workspaceIn(state(), 'Production', 'Finance');
	// Two workspaces are called Finance; within one environment the name is enough.
	const { error } = await run('workspacePermission', 'getForUser', {
		workspaceId: byName('Finance'),
		userId: byName('ana.demo'),
	});
	expect(error!.message).toMatch(/^"Workspace" is "Finance", which matches 2 records/);
	expect(
		await succeed('workspacePermission', 'getForUser', {
			workspaceId: byId(finance.id),
			userId: byName('ana.demo'),
		}),
	).toEqual([expect.objectContaining({ userId: userNamed(state(), 'ana.demo') })]);
	expect(
		await succeed('workspacePermission', 'getManyForUsers', {
			returnAll: true,
			filters: {
				environmentId: byId(environmentNamed(state(), 'Production').id),
				workspaceId: byName('Finance'),
				userId: byName('ana.demo'),
			},
		}),
	).toHaveLength(1);
	expect(orchestrationOf(state()).workspaces.get(finance.id)!.members).toContain('ana.demo');
});

judgeRequests(platform, 'Account', ['subscription']);
