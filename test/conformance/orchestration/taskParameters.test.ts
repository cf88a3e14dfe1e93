/**
 * The parameters of a task by name: what n8n's resource mapper receives, and what becomes of the
 * values that it passes on.
 */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { changed } from '../../support/changed';
import { byId, byName, environmentNamed, taskNamed } from '../../support/demo';
import { mappingOf } from '../../support/picking';
import { type Platform, startPlatform } from '../../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
	const { artifacts } = orchestrationOf(platform.emulator.state);
	artifacts
		.get(goodTask().artifactId)!
		.versions.find(({ version }) => version === '1.2.0')!.parameters = [
		{
			name: 'country',
			value: 'FR',
			type: 'id_String',
			required: true,
			comment: 'Whose records are loaded',
		},
		{ name: 'batchSize', type: 'id_Integer', required: true },
		{ name: 'total', type: 'id_Long', required: false },
		{ name: 'dryRun', type: 'id_Boolean', required: false },
		{ name: 'pin', value: 'a-secret', type: 'id_Password', required: false },
	];
});
afterAll(async () => await platform.close());

const goodTask = () => taskNamed(platform.emulator.state, DEMO.goodTask);
const orchestration = areaOf('Orchestration', () => platform);
const processing = areaOf('Processing', () => platform);

const mapping = async (node: string, method: string, parameters: IDataObject) =>
	await mappingOf(platform, node, method, parameters);
const short = ({ fields }: Awaited<ReturnType<typeof mapping>>) =>
	fields.map(({ id, type, required }) => [id, type, required]);

test('the mapper shows the parameters of an artifact version, with type and comment and whether required', async () => {
	const found = await mapping('Orchestration', 'getParametersOfArtifact', {
		resource: 'task',
		operation: 'create',
		artifactId: byId(goodTask().artifactId),
		artifactVersion: byId('1.2.0'),
	});
	expect(short(found)).toEqual([
		['country', 'string', false],
		['batchSize', 'number', true],
		['total', 'string', false],
		['dryRun', 'options', false],
		['pin', 'string', false],
	]);
	expect(found.fields.map(({ displayName }) => displayName)).toEqual([
		'country: Whose records are loaded (id_String, FR if left empty)',
		'batchSize (id_Integer)',
		'total (id_Long)',
		'dryRun (id_Boolean)',
		'pin (id_Password)',
	]);
});

test('the mapper does not require the parameters for which the task to run has values', async () => {
	changed(goodTask(), {
		artifactVersion: '1.2.0',
		parameters: { country: 'DE', batchSize: '100' },
	});
	const found = await mapping('Processing', 'getParametersOfTask', {
		resource: 'taskExecution',
		operation: 'start',
		executable: byId(goodTask().id),
	});
	expect(
		found.fields.map(({ displayName, required }) => [displayName, required]).slice(0, 2),
	).toEqual([
		['country: Whose records are loaded (id_String, DE if left empty)', false],
		['batchSize (id_Integer, 100 if left empty)', false],
	]);
});

test('the mapper shows the parameters of a task that is given by its name or path', async () => {
	const found = async (name: string) =>
		await mapping('Processing', 'getParametersOfTask', {
			resource: 'taskExecution',
			operation: 'runAndWait',
			executable: byName(name),
		});
	expect((await found(DEMO.goodTask)).fields.map(({ id }) => id)).toContain('country');
	expect(await found(`Production/Finance/${DEMO.goodTask}`)).toEqual(await found(DEMO.goodTask));
});

test('the mapper shows the parameters of a task’s new artifact', async () => {
	changed(goodTask(), {
		artifactVersion: '1.2.0',
		parameters: { country: 'DE', batchSize: '100' },
	});
	const shown = (updateFields: IDataObject) =>
		mapping('Orchestration', 'getParametersOfChangedTask', {
			resource: 'task',
			operation: 'update',
			taskId: byId(goodTask().id),
			updateFields,
		});
	expect((await shown({})).fields).toHaveLength(5);
	expect((await shown({ artifactVersion: byId('1.3.0') })).fields.map(({ id }) => id)).toEqual([
		'country',
	]);
	expect((await shown({})).fields.some(({ required }) => required)).toBe(false);
});

