/** Sharing, and the bodies of refusals. */
import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { load, pick } from '../../support/picking';
import {
	ask,
	catalog,
	contracts,
	expectRefused,
	platform,
	requests,
	run,
	succeed,
	UNKNOWN,
} from './stage';

describe('sharing', () => {
	const person = () => userNamed(platform.emulator.state, 'ana.demo');
	const group = () => [...scimOf(platform.emulator.state).groups.keys()][0]!;
	const setOf = async (dataset: string) =>
		(await succeed('sharing', 'getSharingSet', { entityType: 'dataset', entityId: dataset }))[0]!;
	const codes = (entries: unknown) =>
		(entries as Array<{ level: { code: string } }>).map(({ level }) => level.code);

	test('levels, eligible people and entitlements are read', async () => {
		const { id } = await contracts();
		expect(
			(await succeed('sharing', 'getLevels', { entityType: 'dataset', returnAll: true })).map(
				({ code }) => code,
			),
		).toEqual(['READER', 'WRITER', 'OWNER']);
		const [eligibles] = await succeed('sharing', 'getEligibles', { entityType: 'dataset' });
		expect((eligibles!.users as unknown[]).length).toBeGreaterThan(0);
		expect(
			await succeed('sharing', 'getEntitlements', { entityType: 'dataset', entityId: id }),
		).toEqual([{ entityId: id, entitlements: expect.arrayContaining(['READ']) as string[] }]);
		expect(
			(await succeed('sharing', 'getMany', { entityType: 'dataset', returnAll: true })).map(
				({ entityId }) => entityId,
			),
		).toContain(id);
		expect(
			(
				await succeed('sharing', 'get', {
					entityType: 'dataset',
					entityId: id,
					options: { includeMetadata: true },
				})
			)[0],
		).toMatchObject({ entityId: id, sharingSetCount: 1 });
	});

	describe('access to many objects', () => {
		const twoDatasets = async () => {
			await ask('GET /datasets');
			return [...catalog().datasets.keys()] as [string, string];
		};
		const grant = async (...entityIds: string[]) =>
			await succeed('sharing', 'grant', {
				entityType: 'dataset',
				entityIds,
				groupIds: [group()],
				level: byId('WRITER'),
			});

		test('the datasets of the account are offered', async () => {
			const [first] = await twoDatasets();
			const offered = await load(platform, 'Catalog', 'loadSharedObjects', {
				resource: 'sharing',
				operation: 'revoke',
				entityType: 'dataset',
			});
			expect(offered).toEqual(
				expect.arrayContaining([
					expect.objectContaining({ value: first, name: catalog().datasets.get(first)!.label }),
				]),
			);
		});

		test('no object of another type, or without a type, is offered', async () => {
			expect(
				await load(platform, 'Catalog', 'loadSharedObjects', {
					resource: 'sharing',
					operation: 'revoke',
					entityType: 'preparation',
				}),
			).toEqual([]);
			expect(
				await load(platform, 'Catalog', 'loadSharedObjects', {
					resource: 'sharing',
					operation: 'revoke',
					entityType: '',
				}),
			).toEqual([]);
		});

		test('access is granted to many objects at once', async () => {
			const [first, second] = await twoDatasets();
			const granted = await grant(first, second, first);
			expect(granted.map(({ entityId }) => entityId)).toEqual([first, second]);
			expect(requests('PATCH /sharing/sharingset')).toHaveLength(1);
			expect(codes((await setOf(first)).groups)).toEqual(['WRITER']);
		});

		test('access is revoked only from the chosen group to the chosen object', async () => {
			const [first, second] = await twoDatasets();
			await grant(first, second);
			const before = codes((await setOf(first)).users);
			await succeed('sharing', 'revoke', {
				entityType: 'dataset',
				entityIds: [first],
				groupIds: [group()],
			});
			expect(await setOf(first)).toMatchObject({ groups: [] });
			expect(codes((await setOf(first)).users)).toEqual(before);
			expect(codes((await setOf(second)).groups)).toEqual(['WRITER']);
		});

		test('revoked access is listed on request', async () => {
			const [first] = await twoDatasets();
			await grant(first);
			await succeed('sharing', 'revoke', {
				entityType: 'dataset',
				entityIds: [first],
				groupIds: [group()],
			});
			expect(
				(
					await succeed('sharing', 'getSharingSet', {
						entityType: 'dataset',
						entityId: first,
						options: { includeDeletedSharings: true },
					})
				)[0],
			).toMatchObject({ groups: [{ deletedAt: expect.any(String) as string }] });
		});
	});

	test('the access to one object is changed', async () => {
		const { id } = await contracts();
		await succeed('sharing', 'change', {
			entityType: 'dataset',
			entityId: id,
			updateFields: { usersJson: [{ userId: person(), level: { code: 'READER' } }] },
		});
		expect(codes((await setOf(id)).users)).toEqual(['READER']);
	});

	test('the access to many objects is changed', async () => {
		const { id } = await contracts();
		await succeed('sharing', 'changeMany', {
			bulkJson: [
				{
					entityType: 'dataset',
					entityId: id,
					groups: [{ groupId: group(), level: { code: 'READER' } }],
				},
			],
		});
		expect(codes((await setOf(id)).groups)).toEqual(['READER']);
	});

	test('the objects that the platform names in its response are output', async () => {
		const keys = ['a', 'b'].map((entityId) => ({ entityType: 'dataset', entityId }));
		platform.emulator.faults.add({
			operation: 'PATCH /sharing/sharingset',
			status: 200,
			body: keys,
			times: 2,
		});
		expect(
			await succeed('sharing', 'changeMany', {
				bulkJson: keys.map((key) => ({ ...key, groups: [{ groupId: group() }] })),
			}),
		).toEqual(keys);
		expect(
			await succeed('sharing', 'revoke', {
				entityType: 'dataset',
				entityIds: ['a', 'b'],
				groupIds: [group()],
			}),
		).toEqual(keys.map((key) => ({ success: true, ...key, groupIds: [group()] })));
	});

	test('the access to an object is replaced only after a confirmation', async () => {
		const { id } = await contracts();
		const owner = { usersJson: [{ userId: person(), level: { code: 'OWNER' } }] };
		await expectRefused(
			'sharing',
			'replace',
			{ entityType: 'dataset', entityId: id, confirmReplacement: false, updateFields: owner },
			'"Replace All Access" must be turned on: anyone who is not listed loses access',
		);
		await succeed('sharing', 'replace', {
			entityType: 'dataset',
			entityId: id,
			confirmReplacement: true,
			updateFields: owner,
		});
		expect(await setOf(id)).toMatchObject({ users: [{ level: { code: 'OWNER' } }], groups: [] });
	});

	test('a dataset is shared with at least one user or group', async () => {
		const { id } = await contracts();
		await expectRefused(
			'sharing',
			'grant',
			{ entityType: 'dataset', entityIds: [id], level: byId('READER') },
			/must be given: name at least one user or group/,
		);
	});

	test('a dataset is not shared with an unknown user', async () => {
		const { id } = await contracts();
		const { error } = await run('sharing', 'grant', {
			entityType: 'dataset',
			entityIds: [id],
			userIds: [UNKNOWN],
			level: byId('READER'),
		});
		expect(error).toMatchObject({ httpCode: '400', message: `User ${UNKNOWN} does not exist` });
	});

	test('the sharings of an unknown dataset are not found', async () => {
		const { error } = await run('sharing', 'get', { entityType: 'dataset', entityId: UNKNOWN });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('levels can be chosen from those of the type of object', async () => {
		expect(
			(
				await pick(platform, 'Catalog', 'searchSharingLevels', {
					resource: 'sharing',
					operation: 'grant',
					entityType: 'dataset',
				})
			).results.map(({ name }) => name),
		).toEqual(['Viewer', 'Editor', 'Owner']);
	});
});

describe('a refusal', () => {
	test('the refusal for datasets, connections and attributes has the format of their area', async () => {
		fact('C.5', 'C.37', 'C.140');
		const stranger = { authorization: 'Bearer nonsense' };
		for (const path of ['/datasets/x', '/connections/x', '/datasets/attributes/x'] as const)
			for (const [headers, status] of [
				[stranger, 401],
				[{}, 404],
			] as const) {
				const { body } = await ask(`GET ${path}`, undefined, headers);
				expect(schemaFindings('C.ErrorMessageBody', body)).toEqual([]);
				expect(body).toMatchObject({
					status,
					path,
					timestamp: expect.any(Number) as number,
					error: expect.any(String) as string,
				});
			}
	});

	test('the refusal for crawlers without a valid token has the format of their area', async () => {
		fact('C.54', 'C.109', 'C.142');
		const stranger = { authorization: 'Bearer nonsense' };
		expect(
			schemaFindings(
				'C.NotAuthenticated',
				(await ask('GET /connections/crawlers', undefined, stranger)).body,
			),
		).toEqual([]);
	});

	test('the refusal for an unknown scan has the format of its area', async () => {
		fact('C.54', 'C.142');
		expect(schemaFindings('C.NotFound', (await ask('GET /connections/scan/x')).body)).toEqual([]);
	});

	test.each([400, 401, 403, 404, 500, 502, 503])(
		'a refusal of connections with %i is reported with its own message',
		async (status) => {
			fact('C.105');
			const body = {
				timestamp: 1,
				status,
				error: 'Some words',
				exception: 'com.example.Exception',
				message: `Message ${status}`,
				path: '/connections',
			};
			platform.emulator.faults.add({ operation: 'GET /connections', status, body, times: 5 });
			expect((await run('connection', 'getMany')).error).toMatchObject({
				httpCode: String(status),
				message: `Message ${status}`,
			});
		},
	);
});

judgeRequests(platform, 'Catalog', ['sharing']);
