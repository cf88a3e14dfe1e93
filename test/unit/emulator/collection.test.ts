/** What every resource of the emulator does, on a made-up one. */
import { standingClock } from '../../../emulator';
import { collection } from '../../../emulator/areas/collection';
import type { Handler, Request, Result } from '../../../emulator/handler';
import {
	contains,
	dataPage,
	equals,
	itemPage,
	numberedPage,
} from '../../../emulator/lists/replies';
import { State } from '../../../emulator/state/state';
import { stateEvent, store } from '../../../emulator/state/store';

interface Project {
	id: string;
	name: string;
	owner?: string;
	description?: string;
	createdAt: number;
	hidden?: boolean;
	locked?: boolean;
}

const projects = store<Project>({ name: 'Project', idForm: 'objectId' });
const deleted = stateEvent<string>();
const noted: string[] = [];
deleted.on((_state, id) => noted.push(id));

const { list, get, create, replace, patch, remove } = collection(projects, {
	fresh: ({ clock }) => ({ createdAt: clock.now() }),
	sees: ({ hidden }) => hidden !== true,
	required: ['name'],
	emptied: ['description'],
	unique: [{ by: ({ name }) => name, says: 'name' }],
	busy: ({ locked }) => locked && 'It is locked',
	inUse: ({ owner }) => owner !== undefined && 'It has an owner',
	removed: ({ id }, { state }) => deleted.emit(state, id),
	show: ({ createdAt, ...project }) => ({ ...project, created: new Date(createdAt).toISOString() }),
	showInList: ({ name }) => name,
	paging: { documents: itemPage, vendor: dataPage },
	filters: { name: contains(({ name }) => name), owner: equals(({ owner }) => owner) },
	fiql: { name: ({ name }) => name },
	sorts: { NAME: ({ name }) => name, OWNER: ({ owner }) => owner },
});

const clock = standingClock();
let state: State;

beforeEach(() => {
	state = new State();
	noted.length = 0;
});

const add = (name: string, more: Partial<Project> = {}) =>
	projects.add(state, { name, createdAt: clock.now(), ...more });

function op(
	handler: Handler,
	request: Partial<Request> = {},
	endpoint = '/projects/{projectId}',
	method = 'GET',
): Result {
	const operation = { endpoint, method } as Request['operation'];
	return handler({
		operation,
		state,
		clock,
		path: {},
		query: {},
		body: undefined,
		follows: 'documents',
		...request,
	} as Request) as Result;
}

const names = (query: Request['query'], more: Partial<Request> = {}) =>
	(op(list(), { query, ...more }).body as { items: string[] }).items;
const refused = (status: number, message: unknown = expect.any(String)) =>
	expect.objectContaining({ status, message }) as Error;

test('a created record can be read, with what the platform adds', () => {
	const { status, body } = op(create(), { body: { name: 'One' } });
	expect(status).toBe(201);
	const { id } = body as Project;
	expect(id).toMatch(/^[0-9a-f]{24}$/);
	expect(op(get(), { path: { projectId: id } }).body).toEqual({
		id,
		name: 'One',
		created: '2026-03-31T08:00:00.000Z',
	});
});

test('an operation can have a response of its own', () => {
	const { id } = add('One');
	expect(
		op(
			patch(({ name }) => ({ status: 202, body: name })),
			{ path: { projectId: id }, body: { name: 'Two' } },
		),
	).toEqual({ status: 202, body: 'Two' });
});

test('a change keeps what is left out', () => {
	const path = { projectId: add('One', { description: 'Old' }).id };
	expect(op(patch(), { path, body: { name: 'Two' } }).body).toMatchObject({
		name: 'Two',
		description: 'Old',
	});
});

test('a replacement clears what is left out', () => {
	const path = { projectId: add('One', { description: 'Old' }).id };
	expect(op(replace(), { path, body: { name: 'Two' } }).body).toMatchObject({
		name: 'Two',
		description: undefined,
	});
});

