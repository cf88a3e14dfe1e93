/** Each operation of run profiles and cloud engines does its work on the platform. */
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { platform, run, state, succeed } from './stage';

describe('run profile', () => {
	const createProfile = async (name: string) => {
		const [created] = await succeed('runProfile', 'create', {
			name,
			processorType: 'RE',
			type: 'JOB_SERVER',
			jvmArguments: '-Xms64M\n-Xmx256M',
			additionalFields: { runtimeId: 'engine-1', description: 'For small jobs' },
		});
		return { created: created!, runProfileId: byId(created!.id) };
	};

	test('the arguments of a run profile can be given as lines', async () => {
		fact('B.6', 'B.101');
		const { created } = await createProfile('Lines');
		expect(created).toMatchObject({ name: 'Lines', jvmArguments: ['-Xms64M', '-Xmx256M'] });
	});

	test('a run profile is changed', async () => {
		fact('B.6', 'B.103');
		const { runProfileId } = await createProfile('Changed');
		await succeed('runProfile', 'update', {
			runProfileId,
			updateFields: { description: 'For nightly jobs', jvmArguments: ['-Xmx128M'] },
		});
		expect(await succeed('runProfile', 'get', { runProfileId })).toEqual([
			expect.objectContaining({ description: 'For nightly jobs', jvmArguments: ['-Xmx128M'] }),
		]);
	});

	test('a run profile is found by part of its name', async () => {
		const { created } = await createProfile('Tiny heap');
		const found = await succeed('runProfile', 'search', { filters: { name: 'tiny' } });
		expect(found.map(({ id }) => id)).toEqual([created.id]);
	});

	describe('a run profile that a task uses', () => {
		const usedProfile = async (name: string) => {
			const { created, runProfileId } = await createProfile(name);
			processingOf(state())
				.profiles.get(String(created.id))!
				.taskIds.push(taskNamed(state(), DEMO.goodTask).id);
			return { created, runProfileId };
		};

		test('Delete refuses a run profile that a task uses', async () => {
			fact('B.197');
			const { runProfileId } = await usedProfile('In use');
			const { error } = await run('runProfile', 'delete', { runProfileId });
			expect(error).toMatchObject({ httpCode: '406' });
		});

		test('Delete gives the tasks of a run profile its replacement', async () => {
			fact('B.197');
			const { created, runProfileId } = await usedProfile('Replaced');
			expect(
				await succeed('runProfile', 'delete', {
					runProfileId,
					options: { rescheduleRunProfileId: byName('Large heap') },
				}),
			).toEqual([{ deleted: true, runProfileId: created.id }]);
			expect(await succeed('runProfile', 'search', { filters: { name: 'replaced' } })).toEqual([]);
		});
	});

	test('a run profile is deleted from a pipeline engine', async () => {
		fact('B.199');
		const [created] = await succeed('runProfile', 'create', {
			name: 'Pipeline',
			processorType: 'GEN_2',
			type: 'JOB_SERVER',
			jvmArguments: ['-Xmx1G'],
			additionalFields: { runtimeId: 'pipeline-1' },
		});
		expect(
			await succeed('runProfile', 'deleteFromPipelineEngine', {
				engineId: 'pipeline-1',
				type: 'standard',
				runProfileId: created!.id,
			}),
		).toEqual([
			{ deleted: true, engineId: 'pipeline-1', type: 'standard', runProfileId: created!.id },
		]);
		expect(processingOf(state()).profiles.has(String(created!.id))).toBe(false);
	});
});

test('the runtime of cloud engines is set and read', async () => {
	fact('B.7', 'B.106', 'B.201');
	const path = '/processing/runtimes/cloud-engines/configuration';
	expect(await succeed('cloudEngine', 'setRuntime', { path, jobJvmRollback: true })).toEqual([
		{ success: true, path },
	]);
	expect(await succeed('cloudEngine', 'getRuntime', { path })).toEqual([{ jobJvmRollback: true }]);
});

test('a path of cloud engines that leads elsewhere is refused', async () => {
	const { error } = await run('cloudEngine', 'getRuntime', {
		path: '/processing/../security/permissions',
	});
	expect(error!.message).toBe('"Path" must not contain "." or ".."');
});

judgeRequests(platform, 'Processing', ['runProfile', 'cloudEngine']);
