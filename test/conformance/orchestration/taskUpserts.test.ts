/** Tasks that are created or updated, whichever is necessary. */
import { byId, byName } from '../../support/demo';
import { judgeResponses } from '../../support/judgeRequests';
import { ask, finance, goodTask, orchestration, platform, run, succeed } from './stage';
import { config, definition, postedTask } from './tasksStage';

test.each([
	['the same', ['At once', 'At once', 'At once']],
	['alike but for their spaces', ['Soon\u00a0after', 'Soon after', 'Soon  after']],
	['alike but for a soft hyphen', ['Later', 'Lat\u00ader', 'Later']],
])('items whose names are %s create one task', async (_how, names) => {
	const before = orchestration().tasks.size;
	const { items } = await run(
		'task',
		'upsert',
		{
			environmentId: byId(finance().environmentId),
			...definition(),
			name: '={{ $json.name }}',
		},
		{ items: names.map((name) => ({ json: { name } })) },
	);
	expect(items.map(({ json }) => json.created)).toEqual([true, false, false]);
	expect(orchestration().tasks.size).toBe(before + 1);
});

describe('a task that is created or updated', () => {
	const given = (name: string) => ({
		environmentId: byName('Production'),
		...definition(),
		name,
		additionalFields: {
			tags: ['first'],
			parameters: { pairs: [{ name: 'country', value: 'FR' }] },
		},
	});
	/** A task that Create or Update has created. */
	const upserted = async (name: string) => {
		const [made] = await succeed('task', 'upsert', given(name));
		return made!;
	};

	test('a missing task is created', async () => {
		expect(await upserted('Staging')).toMatchObject({
			name: 'Staging',
			tags: ['first'],
			created: true,
		});
	});

	test('a task keeps its name when it is found by one that only looks the same', async () => {
		const { id } = await upserted('Kept name');
		expect(await upserted('Kept\u00a0name ')).toMatchObject({
			id,
			name: 'Kept name',
			created: false,
		});
	});

	test('an update by the name in the workspace keeps the fields that are left out', async () => {
		const { id } = await upserted('Staging again');
		await postedTask('Staging again, too');
		const [again] = await succeed('task', 'upsert', {
			...given('Staging again'),
			artifact: { id: byId(goodTask().artifactId), version: byId('1.3.0') },
			additionalFields: { description: 'Changed' },
		});
		expect(again).toMatchObject({
			id,
			description: 'Changed',
			tags: ['first'],
			parameters: { country: 'FR' },
			artifact: { version: '1.3.0' },
			created: false,
		});
		expect(again).not.toHaveProperty('autoUpgradeInfo');
	});

	test('a task keeps its run configuration when it is updated to another version', async () => {
		const { id } = await upserted('Staging configured');
		await ask(`PUT /orchestration/executables/tasks/${String(id)}/run-config`, config);
		await succeed('task', 'upsert', {
			...given('Staging configured'),
			artifact: { id: byId(goodTask().artifactId), version: byId('1.3.0') },
		});
		expect(orchestration().tasks.get(String(id))!.runConfiguration).toEqual(config);
	});

	test('an updated task is returned with all of its fields if it is not simplified', async () => {
		await upserted('Staging whole');
		const [again] = await succeed('task', 'upsert', {
			...given('Staging whole'),
			simplify: false,
			additionalFields: { autoUpgradeInfo: { autoUpgradable: true } },
		});
		expect(again).toMatchObject({
			autoUpgradeInfo: { autoUpgradable: true },
			created: false,
		});
	});

	test('a name that two tasks have is refused, with the IDs of both', async () => {
		const { id } = await upserted('Staging twice');
		const twin = await postedTask('Staging twice');
		const { error } = await run('task', 'upsert', given('Staging twice'));
		expect(error!.message).toBe(`Staging twice matches 2 tasks: ${String(id)}, ${twin}`);
		expect(error!.description).toMatch(/^Nothing was changed\./);
	});
});

judgeResponses(platform, 'Orchestration');
