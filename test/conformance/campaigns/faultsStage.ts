/** A platform that knows what was started and created there, and lists it. */
import type { IDataObject } from 'n8n-workflow';

import {
	type Asked,
	goodAnswer,
	goodPage,
	goodRecord,
	type Scripted,
} from '../../support/scripted';

/** Whether a request starts or creates something. */
export const isStart = ({ operation }: Pick<Asked, 'operation'>) => operation?.effect === 'start';

/** A request that started or created something. */
export interface Done {
	asked: Asked;
	id: string;
	at: string;
}

/** How far what a flow follows has come: what was started has ended when it is looked at. */
const STATES: Record<string, (started: number) => IDataObject> = {
	'/processing/executions/{id}': () => ({ status: 'execution_successful' }),
	'/processing/executions/plans/{planExecutionId}': (started) => ({
		status: started === 0 ? 'execution_failed' : 'execution_successful',
		planId: 'a-plan',
	}),
	'/processing/executions/promotions/{executionId}': () => ({ status: 'PROMOTED' }),
	'/connections/crawlers/{crawlerId}': (started) => ({
		status: { runStatus: 'FINISHED', runStartedAt: started, runFinishedAt: started },
	}),
	'/semanticservice/v2/categories/{semanticTypeId}/draft/status': () => ({
		status: 'finished',
		errors: [],
	}),
	'/connections/scan/{connectionId}': (started) => ({ lastScan: `scan ${started}` }),
};

const EXECUTIONS_OF_TASK = '/processing/executables/tasks/{taskId}/executions';
const STEPS = '/processing/executions/plans/{planExecutionId}/steps';

/** What a request says: its body, or the part of it beside a file. */
function jsonIn(body: string): IDataObject {
	const [, part] = /application\/json\r\n\r\n(\{.*\})\r\n/.exec(body) ?? [];
	const json = body.startsWith('{') ? body : part;
	return json === undefined ? {} : (JSON.parse(json) as IDataObject);
}

/** What the platform lists of something that was done. */
function recorded({ asked, id, at }: Done, declared: NonNullable<Asked['operation']>): IDataObject {
	const sent = jsonIn(asked.body);
	// The settings of a campaign are inside.
	const body = { ...sent, ...(sent.campaign as IDataObject | undefined) };
	// What is sent as an ID is returned as the record that it identifies.
	const references = Object.fromEntries(
		Object.entries(body)
			.filter(([name]) => /Id$/.test(name))
			.map(([name, value]) => [name.slice(0, -2), { id: value, name: value }]),
	);
	const ids = Object.fromEntries(
		['id', 'executable', 'executionId', declared.answers.key ?? 'id']
			.filter((name) => body[name] === undefined || name !== declared.answers.key)
			.map((name) => [name, id]),
	);
	const dates = Object.fromEntries(
		['triggerTimestamp', 'createDate', 'createdDate', 'creationDate', 'createdAt'].map((name) => [
			name,
			at,
		]),
	);
	// SCIM has another name for what a user signs in with.
	const called = body.login === undefined ? {} : { userName: body.login };
	// A service that was started runs.
	const state = declared.endpoint === EXECUTIONS_OF_TASK ? { status: 'executing' } : {};
	return {
		...goodRecord(declared.answers, 0),
		...references,
		...body,
		...called,
		...ids,
		...dates,
		...state,
		meta: { created: at },
	};
}

/** The good answer of a platform that knows what was done there. */
export function answerOf(asked: Asked, done: readonly Done[], id: string): Scripted {
	const { operation } = asked;
	if (!operation) return { status: 404 };
	const good = goodAnswer(operation);
	if (operation.endpoint === STEPS)
		return goodPage(operation, [{ executionId: 'a-step', status: 'execution_failed' }], {
			at: 0,
			total: 1,
		});
	if (operation.answers.kind === 'list' && operation.effect === 'read') {
		const standing = done.filter(
			({ asked: { path, operation: of } }) =>
				path === asked.path || of?.lookUp?.list.endpoint === operation.endpoint,
		);
		return goodPage(
			operation,
			standing.map((each) => recorded(each, operation)),
			{ at: operation.pages?.first ?? 0, total: standing.length },
		);
	}
	const state =
		STATES[operation.endpoint.replace(/^(\/processing\/executions\/)\{\w+\}$/, '$1{id}')];
	if (operation.method === 'GET' && state) {
		const record = JSON.parse(String(good.body)) as IDataObject;
		// The record is the one that was asked for.
		const own = Object.fromEntries(
			['id', 'executionId']
				.filter((name) => name in record)
				.map((name) => [name, asked.path.split('/').at(-1)]),
		);
		return { ...good, body: JSON.stringify({ ...record, ...own, ...state(done.length) }) };
	}
	if (!isStart(asked) || operation.answers.kind !== 'record') return good;
	// What is patched stays the record that it was.
	const own = operation.method === 'PATCH' ? asked.path.split('/').at(-1)! : id;
	return {
		...good,
		body: JSON.stringify({
			...(JSON.parse(String(good.body)) as IDataObject),
			id: own,
			executionId: id,
			executable: id,
		}),
	};
}
