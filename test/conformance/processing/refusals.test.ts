/** What Processing refuses before anything is sent, or after a name was looked up. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { afterTest } from '../../support/changed';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { platform, run, state } from './stage';

interface Refusal {
	what: string;
	resource: string;
	operation: string;
	parameters: IDataObject;
	message: string;
}

describe('input that Processing refuses', () => {
	async function expectRefusal({ resource, operation, parameters, message }: Refusal) {
		platform.clearLog();
		const { error, items } = await run(resource, operation, parameters);
		expect(refusedWords(error)).toBe(message);
		expect(error!.name).toBe('NodeOperationError');
		expect(error!.description).toContain('Nothing was sent.');
		expect(items).toEqual([]);
		expect(platform.emulator.log).toEqual([]);
	}

	test.each<Refusal>([
		{
			what: 'a limit of 0',
			resource: 'taskExecution',
			operation: 'getMany',
			parameters: { limit: 0 },
			message: '"Limit" must be at least 1',
		},
		{
			what: 'a limit that is not a number',
			resource: 'planExecution',
			operation: 'getMany',
			parameters: { limit: '={{ "ten" }}' },
			message: '"Limit" must be a whole number',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.93');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: '61 last days',
			resource: 'taskExecution',
			operation: 'getMany',
			parameters: { filters: { lastDays: 61 } },
			message: '"Last Days" must be at most 60',
		},
		{
			what: '0 last days',
			resource: 'taskExecution',
			operation: 'search',
			parameters: { filters: { lastDays: 0 } },
			message: '"Last Days" must be at least 1',
		},
		{
			what: '61 last days of plans',
			resource: 'planExecution',
			operation: 'getMany',
			parameters: { filters: { lastDays: 61 } },
			message: '"Last Days" must be at most 60',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.91', 'B.238');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'a period of 61 days',
			resource: 'taskExecution',
			operation: 'getMany',
			parameters: { filters: { from: '2026-01-01', to: '2026-03-03' } },
			message: '"To" must be at most 60 days after "From"',
		},
		{
			what: 'a period that began 61 days ago',
			resource: 'taskExecution',
			operation: 'getMany',
			parameters: { filters: { from: '2026-01-01' } },
			message: '"To" must be at most 60 days after "From" ("To" is now if left out)',
		},
		{
			what: 'a long period of plans',
			resource: 'planExecution',
			operation: 'getMany',
			parameters: { filters: { from: '2026-01-01', to: '2026-03-03' } },
			message: '"To" must be at most 60 days after "From"',
		},
		{
			what: 'a long period of one plan',
			resource: 'planExecution',
			operation: 'getManyOfPlan',
			parameters: { planId: byId('p'), filters: { from: '2026-01-01', to: '2026-03-03' } },
			message: '"To" must be at most 60 days after "From"',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.92', 'B.238');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'a timeout of 0',
			resource: 'taskExecution',
			operation: 'start',
			parameters: { executable: byId('t'), additionalFields: { timeout: 0 } },
			message: '"Timeout (Minutes)" must be at least 1',
		},
		{
			what: 'a timeout that is not a whole number',
			resource: 'taskExecution',
			operation: 'start',
			parameters: { executable: byId('t'), additionalFields: { timeout: 1.5 } },
			message: '"Timeout (Minutes)" must be a whole number',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.73', 'B.239');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'no task',
			resource: 'taskExecution',
			operation: 'start',
			parameters: { executable: byId('={{ "" }}') },
			message: '"Task" is required',
		},
		{
			what: 'an unknown log level',
			resource: 'taskExecution',
			operation: 'start',
			parameters: { executable: byId('t'), additionalFields: { logLevel: 'LOUD' } },
			message: '"Log Level" must be one of OFF, ERROR, WARN, INFO',
		},
		{
			what: 'an unknown log level by expression',
			resource: 'taskExecution',
			operation: 'runAndWait',
			parameters: { executable: byId('t'), options: { logLevel: '={{ "lo" + "ud" }}' } },
			message: '"Log Level" must be one of OFF, ERROR, WARN, INFO',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.73');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'only the failed tasks of no execution',
			resource: 'planExecution',
			operation: 'start',
			parameters: { executable: byId('p'), additionalFields: { rerunOnlyFailedTasks: true } },
			message:
				'"Re-Run Only Failed Tasks" can only be used together with "Plan Execution to Re-Run"',
		},
		{
			what: 'a step without an execution',
			resource: 'planExecution',
			operation: 'start',
			parameters: { executable: byId('p'), additionalFields: { stepId: 's' } },
			message: '"Step" can only be used together with "Plan Execution to Re-Run"',
		},
		{
			what: 'a re-run without a step',
			resource: 'planExecution',
			operation: 'start',
			parameters: { executable: byId('p'), additionalFields: { executionPlanId: 'e' } },
			message:
				'"Step" is required together with the execution to re-run: a re-run begins at a step, whose execution ID Get Steps returns. Re-Run From Failed Step finds it automatically',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.84');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'a dynamic engine without scope',
			resource: 'runProfile',
			operation: 'create',
			parameters: {
				name: 'x',
				processorType: 'DYNAMIC_ENGINE',
				type: 'JOB_SERVER',
				jvmArguments: ['-Xmx1G'],
			},
			message: '"Environment" is required when "Engine Type" is Dynamic Engine',
		},
		{
			what: 'a remote engine without runtime',
			resource: 'runProfile',
			operation: 'create',
			parameters: { name: 'x', processorType: 'RE', type: 'JOB_SERVER', jvmArguments: ['-Xmx1G'] },
			message: '"Engine or Cluster" is required unless "Engine Type" is Dynamic Engine',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.102');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'a negative offset',
			resource: 'runProfile',
			operation: 'search',
			parameters: { offset: -1 },
			message: '"Offset" must be at least 0',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		fact('B.104');
		await expectRefusal(refusal);
	});

	test.each<Refusal>([
		{
			what: 'a reversed period',
			resource: 'taskExecution',
			operation: 'search',
			parameters: { filters: { from: '2026-03-03', to: '2026-03-01' } },
			message: '"To" must not be before "From"',
		},
		{
			what: 'a reversed period of one task',
			resource: 'taskExecution',
			operation: 'getManyOfTask',
			parameters: { taskId: byId('t'), filters: { from: '2026-03-03', to: '2026-03-01' } },
			message: '"To" must not be before "From"',
		},
		{
			what: 'an invalid date',
			resource: 'taskExecution',
			operation: 'getMany',
			parameters: { filters: { from: 'yesterday' } },
			message: '"From" must be a date and time, such as 2026-03-31T08:00:00Z',
		},
		{
			what: 'a time limit of 0',
			resource: 'taskExecution',
			operation: 'runAndWait',
			parameters: { executable: byId('t'), timeLimit: 0 },
			message: '"Time Limit (Minutes)" must be at least 1',
		},
		{
			what: 'a plan ".."',
			resource: 'planExecution',
			operation: 'getManyOfPlan',
			parameters: { planId: byId('..') },
			message: '"Plan" must not be "." or ".."',
		},
		{
			what: 'an empty step',
			resource: 'planExecution',
			operation: 'getStep',
			parameters: { planExecutionId: byId('e'), stepExecutionId: byId(' ') },
			message: '"Step Execution" is required',
		},
		{
			what: 'a task "."',
			resource: 'taskExecution',
			operation: 'getManyOfTask',
			parameters: { taskId: byId('.') },
			message: '"Task" must not be "." or ".."',
		},
		{
			what: 'a task ".."',
			resource: 'taskExecution',
			operation: 'getManyOfTask',
			parameters: { taskId: byId('..') },
			message: '"Task" must not be "." or ".."',
		},
		{
			what: 'an execution of blanks',
			resource: 'taskExecution',
			operation: 'get',
			parameters: { executionId: byId(' ') },
			message: '"Execution" is required',
		},
		{
			what: 'no execution',
			resource: 'taskExecution',
			operation: 'get',
			parameters: { executionId: byId('={{ undefined }}') },
			message: '"Execution" is required',
		},
	])('Processing refuses $what before anything is sent', async (refusal) => {
		await expectRefusal(refusal);
	});

	test('a task name that nothing has is refused after the look-up, before anything is started', async () => {
		platform.clearLog();
		const { error, items } = await run('taskExecution', 'start', {
			executable: byName('No such task'),
		});
		expect(refusedWords(error)).toBe(
			'"Task" is "No such task", which was not found: check the spelling, or choose the task from the list, which has all that the credential can access',
		);
		expect(error!.name).toBe('NodeOperationError');
		expect(error!.description).toContain('Nothing was changed in Talend Cloud.');
		expect(items).toEqual([]);
		const sent = platform.emulator.log.map(({ operation }) => operation);
		expect(sent).toContain('GET /orchestration/executables/tasks');
		expect(sent).not.toContain('POST /processing/executions');
	});

	test('a name that two tasks have is refused, with the IDs of both', async () => {
		const { tasks } = orchestrationOf(state());
		const twin = { ...taskNamed(state(), DEMO.goodTask), id: 'twin' };
		tasks.set(twin.id, twin);
		afterTest(() => tasks.delete(twin.id));
		const { error } = await run('taskExecution', 'start', { executable: byName(DEMO.goodTask) });
		expect(error!.message).toBe(
			`"Task" is "${DEMO.goodTask}", which matches 2 records: choose one by ID (${taskNamed(state(), DEMO.goodTask).id}: Finance, Production; twin: Finance, Production)`,
		);
	});
});
