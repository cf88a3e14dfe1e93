/**
 * Tasks. A list of tasks is created completely, or not at all. Tasks that are assigned to somebody
 * are resolved after a while.
 */
import { isNothing } from '../../../nodes/shared/support/nothing';
import { type Handlers, ok, type Request } from '../../handler';
import { tql } from '../../lists/tql';
import { badRequest, notFound } from '../../refusals';
import { userByLogin } from '../scim/scimStore';
import { ownedCampaign } from './campaign';
import {
	dataModels,
	loadsOf,
	type ModelField,
	RESOLVES_AFTER_MS,
	type Task,
	tasks,
} from './stewardshipStore';

/** How many tasks the list of all states shows. */
const MAX_OF_ALL_STATES = 200;
/** How many tasks a page has by default. */
const PAGE_SIZE = 50;

/** Whether a value can be read as the type of a field. */
function isReadable(type: string, value: unknown): boolean {
	if (isNothing(value)) return true;
	const text = String(value).trim();
	if (typeof value === 'object') return false;
	if (type === 'integer') return /^[+-]?\d+$/.test(text);
	if (type === 'decimal') return text !== '' && Number.isFinite(Number(text));
	if (type === 'boolean') return text === 'true' || text === 'false';
	if (type === 'date') return Number.isFinite(Number(text)) || Number.isFinite(Date.parse(text));
	return true;
}

/** @throws Refusal 400 */
function checkRecord(record: Record<string, unknown>, fields: readonly ModelField[]): void {
	for (const [name, value] of Object.entries(record)) {
		const field = fields.find((each) => each.name === name);
		if (!field) throw badRequest(`The data model has no field ${name}`);
		if (!isReadable(field.type, value))
			throw badRequest(`${JSON.stringify(value)} cannot be read as ${field.type} (field ${name})`);
	}
}

/** The state of a task, and since when it has it. */
function stateOf(
	{ assignee, createdAt, moved }: Task,
	now: number,
	states: readonly string[],
): { name: string; at: number } {
	if (moved && moved.at <= now) return { name: moved.to, at: moved.at };
	const at = createdAt + RESOLVES_AFTER_MS;
	return assignee !== undefined && !moved && now >= at
		? { name: states.at(-1)!, at }
		: { name: states[0]!, at: createdAt };
}

function view(task: Task, { clock }: Request, states: readonly string[]) {
	const { id, type, assignee, record, createdAt, invalid } = task;
	const state = stateOf(task, clock.now(), states);
	return {
		id,
		type,
		currentState: state.name,
		completed: state.name === states.at(-1),
		valid: invalid.length === 0,
		quality: Object.fromEntries(
			Object.keys(record).map((name) => [name, invalid.includes(name) ? -1 : 1]),
		),
		assignee: assignee ?? null,
		creationDate: createdAt,
		lastUpdateDate: state.at,
		record,
	};
}

/** The fields of a task that a query can name. */
const KNOWN = [
	'id',
	'currentState',
	'assignee',
	'completed',
	'creationDate',
	'lastUpdateDate',
	'record',
];

export const taskHandlers: Handlers = {
	'GET /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks': (request) => {
		const { id, workflow } = ownedCampaign(request);
		const names = workflow.states.map(({ name }) => name);
		return ok(
			tasks
				.all(request.state)
				.filter(({ campaign }) => campaign === id)
				.slice(-MAX_OF_ALL_STATES)
				.map((task) => view(task, request, names)),
		);
	},
	'GET /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks/{state}': (request) => {
		const { id, workflow } = ownedCampaign(request);
		const names = workflow.states.map(({ name }) => name);
		const { state } = request.path;
		if (!names.includes(state!)) throw notFound(`The campaign has no state ${state}`);
		const {
			query,
			size = PAGE_SIZE,
			page = 0,
		} = request.query as { query?: string; size?: number; page?: number };
		const matches = query === undefined ? () => true : tql(query, KNOWN);
		const tasksOfCampaign = tasks
			.all(request.state)
			.filter(({ campaign }) => campaign === id)
			.map((task) => view(task, request, names))
			.filter((task) => task.currentState === state && matches(task));
		return ok(tasksOfCampaign.slice(page * size, (page + 1) * size));
	},
	'POST /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks': (request) => {
		const { state, clock, body } = request;
		const { id, taskType, workflow, schemaRef } = ownedCampaign(request);
		const { fields } = dataModels.find(state, schemaRef.name);
		const newTasks = body as Array<Pick<Task, 'type' | 'assignee' | 'record'>>;
		for (const { type, assignee, record } of newTasks) {
			if (type !== taskType) throw badRequest(`The tasks of this campaign are of type ${taskType}`);
			if (assignee !== undefined && !userByLogin(state, assignee))
				throw badRequest(`There is no user ${assignee}`);
			checkRecord(record, fields);
		}
		loadsOf(state).push(newTasks.length);
		const names = workflow.states.map(({ name }) => name);
		const made = newTasks.map(({ type, assignee, record }) =>
			tasks.add(state, {
				campaign: id,
				type,
				assignee,
				record,
				createdAt: clock.now(),
				invalid: fields
					.filter(({ name, required }) => required && isNothing(record[name]))
					.map(({ name }) => name),
			}),
		);
		return ok(made.map((task) => view(task, request, names)));
	},
};
