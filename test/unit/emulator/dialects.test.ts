/** The emulator follows either description of the platform where the two differ. */
import { readFileSync } from 'node:fs';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startTask } from '../../../emulator/areas/processing/executions';
import { planExecutions } from '../../../emulator/areas/processing/processingStore';
import { userByLogin } from '../../../emulator/areas/scim/scimStore';
import { DEMO } from '../../../emulator/seed';
import { DAY, MINUTE } from '../../support/time';
import {
	crawlersOf,
	environmentOf,
	executionOf,
	inBoth,
	row,
	ROWS,
	type Stage,
	start,
	taskOf,
} from './dialectsStage';

test('the token of a log file is plain text in the documents and JSON in the vendor’s files', async () => {
	row('the token that *Get File Status* takes');
	const statuses = async (stage: Stage) => {
		const logs = `POST /monitoring/executions/${executionOf(stage)}/logs`;
		const { token } = (await stage.ask(logs)).body as { token: string };
		return {
			text: (await stage.ask(`${logs}/status`, token, 'text/plain')).status,
			json: (await stage.ask(`${logs}/status`, JSON.stringify(token))).status,
		};
	};
	expect(await inBoth(statuses)).toEqual({
		documents: { text: 200, json: 415 },
		vendor: { text: 415, json: 200 },
	});
});

test('the format of a log file is lowercase in the documents and uppercase in the vendor’s files', async () => {
	row('`fileFormat` of a log file');
	const statuses = async (stage: Stage) => {
		const logs = `POST /monitoring/executions/${executionOf(stage)}/logs`;
		return {
			json: (await stage.ask(`${logs}?fileFormat=json`)).status,
			JSON: (await stage.ask(`${logs}?fileFormat=JSON`)).status,
		};
	};
	expect(await inBoth(statuses)).toEqual({
		documents: { json: 200, JSON: 400 },
		vendor: { json: 400, JSON: 200 },
	});
});

test('the documents call the type of a service account SERVICE_ACCOUNT, the vendor’s files SERVICE', async () => {
	row('type of a user in responses');
	const userType = async (stage: Stage) => {
		const { id } = startTask(stage.emulator.state, taskOf(stage), stage.emulator.clock.now(), {
			type: 'MANUAL',
			by: { id: 'account', type: 'SERVICE_ACCOUNT' },
		});
		return (await stage.ask(`GET /processing/executions/${id}`)).body.userType;
	};
	expect(await inBoth(userType)).toEqual({ documents: 'SERVICE_ACCOUNT', vendor: 'SERVICE' });
});

test('a run configuration that is set is returned only in the vendor’s files', async () => {
	row('the response to setting a run configuration');
	const set = async (stage: Stage) => {
		const { status, body } = await stage.ask(
			`PUT /orchestration/executables/tasks/${taskOf(stage).id}/run-config`,
			{
				trigger: { type: 'ONCE', startDate: '2026-05-01', startTime: '10:00', timeZone: 'UTC' },
				runtime: { type: 'CLOUD' },
			},
		);
		return { status, runtime: body?.runtime };
	};
	expect(await inBoth(set)).toEqual({
		documents: { status: 204, runtime: undefined },
		vendor: { status: 200, runtime: { type: 'CLOUD' } },
	});
});

test('a trigger of a dynamic-engine configuration is required only in the vendor’s files', async () => {
	row('the dynamic-engine configuration of a task');
	const setWithoutTrigger = async (stage: Stage) =>
		(
			await stage.ask(`PUT /orchestration/executables/tasks/${taskOf(stage).id}/de-run-config`, {
				timeout: 10,
			})
		).status;
	expect(await inBoth(setWithoutTrigger)).toEqual({ documents: 204, vendor: 400 });
});