test('a replacement requires all required fields', () => {
	const path = { projectId: add('One', { description: 'Old' }).id };
	expect(() => op(replace(), { path, body: { description: 'New' } })).toThrow(
		refused(400, 'Field name is required'),
	);
});

test('no two records can have the same name, but each can keep its own', () => {
	const one = add('One');
	const path = { projectId: add('Two').id };
	expect(() => op(create(), { body: { name: 'One' } })).toThrow(
		refused(409, `Project ${one.id} already has the same name`),
	);
	expect(() => op(patch(), { path, body: { name: 'One' } })).toThrow(refused(409));
	expect(op(patch(), { path, body: { name: 'Two' } }).status).toBe(200);
	expect(projects.all(state)).toHaveLength(2);
});

describe('the deletion of a record', () => {
	test('a record in use cannot be deleted', () => {
		const used = { projectId: add('One', { owner: 'ana' }).id };
		expect(() => op(remove(), { path: used })).toThrow(refused(409, 'It has an owner'));
	});

	test('a locked record cannot be deleted or changed', () => {
		const locked = { projectId: add('Two', { locked: true }).id };
		expect(() => op(remove(), { path: locked })).toThrow(refused(409, 'It is locked'));
		expect(() => op(patch(), { path: locked, body: {} })).toThrow(refused(409));
	});

	test('the deletion of a record updates related records', () => {
		const free = { projectId: add('Three').id };
		expect(op(remove(), { path: free }).status).toBe(204);
		expect(noted).toEqual([free.projectId]);
	});

	test('a deleted record is not found', () => {
		const free = { projectId: add('Four').id };
		op(remove(), { path: free });
		expect(() => op(remove(), { path: free })).toThrow(
			refused(404, `Project ${free.projectId} was not found`),
		);
	});
});

test('a record that the caller cannot see does not exist', () => {
	const path = { projectId: add('One', { hidden: true }).id };
	expect(() => op(get(), { path })).toThrow(refused(404));
	expect(names({})).toEqual([]);
});

describe('a list', () => {
	beforeEach(() => {
		for (const [name, owner] of [['Beta', 'ana'], ['Alpha'], ['Gamma', 'bao']] as const)
			add(name, { owner });
	});

	test('the list is sorted by name, or as requested', () => {
		expect(names({})).toEqual(['Alpha', 'Beta', 'Gamma']);
		expect(names({ sortBy: 'OWNER' })).toEqual(['Beta', 'Gamma', 'Alpha']);
	});

	test('the list is filtered by part of the name and by owners', () => {
		expect(names({ name: 'AM' })).toEqual(['Gamma']);
		expect(names({ owner: ['ana', 'bao'], sortOrder: 'DESC' })).toEqual(['Gamma', 'Beta']);
		expect(op(list(), { body: { name: 'alp' } }, '/projects/search', 'POST').body).toMatchObject({
			items: ['Alpha'],
		});
	});

	test('the list is filtered by a query', () => {
		expect(names({ query: 'name==*eta' })).toEqual(['Beta']);
		expect(names({ _s: 'name==*eta' })).toEqual(['Beta']);
	});

	test.each([
		{
			follows: 'documents',
			query: { limit: 1, offset: 1 },
			body: { items: ['Beta'], limit: 1, offset: 1, total: 3 },
		},
		{
			follows: 'vendor',
			query: { limit: 1, offset: 2 },
			body: { data: ['Gamma'], limit: 1, offset: 2, totalLength: 3 },
		},
	] as const)(
		'the list is limited, with its total, if the platform follows $follows',
		({ body, ...given }) => {
			expect(op(list(), given).body).toEqual(body);
		},
	);

	test('a list with numbered pages reports its total in headers', () => {
		expect(op(list(undefined, numberedPage), { query: { page: 2, size: 2 } })).toMatchObject({
			body: ['Gamma'],
			headers: { 'page-last': 'true', 'total-elements': '3' },
		});
	});
});

test('an unsupported parameter is refused', () => {
	expect(() => names({ sortBy: 'COLOUR' })).toThrow(refused(400));
	expect(() => names({ colour: 'red' })).toThrow(refused(501));
});