describe('the notice in place of parameters', () => {
	const notice = async (executable: IDataObject) => {
		const loaded = await mapping('Processing', 'getParametersOfTask', {
			resource: 'taskExecution',
			operation: 'start',
			executable,
		});
		return loaded.emptyFieldsNotice;
	};

	test.each([
		['is not chosen', byId('')],
		['has its name from an expression', byName('={{ $json.task }}')],
		['has its ID from an expression', byId('={{ $json.id }}')],
	])('the mapper asks to choose a task that %s', async (_how, executable) => {
		expect(await notice(executable)).toBe(
			'Choose the task to see its parameters. Where it comes from an expression, add Parameters (JSON) under Additional Fields.',
		);
	});

	test('the mapper says how to give parameters if a task cannot be found', async () => {
		expect(await notice(byId('none'))).toMatch(
			/^The parameters could not be loaded: .*\. You can add Parameters \(JSON\) under Additional Fields\.$/,
		);
	});

	test('the mapper says if a name does not identify exactly one task', async () => {
		expect(await notice(byName('No such task'))).toMatch(
			/^The parameters could not be loaded: No single task called "No such task" was found\. /,
		);
	});

	test('the mapper says if a task may not be read', async () => {
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 403,
		});
		expect(await notice(byId(goodTask().id))).toContain('could not be loaded');
	});

	test('the mapper says if an artifact has no parameters', async () => {
		const version = orchestrationOf(platform.emulator.state)
			.artifacts.get(goodTask().artifactId)!
			.versions.at(-1)!;
		changed(version, { parameters: [] });
		const empty = await mapping('Orchestration', 'getParametersOfArtifact', {
			resource: 'task',
			operation: 'create',
			artifactId: byId(goodTask().artifactId),
			artifactVersion: byId('1.3.0'),
		});
		expect(empty).toEqual({ fields: [], emptyFieldsNotice: 'There are no parameters.' });
	});
});

describe('values from the resource mapper', () => {
	const schema = [
		{
			id: 'country',
			displayName: 'country',
			type: 'string',
			required: false,
			display: true,
			defaultMatch: false,
		},
	];
	const mapped = (value: IDataObject | null) => ({
		mappingMode: 'defineBelow',
		value,
		matchingColumns: [],
		schema,
	});
	const startedWith = async (parameters: unknown, more: IDataObject = {}) => {
		platform.clearLog();
		const { error } = await processing.run('taskExecution', 'start', {
			executable: byId(goodTask().id),
			parameters,
			...more,
		} as IDataObject);
		if (error) return error.message;
		return (
			JSON.parse(String(processing.requests('POST /processing/executions')[0]!.body)) as IDataObject
		).parameters;
	};

	test('values from the resource mapper are sent by name, without those that are empty', async () => {
		expect(await startedWith(mapped({ country: 'IT', batchSize: 5, dryRun: 'true' }))).toEqual({
			country: 'IT',
			batchSize: '5',
			dryRun: 'true',
		});
		expect(await startedWith(mapped({ country: 'IT', total: null }))).toEqual({ country: 'IT' });
		expect(await startedWith(mapped(null))).toBeUndefined();
		expect(await startedWith(mapped({}))).toBeUndefined();
		expect(await startedWith(mapped({ country: '={{ "E" + "S" }}' }))).toEqual({ country: 'ES' });
	});

	test('an expression without a result is refused', async () => {
		expect(await startedWith(mapped({ country: '={{ $json.nothing }}' }))).toBe(
			'"Parameters: country" has no value: give one, or leave the name out',
		);
	});

	test('a parameter accepts an object from an expression or a tool as JSON', async () => {
		expect(await startedWith(undefined, { parametersJson: '={{ { country: "PT" } }}' })).toEqual({
			country: 'PT',
		});
		expect(
			await startedWith(mapped({ country: 'IT' }), { parametersJson: '{"country":"AT"}' }),
		).toBe('"Parameters" is given as a form and as JSON: leave one of them out');
		expect(await startedWith(mapped({ country: null }), { parametersJson: '{"x":"1"}' })).toEqual({
			x: '1',
		});
	});

	describe('a change of a task with parameters', () => {
		const newTask = async () =>
			(
				await orchestration.succeed('task', 'create', {
					environmentId: byId(environmentNamed(platform.emulator.state, 'Production').id),
					workspaceId: byId(goodTask().workspaceId),
					artifactId: byId(goodTask().artifactId),
					artifactVersion: byId('1.2.0'),
					name: 'Mapped',
					parameters: mapped({ country: 'IT', batchSize: 5 }),
					connections: {
						pairs: [{ name: 'warehouse', value: byId(Object.values(goodTask().connections!)[0]!) }],
					},
				})
			)[0]!;
		const changed = async (parameters: IDataObject) => {
			const { id } = await newTask();
			return (
				await orchestration.succeed('task', 'update', { taskId: byId(id), ...parameters })
			)[0]!;
		};

		test('a task is created with the values of the resource mapper', async () => {
			expect(await newTask()).toMatchObject({
				parameters: { country: 'IT', batchSize: '5' },
				connections: goodTask().connections,
			});
		});

		test('a value that is not given is kept', async () => {
			expect(await changed({ parameters: mapped({ country: 'ES' }) })).toMatchObject({
				parameters: { country: 'ES', batchSize: '5' },
			});
		});

		test('a change of the description keeps all parameters', async () => {
			expect(await changed({ updateFields: { description: 'New' } })).toMatchObject({
				parameters: { country: 'IT', batchSize: '5' },
			});
		});

		test('an empty object as JSON removes all parameters', async () => {
			expect(await changed({ parametersJson: '{}' })).toMatchObject({
				parameters: {},
				connections: goodTask().connections,
			});
		});
	});
});
