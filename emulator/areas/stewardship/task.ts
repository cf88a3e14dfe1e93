/** Tasks: loaded as a list, all or none; the people of the demo resolve those that are assigned to somebody. */
import { badRequest } from '../../refusals';
import { ok, type Handlers, type Request } from '../handler';
import { userCalled } from '../scim/records';
import { ownedCampaign } from './campaign';
import { dataModels, loadsOf, RESOLVES_AFTER_MS, tasks, type ModelField, type Task } from './records';

/** How many tasks a list shows. */
const SHOWN = 200;

/** Whether a value can be read as the type of a field. */
function isReadable(type: string, value: unknown): boolean {
	if (value === null || value === undefined || value === '') return true;
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
		if (!isReadable(field.type, value)) throw badRequest(`${JSON.stringify(value)} cannot be read as ${field.type} (field ${name})`);
	}
}

function view({ id, type, assignee, record, createdAt, invalid }: Task, { clock, state, path }: Request, states: readonly string[]): object {
	void [state, path];
	const isResolved = assignee !== undefined && clock.now() >= createdAt + RESOLVES_AFTER_MS;
	return {
		id,
		type,
		currentState: isResolved ? states.at(-1) : states[0],
		valid: invalid.length === 0,
		quality: Object.fromEntries(Object.keys(record).map((name) => [name, invalid.includes(name) ? -1 : 1])),
		assignee: assignee ?? null,
		creationDate: createdAt,
		record,
	};
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

export const taskHandlers: Handlers = {
	'GET /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks': (request) => {
		const { id, workflow } = ownedCampaign(request);
		const names = workflow.states.map(({ name }) => name);
		return ok(tasks.all(request.state).filter(({ campaign }) => campaign === id).slice(-SHOWN).map((task) => view(task, request, names)));
	},
	'POST /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks': (request) => {
		const { state, clock, body } = request;
		const { id, taskType, workflow, schemaRef } = ownedCampaign(request);
		const { fields } = dataModels.find(state, schemaRef.name);
		const given = body as Array<Pick<Task, 'type' | 'assignee' | 'record'>>;
		for (const { type, assignee, record } of given) {
			if (type !== taskType) throw badRequest(`The tasks of this campaign are of type ${taskType}`);
			if (assignee !== undefined && !userCalled(state, assignee)) throw badRequest(`There is no user ${assignee}`);
			checkRecord(record, fields);
		}
		loadsOf(state).push(given.length);
		const names = workflow.states.map(({ name }) => name);
		const made = given.map(({ type, assignee, record }) =>
			tasks.add(state, { campaign: id, type, assignee, record, createdAt: clock.now(), invalid: fields.filter(({ name, required }) => required && isEmpty(record[name])).map(({ name }) => name) }),
		);
		return ok(made.map((task) => view(task, request, names)));
	},
};