test('scheduled executions of a task are objects in the documents and dates in the vendor’s files', async () => {
	row('scheduled executions of a task or plan');
	const typeOfItem = async (stage: Stage) => {
		const from = stage.emulator.clock.now();
		const { items } = (
			await stage.ask(
				`GET /orchestration/executables/tasks/${taskOf(stage).id}/run-config/events?from=${from}&to=${from + 2 * DAY}`,
			)
		).body as { items: unknown[] };
		return typeof items[0];
	};
	expect(await inBoth(typeOfItem)).toEqual({ documents: 'object', vendor: 'string' });
});

test('scheduled executions of an environment are an array only in the documents', async () => {
	row('scheduled executions of an environment');
	const isArray = async (stage: Stage) => {
		const from = stage.emulator.clock.now();
		const { body } = await stage.ask('POST /orchestration/executables/events/search', {
			environmentId: environmentOf(stage),
			from,
			to: from + 2 * DAY,
		});
		return Array.isArray(body);
	};
	expect(await inBoth(isArray)).toEqual({ documents: true, vendor: false });
});

test('an update of a connection keeps the parameters that it leaves out only in the documents', async () => {
	row('parameters that an update of a connection leaves out');
	const rename = async ({ emulator, ask }: Stage) => {
		const { connections } = orchestrationOf(emulator.state);
		const { id } = [...connections.values()].find(({ parameters }) => parameters.length > 0)!;
		const { status } = await ask(`PUT /orchestration/connections/${id}`, { name: 'Renamed' });
		return { status, isKept: connections.get(id)!.parameters.length > 0 };
	};
	expect(await inBoth(rename)).toEqual({
		documents: { status: 200, isKept: true },
		vendor: { status: 200, isKept: false },
	});
});

test('the filter status=terminated includes executions that timed out only in the vendor’s files', async () => {
	row('executions that the filter `status=terminated` finds');
	const countTerminated = async (stage: Stage) => {
		start(stage, { durationMs: 0, end: 'terminated_timeout' });
		const { body } = await stage.ask(
			'GET /processing/executables/tasks/executions?status=terminated',
		);
		return body.total;
	};
	expect(await inBoth(countTerminated)).toEqual({ documents: 0, vendor: 1 });
});

test('an execution that was triggered before a period is found in it only in the vendor’s files', async () => {
	row('task executions that a period selects');
	const isFound = async (stage: Stage) => {
		const now = stage.emulator.clock.now();
		const id = start(stage, { durationMs: MINUTE, end: 'execution_successful' }, now - MINUTE / 2);
		const { items } = (
			await stage.ask(`GET /processing/executables/tasks/executions?from=${now - 10_000}&to=${now}`)
		).body as { items: Array<{ executionId: string }> };
		return items.some(({ executionId }) => executionId === id);
	};
	expect(await inBoth(isFound)).toEqual({ documents: false, vendor: true });
});

test('a list of executions ends at its thousandth record only in the vendor’s files', async () => {
	row('pages of lists of executions');
	const statuses = async ({ ask }: Stage) => {
		const list = 'GET /processing/executables/tasks/executions';
		return {
			lastPage: (await ask(`${list}?offset=900&limit=100`)).status,
			pageAcross: (await ask(`${list}?offset=901&limit=100`)).status,
			usualPageAcross: (await ask(`${list}?offset=901`)).status,
		};
	};
	expect(await inBoth(statuses)).toEqual({
		documents: { lastPage: 200, pageAcross: 200, usualPageAcross: 200 },
		vendor: { lastPage: 200, pageAcross: 400, usualPageAcross: 400 },
	});
});

const BOTH_TIMES = ['startTimestamp', 'finishTimestamp'];

/** The times and the reason of an execution that ended in this way before it started. */
const fieldsOf = async (end: string, misfired?: string) =>
	await inBoth(async (stage) => {
		const id = start(stage, { durationMs: 0, end, misfired });
		const { body } = await stage.ask(`GET /processing/executions/${id}`);
		return [...BOTH_TIMES, 'misfiredExecutionReason'].filter((name) => name in body);
	});
