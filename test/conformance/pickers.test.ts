/** The list searches of the editor, through n8n-core, against the platform. */
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { orchestrationOf } from '../../emulator/areas/orchestration/records';
import { DEMO } from '../../emulator/seed';
import { areas } from '../../nodes/areas';
import type { Fields } from '../../nodes/shared/declare/field';
import { inputFields } from '../../nodes/shared/declare/define';
import { byId, environmentNamed } from '../support/demo';
import { nodeTypes } from '../support/engine';
import { pick } from '../support/picking';
import { startPlatform, type Platform } from '../support/platform';
import { pickerOf } from '../../nodes/shared/declare/picker';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

const search = async (area: string, method: string, parameters: IDataObject, filter?: string, token?: string) => await pick(platform, area, method, parameters, filter, token);

const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

test('all, narrowed by what was typed, on the platform where it can', async () => {
	const given = { resource: 'taskExecution', operation: 'start' };
	expect(names(await search('Processing', 'searchTasks', given))).toContain(DEMO.goodTask);
	platform.forget();
	expect(names(await search('Processing', 'searchTasks', given, 'invo'))).toEqual([DEMO.rejectingTask]);
	expect(platform.emulator.log.at(-1)!.query).toContainEqual(['name', 'invo']);
	expect(names(await search('Processing', 'searchEnvironments', { resource: 'taskExecution', operation: 'getMany' }, 'prod'))).toEqual(['Production']);
	expect(names(await search('Processing', 'searchPlans', { resource: 'planExecution', operation: 'start' }, 'close'))).toEqual([DEMO.recoveringPlan]);
	expect(names(await search('Processing', 'searchRunProfiles', { resource: 'runProfile', operation: 'get' }))).toEqual(['Large heap']);
	expect((await search('Processing', 'searchTaskExecutions', { resource: 'taskExecution', operation: 'get' }, 'execution_failed')).results.every(({ name }) => name.endsWith('execution_failed'))).toBe(true);
	expect(names(await search('Processing', 'searchPlanExecutions', { resource: 'planExecution', operation: 'get' }))).toEqual([]);
});

test('within what else was chosen, wherever it stands', async () => {
	const { id } = environmentNamed(platform.emulator.state, 'Production');
	const given = { resource: 'taskExecution', operation: 'getMany' };
	const inFilters = await search('Processing', 'searchWorkspaces', { ...given, filters: { environmentId: byId(id) } });
	expect(inFilters.results.map(({ description }) => description)).toEqual(['In Production', 'In Production']);
	const byName = await search('Processing', 'searchWorkspaces', { ...given, filters: { environmentId: { __rl: true, mode: 'name', value: 'Production' } } });
	expect(byName.results).toHaveLength(4);
	const byExpression = await search('Processing', 'searchWorkspaces', { ...given, filters: { environmentId: byId('={{ $json.id }}') } });
	expect(byExpression.results).toHaveLength(4);
});

test('a long list comes in pages', async () => {
	const { tasks } = orchestrationOf(platform.emulator.state);
	const [task] = [...tasks.values()];
	for (let index = 0; index < 150; index++) tasks.set(`more-${index}`, { ...task!, id: `more-${index}`, name: `More ${index}` });
	const given = { resource: 'taskExecution', operation: 'start' };
	const first = await search('Processing', 'searchTasks', given);
	expect(first.results).toHaveLength(100);
	const second = await search('Processing', 'searchTasks', given, '', first.paginationToken);
	expect(second.paginationToken).toBeUndefined();
	expect(new Set([...first.results, ...second.results].map(({ value }) => value)).size).toBe(tasks.size);
	for (let index = 0; index < 150; index++) tasks.delete(`more-${index}`);
});

test('says what is wrong', async () => {
	platform.emulator.faults.add({ operation: 'GET /orchestration/executables/tasks', status: 403 });
	await expect(search('Processing', 'searchTasks', { resource: 'taskExecution', operation: 'start' })).rejects.toMatchObject({
		message: 'A fault on command: 403',
		description: expect.stringContaining('Ask an administrator') as string,
	});
});

/** All pickers of a node's fields, those of forms included. */
function pickersIn(fields: Fields): Array<{ method: string; of: string }> {
	return Object.values(fields).flatMap((field) => {
		const used = pickerOf(field);
		return [...(used ? [{ method: used.method, of: `${used.list.method} ${used.list.endpoint}` }] : []), ...(field.spec.fields ? pickersIn(field.spec.fields) : [])];
	});
}

test('each picker has its method, and lists by a declared operation', () => {
	const declared = new Set(
		Object.values(areas).flatMap((resources) => resources.flatMap(({ operations }) => Object.values(operations).flatMap((each) => (each.kind === 'request' ? [`${each.method} ${each.endpoint}`] : [])))),
	);
	for (const [area, resources] of Object.entries(areas)) {
		if (!nodeTypes[area]) continue;
		for (const { operations } of resources)
			for (const operation of Object.values(operations))
				for (const { method, of } of pickersIn({ ...inputFields(operation), ...operation.settings })) {
					expect(Object.keys(nodeTypes[area].methods!.listSearch!)).toContain(method);
					expect(declared).toContain(of);
				}
	}
});
