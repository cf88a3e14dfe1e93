/** What Processing refuses before anything is sent. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { byId, named, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { platform, run, state } from './stage';

describe('refused before anything is sent', () => {
	test.each<[string, string, string, IDataObject, string]>([
		['a limit of 0', 'taskExecution', 'getMany', { limit: 0 }, 'Limit must be at least 1'],
		[
			'61 last days',
			'taskExecution',
			'getMany',
			{ filters: { lastDays: 61 } },
			'Last Days must be at most 60',
		],
		[
			'0 last days',
			'taskExecution',
			'search',
			{ filters: { lastDays: 0 } },
			'Last Days must be at least 1',
		],
		[
			'a period of 61 days',
			'taskExecution',
			'getMany',
			{ filters: { from: '2026-01-01', to: '2026-03-03' } },
			'To must be at most 60 days after From',
		],
		[
			'a period that began 61 days ago',
			'taskExecution',
			'getMany',
			{ filters: { from: '2026-01-01' } },
			'To must be at most 60 days after From (To is now if left out)',
		],
		[
			'a reversed period',
			'taskExecution',
			'search',
			{ filters: { from: '2026-03-03', to: '2026-03-01' } },
			'To must not be before From',
		],
		[
			'a reversed period of one task',
			'taskExecution',
			'getManyOfTask',
			{ taskId: byId('t'), filters: { from: '2026-03-03', to: '2026-03-01' } },
			'To must not be before From',
		],
		[
			'a long period of plans',
			'planExecution',
			'getMany',
			{ filters: { from: '2026-01-01', to: '2026-03-03' } },
			'To must be at most 60 days after From',
		],
		[
			'a long period of one plan',
			'planExecution',
			'getManyOfPlan',
			{ planId: byId('p'), filters: { from: '2026-01-01', to: '2026-03-03' } },
			'To must be at most 60 days after From',
		],
		[
			'61 last days of plans',
			'planExecution',
			'getMany',
			{ filters: { lastDays: 61 } },
			'Last Days must be at most 60',
		],
		[
			'only the failed tasks of no execution',
			'planExecution',
			'start',
			{ executable: byId('p'), additionalFields: { rerunOnlyFailedTasks: true } },
			'Re-Run Only Failed Tasks can only be used together with Plan Execution to Re-Run',
		],
		[
			'a date that is none',
			'taskExecution',
			'getMany',
			{ filters: { from: 'yesterday' } },
			'From must be a date and time, such as 2026-03-31T08:00:00Z',
		],
		[
			'a timeout of 0',
			'taskExecution',
			'start',
			{ executable: byId('t'), additionalFields: { timeout: 0 } },
			'Timeout (Minutes) must be at least 1',
		],
		[
			'an unknown log level',
			'taskExecution',
			'start',
			{ executable: byId('t'), additionalFields: { logLevel: 'LOUD' } },
			'Log Level must be one of OFF, ERROR, WARN, INFO',
		],
		[
			'an unknown log level by expression',
			'taskExecution',
			'runAndWait',
			{ executable: byId('t'), options: { logLevel: '={{ "lo" + "ud" }}' } },
			'Log Level must be one of OFF, ERROR, WARN, INFO',
		],
		[
			'a time limit of 0',
			'taskExecution',
			'runAndWait',
			{ executable: byId('t'), timeLimit: 0 },
			'Time Limit (Minutes) must be at least 1',
		],
		[
			'a timeout that is no whole number',
			'taskExecution',
			'start',
			{ executable: byId('t'), additionalFields: { timeout: 1.5 } },
			'Timeout (Minutes) must be a whole number',
		],
		[
			'a limit that is no number',
			'planExecution',
			'getMany',
			{ limit: '={{ "ten" }}' },
			'Limit must be a whole number',
		],
		[
			'a plan ".."',
			'planExecution',
			'getManyOfPlan',
			{ planId: byId('..') },
			'Plan must not be "." or ".."',
		],
		[
			'an empty step',
			'planExecution',
			'getStep',
			{ planExecutionId: byId('e'), stepExecutionId: byId(' ') },
			'Step Execution is required',
		],
		['no task', 'taskExecution', 'start', { executable: byId('={{ "" }}') }, 'Task is required'],
		[
			'a task "."',
			'taskExecution',
			'getManyOfTask',
			{ taskId: byId('.') },
			'Task must not be "." or ".."',
		],
		[
			'a task ".."',
			'taskExecution',
			'getManyOfTask',
			{ taskId: byId('..') },
			'Task must not be "." or ".."',
		],
		[
			'an execution of blanks',
			'taskExecution',
			'get',
			{ executionId: byId(' ') },
			'Execution is required',
		],
		[
			'no execution',
			'taskExecution',
			'get',
			{ executionId: byId('={{ undefined }}') },
			'Execution is required',
		],
		[
			'a step without an execution',
			'planExecution',
			'start',
			{ executable: byId('p'), additionalFields: { stepId: 's' } },
			'Step can only be used together with Plan Execution to Re-Run',
		],
		[
			'a re-run without a step',
			'planExecution',
			'start',
			{ executable: byId('p'), additionalFields: { executionPlanId: 'e' } },
			'Step is required together with the execution to re-run: a re-run begins at a step, whose execution ID Get Steps returns. Re-Run From Failed Step finds it automatically',
		],
		[
			'a dynamic engine without scope',
			'runProfile',
			'create',
			{ name: 'x', processorType: 'DYNAMIC_ENGINE', type: 'JOB_SERVER', jvmArguments: ['-Xmx1G'] },
			'Environment is required when Processor Type is Dynamic Engine',
		],
		[
			'a remote engine without runtime',
			'runProfile',
			'create',
			{ name: 'x', processorType: 'RE', type: 'JOB_SERVER', jvmArguments: ['-Xmx1G'] },
			'Engine or Cluster is required unless Processor Type is Dynamic Engine',
		],
		['a negative offset', 'runProfile', 'search', { offset: -1 }, 'Offset must be at least 0'],
		[
			'a name that nothing has',
			'taskExecution',
			'start',
			{ executable: named('No such task') },
			'Task "No such task" was not found: check the spelling, or choose the task from the list, which has all that the credential may view',
		],
	])(
		'Processing refuses %s before anything is sent',
		async (_what, resource, operation, parameters, message) => {
			fact(
				'B.57',
				'B.73',
				'B.84',
				'B.91',
				'B.92',
				'B.93',
				'B.102',
				'B.104',
				'B.116',
				'B.238',
				'B.239',
			);
			platform.forget();
			const { error, items } = await run(resource, operation, parameters);
			expect(refusedWords(error)).toBe(message);
			expect(error!.name).toBe('NodeOperationError');
			expect(items).toEqual([]);
			// Looking up a name is all that may be sent, and then the message does not say that nothing
			// was.
			expect(error!.description).toContain(
				platform.emulator.log.length > 0
					? 'Nothing was changed on the platform.'
					: 'Nothing was sent.',
			);
			const lookUp = ['POST /security/oauth/token', 'GET /orchestration/executables/tasks'];
			expect(platform.emulator.log.filter(({ operation }) => !lookUp.includes(operation!))).toEqual(
				[],
			);
		},
	);

	test('a name that two tasks have is refused, with the IDs of both', async () => {
		const { tasks } = orchestrationOf(state());
		const twin = { ...taskNamed(state(), DEMO.goodTask), id: 'twin' };
		tasks.set(twin.id, twin);
		const { error } = await run('taskExecution', 'start', { executable: named(DEMO.goodTask) });
		tasks.delete(twin.id);
		expect(error!.message).toBe(
			`Task "${DEMO.goodTask}" matches 2 records: choose one by ID (${taskNamed(state(), DEMO.goodTask).id}: Finance, Production; twin: Finance, Production)`,
		);
	});
});