test('an execution that could not be deployed has no start in the vendor’s files', async () => {
	row('an execution that never started');
	expect(await fieldsOf('deploy_failed')).toEqual({
		documents: BOTH_TIMES,
		vendor: ['finishTimestamp'],
	});
});

test('an execution that was rejected for a paused task has only its reason in the vendor’s files', async () => {
	expect(await fieldsOf('execution_rejected', 'TASK_IS_PAUSED')).toEqual({
		documents: [...BOTH_TIMES, 'misfiredExecutionReason'],
		vendor: ['misfiredExecutionReason'],
	});
});

test('an execution that its engine rejected has both times in either dialect', async () => {
	expect(await fieldsOf('execution_rejected')).toEqual({
		documents: BOTH_TIMES,
		vendor: BOTH_TIMES,
	});
});

test('the log of an execution is complete 30 seconds after its end in the vendor’s files', async () => {
	row('log of an execution');
	const sizes = async ({ emulator, ...stage }: Stage) => {
		const id = start(
			{ emulator, ...stage },
			{ durationMs: 1_000, end: 'execution_successful', logLines: 10 },
		);
		const size = async () =>
			(await stage.ask(`GET /monitoring/executions/${id}/logs`)).body.totalSize;
		emulator.clock.advance(1_000);
		const atEnd = await size();
		emulator.clock.advance(29_999);
		const before30s = await size();
		emulator.clock.advance(1);
		return { atEnd, before30s, after30s: await size() };
	};
	expect(await inBoth(sizes)).toEqual({
		documents: { atEnd: 10, before30s: 10, after30s: 10 },
		vendor: { atEnd: 9, before30s: 9, after30s: 10 },
	});
});

test('a re-run of a plan must name its step only in the vendor’s files', async () => {
	row('re-run of a plan');
	const rerun = async ({ emulator, ask }: Stage) => {
		const plan = [...orchestrationOf(emulator.state).plans.values()].find(
			({ name }) => name === DEMO.recoveringPlan,
		)!;
		const first = await ask('POST /processing/executions/plans', { executable: plan.id });
		const executionId = String(first.body.executionId);
		emulator.clock.advance(MINUTE);
		const stepId = planExecutions.find(emulator.state, executionId).steps[1]!.executionId;
		const again = { executable: plan.id, executionPlanId: executionId };
		return {
			withoutStep: (await ask('POST /processing/executions/plans', again)).status,
			withStep: (await ask('POST /processing/executions/plans', { ...again, stepId })).status,
		};
	};
	expect(await inBoth(rerun)).toEqual({
		documents: { withoutStep: 201, withStep: 201 },
		vendor: { withoutStep: 400, withStep: 201 },
	});
});

test('permissions are added to those that a user has on a workspace only in the documents', async () => {
	row('POST of workspace permissions');
	const add = async ({ emulator, ask }: Stage) => {
		const [workspace] = orchestrationOf(emulator.state).workspaces.keys();
		const { id } = userByLogin(emulator.state, 'ana.demo')!;
		return (await ask(`POST /security/workspaces/${workspace}/users/${id}/permissions`, ['VIEW']))
			.status;
	};
	expect(await inBoth(add)).toEqual({ documents: 201, vendor: 409 });
});

test('the crawlers of a list have status in the documents and runStatus in the vendor’s files', async () => {
	row('crawlers in a list');
	const fields = async ({ ask }: Stage) => {
		const { data } = (await ask('GET /connections/crawlers')).body as { data: object[] };
		return ['status', 'runStatus'].filter((name) => name in data[0]!);
	};
	expect(await inBoth(fields)).toEqual({ documents: ['status'], vendor: ['runStatus'] });
});

test('a change of a crawler returns the crawler in the documents and its ID in the vendor’s files', async () => {
	row('the response to changing a crawler');
	const rename = async (stage: Stage) => {
		const { id } = crawlersOf(stage)[0]!;
		const { body } = await stage.ask(`PATCH /connections/crawlers/${id}`, { name: 'Renamed' });
		return typeof body;
	};
	expect(await inBoth(rename)).toEqual({ documents: 'object', vendor: 'string' });
});

