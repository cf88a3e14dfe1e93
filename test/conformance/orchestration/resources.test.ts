/** Files that tasks use: what is uploaded arrives as it was. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	orchestrationOf,
	resources,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { byId, byName, taskNamed, workspaceIn } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const { run, succeed, requests } = areaOf('Orchestration', () => platform);
const finance = () => workspaceIn(state(), 'Production', 'Finance');
const CREATE = 'POST /orchestration/resources';
/** Every byte, ends of lines, and a text that looks like a boundary. */
const ODD = Buffer.concat([
	Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
	Buffer.from('\r\n--\r\n----part-\r\n'),
]);
const withFile = (
	data: Buffer,
	more: Partial<{ fileName: string; mimeType: string }> = {},
	property = 'data',
): { items: INodeExecutionData[] } => ({
	items: [
		{
			json: {},
			binary: {
				[property]: {
					data: data.toString('base64'),
					mimeType: 'application/octet-stream',
					fileName: 'odd.bin',
					...more,
				},
			},
		},
	],
});
const contentOf = (id: unknown) => Buffer.from(resources.find(state(), String(id)).content);

describe('a file that is uploaded', () => {
	const given = (name: string) => ({
		workspaceId: byId(finance().id),
		name,
		additionalFields: { description: 'Ödd "quoted"' },
	});
	const upload = async (name: string) => {
		const [resource] = await succeed(
			'resource',
			'create',
			given(name),
			withFile(ODD, { fileName: 'ödd "1"\r\n.bin' }),
		);
		return resource!;
	};

	test('the file is uploaded unchanged', async () => {
		const resource = await upload('odd');
		expect(resource).toMatchObject({
			name: 'odd',
			description: 'Ödd "quoted"',
			file: true,
			workspaceInfo: { name: 'Finance' },
		});
		expect(contentOf(resource.id)).toEqual(ODD);
	});

	test('the name and the place are sent as JSON beside the file', async () => {
		platform.clearLog();
		await upload('odd, sent');
		const { body, headers } = requests(CREATE)[0]!;
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(body).toContain(
			`name="resource"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ file: true, workspaceId: finance().id, name: 'odd, sent', description: 'Ödd "quoted"' })}\r\n`,
		);
		expect(body).toContain('name="file"; filename="ödd %221%22  .bin"');
	});

	test('the file is listed by part of its name', async () => {
		const resource = await upload('odd, listed');
		const filters = { name: 'd, list', workspaceId: byId(finance().id) };
		const listed = await succeed('resource', 'getMany', { filters });
		expect(listed.map(({ id }) => id)).toEqual([resource.id]);
	});

	test('the file is read by its name', async () => {
		const resource = await upload('odd, read');
		expect(await succeed('resource', 'get', { resourceId: byName('odd, read') })).toEqual([
			resource,
		]);
	});

	test('a name that is in use is refused with advice on what to do', async () => {
		await upload('odd, taken');
		const { error } = await run('resource', 'create', given('odd, taken'), withFile(ODD));
		expect(error!.description).toMatch(/^Another resource of the workspace has this name/);
	});

	test('the files can be chosen by their names', async () => {
		const { results } = await pick(
			platform,
			'Orchestration',
			'searchResources',
			{ resource: 'resource', operation: 'get' },
			'rates',
		);
		expect(results.map(({ name }) => name)).toEqual([
			'rates.csv (Finance, Development)',
			'rates.csv (Finance, Production)',
		]);
	});
});

