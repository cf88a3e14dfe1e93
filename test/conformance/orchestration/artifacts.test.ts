/** Artifacts and their versions. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { SEEN } from '../../support/platform';
import { finance, goodTask, orchestration, platform, run, state, succeed } from './stage';

/** The versions of each artifact of the demo, as lists have them. */
const VERSIONS = SEEN.newestFirst ? ['1.3.0', '1.2.0', '1.1.0'] : ['1.1.0', '1.2.0', '1.3.0'];

beforeEach(() => platform.emulator.resetAccount());

describe('artifact', () => {
	test('an artifact is listed by workspace and part of its name', async () => {
		fact('B.16', 'B.21', 'B.149');
		expect(
			await succeed('artifact', 'getMany', {
				returnAll: true,
				filters: { workspaceId: byId(finance().id), name: 'load_cust' },
			}),
		).toEqual([
			expect.objectContaining({
				id: goodTask().artifactId,
				name: 'load_customers',
				type: 'standard',
				versions: VERSIONS,
				workspace: expect.objectContaining({ name: 'Finance' }) as object,
			}),
		]);
	});

	test('the artifacts of an environment are those of all of its workspaces', async () => {
		fact('B.149');
		const listed = await succeed('artifact', 'getMany', {
			filters: { environmentId: byName('Development') },
		});
		expect(listed.map(({ name }) => name)).toEqual(['load_suppliers', 'stock_api']);
	});

	test('an artifact is found by its name', async () => {
		expect(await succeed('artifact', 'get', { artifactId: byName('load_customers') })).toEqual([
			expect.objectContaining({ id: goodTask().artifactId }),
		]);
	});

	describe('a version', () => {
		const which = () => ({ artifactId: byId(goodTask().artifactId), version: byId('1.2.0') });

		test('the version has its parameters', async () => {
			fact('B.4', 'B.17');
			const [version] = await succeed('artifact', 'getVersion', which());
			expect(version).toMatchObject({
				version: '1.2.0',
				parameters: [{ name: 'country', type: 'string', required: false }],
			});
			expect(version).not.toHaveProperty('publisher');
		});

		test('the version has its publisher if it is not simplified', async () => {
			expect(await succeed('artifact', 'getVersion', { ...which(), simplify: false })).toEqual([
				expect.objectContaining({ publisher: 'ana.demo' }),
			]);
		});
	});

	test('neither an artifact nor the version that a task uses can be deleted', async () => {
		fact('B.4');
		const artifactId = byId(goodTask().artifactId);
		const whole = await run('artifact', 'delete', { artifactId, confirmDeletion: true });
		expect(whole.error).toMatchObject({ httpCode: '409' });
		const version = await run('artifact', 'deleteVersion', { artifactId, version: byId('1.2.0') });
		expect(version.error!.message).toMatch(/^Artifact load_customers is used by task/);
	});

	describe('artifacts that no task uses', () => {
		/** A copy of the demo's artifact. */
		const unused = (id: string) => {
			const { versions, ...original } = orchestration().artifacts.get(goodTask().artifactId)!;
			orchestration().artifacts.set(id, { ...original, id, versions: [...versions] });
			return id;
		};

		test('the error about a deleted version lists the existing versions', async () => {
			fact('B.150');
			const artifactId = unused('with-versions');
			const which = { artifactId: byId(artifactId), version: byId('1.1.0') };
			expect(await succeed('artifact', 'deleteVersion', which)).toEqual([
				{ deleted: true, artifactId, version: '1.1.0' },
			]);
			const { error } = await run('artifact', 'getVersion', which);
			expect(error!.message).toBe(
				'"Version" is 1.1.0, and artifact load_customers has no such version: it has 1.2.0, 1.3.0',
			);
		});

		test('an artifact is deleted if no task uses it', async () => {
			fact('B.150');
			const artifactId = unused('unused');
			expect(
				await succeed('artifact', 'delete', {
					artifactId: byId(artifactId),
					confirmDeletion: true,
				}),
			).toEqual([{ deleted: true, artifactId }]);
			expect(orchestration().artifacts.has(artifactId)).toBe(false);
		});
	});

	test('a list that fails on the platform five times is an error', async () => {
		fact('B.149');
		platform.emulator.faults.add({
			operation: 'GET /orchestration/artifacts',
			status: 500,
			times: 5,
		});
		expect((await run('artifact', 'getMany')).error).toMatchObject({ httpCode: '500' });
	});

	test('an artifact is listed by several types at once', async () => {
		const typesOf = async (...types: string[]) =>
			[
				...new Set(
					(await succeed('artifact', 'getMany', { returnAll: true, filters: { types } })).map(
						({ type }) => type,
					),
				),
			].sort();
		orchestration().artifacts.set('route', {
			...orchestration().artifacts.get(goodTask().artifactId)!,
			id: 'route',
			type: 'route',
		});
		expect(await typesOf('route')).toEqual(['route']);
		expect(await typesOf('route', 'standard')).toEqual(['route', 'standard']);
		expect(await typesOf('big_data_batch')).toEqual([]);
	});

	test('versions can be chosen only if the artifact was chosen from the list or by ID', async () => {
		const versions = async (parameters: IDataObject) =>
			(
				await pick(platform, 'Orchestration', 'searchArtifactVersions', {
					resource: 'task',
					operation: 'create',
					...parameters,
				})
			).results.map(({ value }) => value);
		const { artifactId } = taskNamed(state(), DEMO.failingTask);
		expect(
			await versions({
				operation: 'getVersion',
				resource: 'artifact',
				artifactId: byId(artifactId),
			}),
		).toEqual(VERSIONS);
		expect(await versions({ artifactId: byId(artifactId) })).toEqual(VERSIONS);
		expect(
			await versions({ operation: 'update', updateFields: { artifactId: byId(artifactId) } }),
		).toEqual(VERSIONS);
		const message =
			'"Artifact" must be chosen from the list or by ID first, not by an expression or a name: the list depends on it';
		for (const nothing of [
			{},
			{ artifactId: byId('={{ $json.id }}') },
			{ operation: 'getVersion', resource: 'artifact', artifactId: byName('load_customers') },
		])
			await expect(versions(nothing)).rejects.toThrow(message);
	});
});

judgeRequests(platform, 'Orchestration', ['artifact']);
