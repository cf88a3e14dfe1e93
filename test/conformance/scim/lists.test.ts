/** Lists of users and groups: their pages, order and filters, and the records to choose from. */
import type { IDataObject } from 'n8n-workflow';

import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { addUser } from '../../../emulator/areas/scim/user';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { byName, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { pick } from '../../support/picking';
import {
	ask,
	platform,
	requests,
	run,
	sentBody,
	state,
	succeed,
	USER_SCHEMA,
	userNames,
} from './stage';

describe('lists', () => {
	test('a simplified list has the most useful fields', async () => {
		const [simple] = await succeed('user', 'getMany', { limit: 1 });
		expect(Object.keys(simple!)).toEqual([
			'userName',
			'displayName',
			'name',
			'active',
			'emails',
			'title',
			'preferredLanguage',
			'groups',
			'roles',
			'id',
		]);
	});

	test('a list that is not simplified keeps the platform’s fields', async () => {
		const [whole] = await succeed('user', 'getMany', { limit: 1, simplify: false });
		expect(whole).toHaveProperty('meta');
	});

	describe('the pages of a list of users', () => {
		const CROWD = { filter: 'userType eq "Crowd"', sortBy: 'userName' };
		const LISTS = [
			['getMany', 'GET /scim/v2/Users'],
			['search', 'POST /scim/v2/Users/.search'],
		] as const;
		beforeAll(() => {
			for (let index = 0; index < 230; index++)
				addUser(state(), platform.emulator.clock.now(), {
					userName: `crowd.${String(index).padStart(3, '0')}`,
					name: { givenName: 'Crowd', familyName: String(index) },
					userType: 'Crowd',
				});
		});

		test.each([
			['without a count', '', 100],
			['with a count', '?count=150', 150],
		])('a page %s has as many users as documented', async (_what, query, count) => {
			fact('A.116', 'A.128', 'A.152');
			const { body } = await ask(`GET /scim/v2/Users${query}`);
			expect((body as { Resources: unknown[] }).Resources).toHaveLength(count);
		});

		test.each(LISTS)(
			'Return All of %s reads all pages, each user once',
			async (operation, endpoint) => {
				fact('A.116', 'A.122');
				platform.clearLog();
				const all = await succeed('user', operation, { returnAll: true, filters: CROWD });
				expect(all).toHaveLength(230);
				expect(new Set(userNames(all)).size).toBe(230);
				expect(requests(endpoint)).toHaveLength(3);
			},
		);

		test.each(LISTS)(
			'%s lists the records from the given position to the limit',
			async (operation) => {
				fact('A.116', 'A.122');
				const all = await succeed('user', operation, { returnAll: true, filters: CROWD });
				const some = await succeed('user', operation, {
					limit: 120,
					filters: { ...CROWD, startIndex: 11 },
				});
				expect(userNames(some)).toEqual(userNames(all).slice(10, 130));
			},
		);
	});

	describe('sorted and chosen', () => {
		test('a list is sorted by the attribute, in either direction', async () => {
			fact('A.54', 'A.116', 'A.129');
			const filter = 'userType ne "Crowd" or userName sw "crowd.00"';
			const sortedBy = async (sortBy: string, sortOrder?: string) =>
				await succeed('user', 'getMany', {
					returnAll: true,
					simplify: false,
					filters: { filter, sortBy, ...(sortOrder && { sortOrder }) },
				});
			const up = userNames(await sortedBy('userName')) as string[];
			expect(up.length).toBeGreaterThan(1);
			expect(up).toEqual([...up].sort());
			const down = (await sortedBy('name.familyName', 'descending')).map(
				({ name }) => (name as IDataObject).familyName as string,
			);
			expect(down).toHaveLength(up.length);
			expect(down).toEqual([...down].sort().reverse());
		});

		test('a list has only the chosen attributes', async () => {
			fact('A.54', 'A.116');
			const [few] = await succeed('user', 'getMany', {
				limit: 1,
				filters: {
					attributes: 'userName,name.givenName,emails.value',
					filter: 'userName eq "ana.demo"',
				},
			});
			expect(few).toEqual({
				schemas: [USER_SCHEMA],
				id: userNamed(state(), 'ana.demo'),
				userName: 'ana.demo',
				name: { givenName: 'Ana' },
				emails: [{ value: 'ana.demo@example.com' }],
			});
		});

		test('a user is read without the excluded attributes', async () => {
			fact('A.118');
			const [most] = await succeed('user', 'get', {
				id: byName('ana.demo'),
				simplify: false,
				options: { excludedAttributes: 'meta,emails,name.formatted' },
			});
			expect(most).not.toHaveProperty('meta');
			expect(most).not.toHaveProperty('emails');
			expect(most!.name).toEqual({ givenName: 'Ana', familyName: 'Demo' });
		});

		test('a user is read with only a chosen attribute', async () => {
			fact('A.118');
			const [meta] = await succeed('user', 'get', {
				id: byName('ana.demo'),
				options: { attributes: 'meta.created' },
			});
			expect(meta).toEqual({
				schemas: [USER_SCHEMA],
				id: userNamed(state(), 'ana.demo'),
				meta: { created: expect.any(String) as string },
			});
		});

		test('a search shows the chosen attribute first', async () => {
			fact('A.54');
			const [searched] = await succeed('user', 'search', {
				limit: 1,
				filters: { attributes: ['userName'], filter: 'userName eq "ana.demo"' },
			});
			expect(Object.keys(searched!)).toEqual(['userName', 'schemas', 'id']);
		});

		test('an unknown attribute is refused', async () => {
			const { error } = await run('user', 'getMany', { filters: { attributes: 'shoeSize' } });
			expect(error).toMatchObject({ httpCode: '400', message: 'There is no attribute shoeSize' });
		});
	});

	describe('the form of filters', () => {
		// Only one user cannot sign in, and one has a name with quotes.
		beforeAll(() => {
			const now = platform.emulator.clock.now();
			for (const user of scimOf(state()).users.values()) user.attributes.active = true;
			addUser(state(), now, {
				userName: 'odd',
				displayName: 'a "b" \\ c\\',
				name: { givenName: 'O', familyName: 'D' },
				active: true,
			});
			addUser(state(), now, {
				userName: 'off',
				active: false,
				name: { givenName: 'O', familyName: 'F' },
			});
		});

		test.each<{ what: string; rows: unknown; filter: string; found: string[] }>([
			{
				what: 'a user name',
				rows: [{ attribute: 'userName', operator: 'eq', value: 'Bao.Nguyen' }],
				filter: 'userName eq "Bao.Nguyen"',
				found: ['bao.nguyen'],
			},
			{
				what: 'an email address',
				rows: [{ attribute: 'emails.value', operator: 'sw', value: 'chloe' }],
				filter: 'emails.value sw "chloe"',
				found: ['chloe.martin'],
			},
			{
				what: 'a display name',
				rows: [{ attribute: 'displayName', operator: 'co', value: "O'Neill" }],
				filter: 'displayName co "O\'Neill"',
				found: ['emil.oneill'],
			},
			{
				what: 'who can sign in',
				rows: [{ attribute: 'active', operator: 'eq', value: 'false' }],
				filter: 'active eq false',
				found: ['off'],
			},
			{
				what: 'who has an email address',
				rows: [
					{ attribute: 'emails.value', operator: 'pr' },
					{ attribute: 'userName', operator: 'ew', value: '.demo' },
				],
				filter: 'emails.value pr and userName ew ".demo"',
				found: ['ana.demo'],
			},
			{
				what: 'quotes and backslashes',
				rows: [{ attribute: 'displayName', operator: 'eq', value: 'a "b" \\ c\\' }],
				filter: 'displayName eq "a \\"b\\" \\\\ c\\\\"',
				found: ['odd'],
			},
		])('the form filters by $what', async ({ rows, filter, found }) => {
			fact('A.129');
			for (const [operation, read] of [
				['getMany', () => new Map(requests('GET /scim/v2/Users').at(-1)!.query).get('filter')],
				['search', () => sentBody('POST /scim/v2/Users/.search').filter],
			] as const) {
				platform.clearLog();
				const users = await succeed('user', operation, {
					returnAll: true,
					filters: { conditions: { rows } },
				});
				expect(read()).toBe(filter);
				expect(userNames(users)).toEqual(found);
			}
		});
	});

	describe('records to choose from', () => {
		const OF_USER = { resource: 'user', operation: 'get' };
		const offered = async (method: string, typed?: string, area = 'SCIM') =>
			(await pick(platform, area, method, OF_USER, typed)).results;

		test('users are offered in pages of 100', async () => {
			const first = await pick(platform, 'SCIM', 'searchUsers', OF_USER);
			expect(first.results).toHaveLength(100);
			const next = String(first.paginationToken);
			const second = await pick(platform, 'SCIM', 'searchUsers', OF_USER, undefined, next);
			expect(second.results[0]!.value).not.toBe(first.results[0]!.value);
		});

		test('a user is searched by the entered text', async () => {
			expect(await offered('searchUsers', 'chlo')).toEqual([
				{
					name: 'chloe.martin (Chloé Martin)',
					value: userNamed(state(), 'chloe.martin'),
					description: 'Chloé Martin',
				},
			]);
		});

		test('a user is found by a name with quotes and backslashes', async () => {
			addUser(state(), platform.emulator.clock.now(), {
				userName: 'quoted',
				displayName: 'x "y" \\ z',
				name: { givenName: 'Q', familyName: 'U' },
				active: true,
			});
			const found = await offered('searchUsers', 'x "y" \\ z');
			expect(found.map(({ name }) => name)).toEqual([expect.stringMatching(/^quoted/)]);
		});

		test.each([
			{
				what: 'a group',
				area: 'SCIM',
				method: 'searchGroups',
				typed: 'fin',
				found: { name: 'Finance' },
			},
			{
				what: 'a schema',
				area: 'SCIM',
				method: 'searchSchemas',
				typed: 'group',
				found: { name: 'Group', value: 'urn:ietf:params:scim:schemas:core:2.0:Group' },
			},
			{
				what: 'a service account',
				area: 'Account',
				method: 'searchServiceAccounts',
				typed: 'demo',
				found: { name: 'Demo', value: DEMO_ACCOUNT.id },
			},
		])('$what is searched by the entered text', async ({ area, method, typed, found }) => {
			expect(await offered(method, typed, area)).toEqual([expect.objectContaining(found)]);
		});

		test('all types of resources are offered', async () => {
			expect(await offered('searchResourceTypes')).toHaveLength(3);
		});
	});

	test('filter and conditions apply together', async () => {
		platform.clearLog();
		const users = await succeed('user', 'getMany', {
			filters: {
				filter: 'title eq "Analyst" or title eq "Controller"',
				conditions: { rows: [{ attribute: 'userName', operator: 'sw', value: 'c' }] },
			},
		});
		expect(new Map(requests('GET /scim/v2/Users').at(-1)!.query).get('filter')).toBe(
			'(title eq "Analyst" or title eq "Controller") and userName sw "c"',
		);
		expect(userNames(users)).toEqual(['chloe.martin']);
		expect(
			(
				await succeed('group', 'getMany', {
					filters: {
						conditions: { rows: [{ attribute: 'displayName', operator: 'eq', value: 'finance' }] },
					},
				})
			).map(({ displayName }) => displayName),
		).toEqual(['Finance']);
	});

	test.each([
		['userName eqq "ana"', 'The filter cannot be read from character 10 on: eqq "ana"'],
		['userName eq ana', 'The filter cannot be read from character 13 on: ana'],
		['userName eq "ana', 'The filter cannot be read from character 13 on: "ana'],
		['userName eq "ana" and', 'The filter ends too early, after character 21'],
		['userName eq "ana" or (title pr', 'The filter ends too early, after character 30'],
		[
			'userName eq "ana") or title pr',
			'The filter cannot be read from character 18 on: ) or title pr',
		],
		['userName eq "an\\x"', 'The filter cannot be read from character 13 on: "an\\x"'],
		['shoeSize eq "38"', 'The filter names the attribute shoeSize, which does not exist'],
		['emails[type eq "work" and', 'The filter ends too early, after character 25'],
		['§', 'The filter cannot be read from character 1 on: §'],
	])('an invalid filter is shown with the position: %s', async (filter, message) => {
		fact('A.129');
		for (const operation of ['getMany', 'search']) {
			const { error, items } = await run('user', operation, { filters: { filter } });
			expect(error).toMatchObject({ httpCode: '400', message });
			expect(error!.description).toContain(`The filter was: ${filter} — invalidFilter.`);
			expect(items).toEqual([]);
		}
		expect(await ask(`GET /scim/v2/Groups?filter=${encodeURIComponent(filter)}`)).toMatchObject({
			status: 400,
			body: {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
				status: '400',
				scimType: 'invalidFilter',
			},
		});
	});

	test.each([
		[
			'not (userName sw "crowd" or userName sw "a") and not (active eq false) and title eq "Security Officer"',
			1,
		],
		['userName eq "ana.demo" or userName eq "bao.nguyen" and title eq "Nothing"', 1],
		['meta.created lt "2026-03-01T00:00:00Z"', 6],
		['emails[type eq "work" and value ew "@example.com"] and roles.value eq "Operator"', 3],
		['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ANA.DEMO"', 1],
	])('the platform understands %s', async (filter, many) => {
		fact('A.129');
		const users = await succeed('user', 'getMany', { returnAll: true, filters: { filter } });
		expect(users).toHaveLength(many);
	});
});