test('a deleted crawler without datasets can be read only in the documents', async () => {
	row('deleting a crawler');
	const remove = async (stage: Stage) => {
		await stage.ask('GET /datasets');
		const statusAfterDeletion = async (hasDatasets: boolean) => {
			const { id } = crawlersOf(stage).find(({ datasets }) => datasets.size > 0 === hasDatasets)!;
			await stage.ask(`DELETE /connections/crawlers/${id}`);
			return (await stage.ask(`GET /connections/crawlers/${id}?includeDeleted=true`)).status;
		};
		return {
			withoutDatasets: await statusAfterDeletion(false),
			withDatasets: await statusAfterDeletion(true),
		};
	};
	expect(await inBoth(remove)).toEqual({
		documents: { withoutDatasets: 200, withDatasets: 200 },
		vendor: { withoutDatasets: 404, withDatasets: 200 },
	});
});

test('a change of a dataset returns the IDs of the command only in the vendor’s files', async () => {
	row('the response to some changes of datasets');
	const certify = async ({ emulator, ask }: Stage) => {
		await ask('GET /datasets');
		const [id] = catalogOf(emulator.state).datasets.keys();
		const { status, body } = await ask(`PUT /datasets/${id}/certification`, {
			currentCertification: 'certified',
		});
		return { status, fields: Object.keys(body ?? {}) };
	};
	expect(await inBoth(certify)).toEqual({
		documents: { status: 204, fields: [] },
		vendor: { status: 200, fields: ['id', 'requestId'] },
	});
});

test('a second default of a free-text attribute is refused only in the documents', async () => {
	row('defaults of a free-text attribute');
	const create = async ({ ask }: Stage) => {
		const { status, body } = await ask('POST /datasets/attributes', {
			label: 'Owner',
			type: 'text',
			mandatory: false,
			defaults: ['first', 'second'],
		});
		if (status !== 201) return { status };
		const created = await ask(`GET /datasets/attributes/${String(body.definitionId)}`);
		return { status, defaults: created.body.defaults };
	};
	expect(await inBoth(create)).toEqual({
		documents: { status: 400 },
		vendor: { status: 201, defaults: ['first'] },
	});
});

test('a page of dynamic-engine environments has data in the documents and items in the vendor’s files', async () => {
	row('pages of dynamic-engine environments');
	const fields = async ({ ask }: Stage) =>
		Object.keys(
			(await ask('POST /orchestration/dynamic-engine-environments/search', {})).body,
		).sort();
	expect(await inBoth(fields)).toEqual({
		documents: ['data', 'limit', 'offset', 'totalLength'],
		vendor: ['items', 'limit', 'offset', 'total'],
	});
});

test('raw component metrics can be filtered by the type of a connection only in the documents', async () => {
	row('filters of raw component metrics');
	const statuses = async (stage: Stage) => {
		const now = stage.emulator.clock.now();
		const statusOf = async (field: string) =>
			(
				await stage.ask('POST /monitoring/observability/metrics/component', {
					environmentId: environmentOf(stage),
					startTime: new Date(now - DAY).toISOString(),
					endTime: new Date(now).toISOString(),
					filters: [{ field, operator: 'in', value: ['none'] }],
				})
			).status;
		return {
			task: await statusOf('task_id'),
			connectionType: await statusOf('connection_type'),
		};
	};
	expect(await inBoth(statuses)).toEqual({
		documents: { task: 200, connectionType: 200 },
		vendor: { task: 200, connectionType: 400 },
	});
});

test('each row of the page has a test', () => {
	const covered = readFileSync(__filename, 'utf8').matchAll(/\trow\('(.+)'\);/g);
	expect([...covered].map(([, name]) => name).sort()).toEqual([...ROWS].sort());
});