test('an empty file and a large file arrive, as base64 on request', async () => {
	const create = async (name: string, data: Buffer, more: IDataObject = {}) =>
		(
			await succeed(
				'resource',
				'create',
				{ workspaceId: byId(finance().id), name, ...more },
				withFile(data),
			)
		)[0]!.id;
	const large = Buffer.alloc(5_000_000, 'abc\r\n');
	expect(contentOf(await create('large', large)).equals(large)).toBe(true);
	expect(contentOf(await create('empty', Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
	expect(
		contentOf(await create('coded', ODD, { additionalFields: { encodeBase64: true } })).toString(),
	).toBe(ODD.toString('base64'));
});

describe('a change of a resource', () => {
	const newResource = async (name: string) => {
		const [created] = await succeed(
			'resource',
			'create',
			{
				workspaceId: byId(finance().id),
				name,
				additionalFields: { description: 'Rates of the day' },
			},
			withFile(ODD),
		);
		return byId(created!.id);
	};
	const replaceFile = async (resourceId: IDataObject, more: IDataObject = {}) =>
		await succeed(
			'resource',
			'replaceFile',
			{ resourceId, file: 'other', ...more },
			withFile(Buffer.from('new'), {}, 'other'),
		);

	test('a replaced file keeps its name and description', async () => {
		const resourceId = await newResource('rates, replaced');
		expect(await replaceFile(resourceId)).toEqual([
			{ success: true, resourceId: resourceId.value },
		]);
		expect(contentOf(resourceId.value).toString()).toBe('new');
		expect((await succeed('resource', 'get', { resourceId }))[0]).toMatchObject({
			name: 'rates, replaced',
			description: 'Rates of the day',
		});
	});

	test('a replacing file is sent as base64 on request', async () => {
		const resourceId = await newResource('rates, as base64');
		await replaceFile(resourceId, { options: { encodeBase64: true } });
		expect(contentOf(resourceId.value).toString()).toBe('bmV3');
	});

	test('a change of the name and the description keeps the file', async () => {
		const resourceId = await newResource('rates, before');
		await succeed('resource', 'update', {
			resourceId,
			updateFields: { name: 'rates, after', clearFields: ['description'] },
		});
		expect((await succeed('resource', 'get', { resourceId }))[0]).toMatchObject({
			name: 'rates, after',
			description: '',
		});
		expect(contentOf(resourceId.value)).toEqual(ODD);
	});

	test('a resource can be moved to another workspace of its environment', async () => {
		const moved = await succeed('resource', 'move', {
			resourceId: await newResource('rates, moved'),
			targetWorkspaceId: byId(workspaceIn(state(), 'Production', 'Shared').id),
		});
		expect(moved[0]).toMatchObject({ workspaceInfo: { name: 'Shared' } });
	});

	test('a resource cannot be moved to another environment', async () => {
		const { error } = await run('resource', 'move', {
			resourceId: await newResource('rates, not moved'),
			targetWorkspaceId: byId(workspaceIn(state(), 'Development', 'Shared').id),
		});
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The workspace must be of the same environment',
		});
	});

	test('a resource that no task uses is deleted', async () => {
		const resourceId = await newResource('rates, deleted');
		expect(await succeed('resource', 'delete', { resourceId })).toEqual([
			{ deleted: true, resourceId: resourceId.value },
		]);
		expect(resources.all(state()).map(({ id }) => id)).not.toContain(resourceId.value);
	});
});

test('a resource that a task uses cannot be deleted', async () => {
	const [rates] = resources.all(state()).filter(({ workspaceId }) => workspaceId === finance().id);
	taskNamed(state(), DEMO.goodTask).resources = { rates: rates!.id };
	const { error } = await run('resource', 'delete', { resourceId: byId(rates!.id) });
	expect(error!.description).toMatch(/^A task still uses it/);
	expect(orchestrationOf(state()).tasks.size).toBeGreaterThan(0);
});

describe('an item without the file', () => {
	const refused = async (more: IDataObject, items: Parameters<typeof run>[3]) => {
		platform.clearLog();
		const given = { workspaceId: byId('w'), name: 'none', ...more };
		const { error } = await run('resource', 'create', given, items);
		expect(platform.emulator.log).toEqual([]);
		return error!;
	};

	test.each([
		{
			what: 'no binary field',
			items: {},
			message: '"Input Binary Field" is "data", but the item has no binary field',
		},
		{
			what: 'another binary field',
			items: withFile(ODD, {}, 'upload'),
			message: '"Input Binary Field" is "data", but the item has only upload',
		},
	])('an item with $what is refused before anything is sent', async ({ items, message }) => {
		const error = await refused({}, items);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(/^Nothing was sent\. Change the field "Input Binary Field"/);
	});

	test('an expression without a value is refused before anything is sent', async () => {
		const error = await refused({ file: '={{ undefined }}' }, withFile(ODD));
		expect(error.message).toBe('Enter an input binary field: what was given is empty');
	});
});

test('each item has its own complete file after a refused token', async () => {
	const items = ['one', 'two', 'three'].map((text): INodeExecutionData => ({
		...withFile(Buffer.from(text)).items[0]!,
		json: { text },
	}));
	platform.clearLog();
	platform.emulator.faults.add({ operation: CREATE, status: 401 });
	const made = await succeed(
		'resource',
		'create',
		{ workspaceId: byId(finance().id), name: '={{ $json.text }}' },
		{ items },
	);
	expect(made.map(({ id, name }) => [name, contentOf(id).toString()])).toEqual([
		['one', 'one'],
		['two', 'two'],
		['three', 'three'],
	]);
	expect(requests(CREATE).length).toBe(4);
});

test('an agent can upload a file', async () => {
	const [answer] = await platform.callTool(
		'Orchestration',
		{
			resource: 'resource',
			operation: 'create',
			workspaceId: byId(finance().id),
			name: 'by an agent',
			file: 'data',
		},
		withFile(ODD).items,
	);
	expect(contentOf((answer as INodeExecutionData[])[0]!.json.id)).toEqual(ODD);
});

test('the error says that a file is too large', async () => {
	platform.emulator.faults.add({ operation: CREATE, status: 413 });
	const given = { workspaceId: byId(finance().id), name: 'big' };
	const { error } = await run('resource', 'create', given, withFile(ODD));
	expect(error!.description).toMatch(/^The file is larger than Talend Cloud accepts/);
});

judgeRequests(platform, 'Orchestration', ['resource']);
