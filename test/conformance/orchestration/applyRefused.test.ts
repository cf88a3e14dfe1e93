/** What Apply refuses before anything is changed, and definitions that the platform refuses. */
import type { IDataObject } from 'n8n-workflow';

import { artifacts } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { refusedWords } from '../../support/area';
import { applied, apply, changes, goodTask, platform, state, step } from './definitionsStage';

describe('definitions that are refused', () => {
	test.each<{ why: string; definitions: IDataObject; rule: string | RegExp }>([
		{
			why: 'an artifact that is not there',
			definitions: { tasks: [{ name: 'New', artifact: 'nothing', artifactVersion: '1.0.0' }] },
			rule: '"Definitions" refers to the artifact nothing, but there is none: create it first, or correct the name',
		},
		{
			why: 'a version that is not there',
			definitions: { tasks: [{ name: DEMO.goodTask, artifactVersion: '9.9.9' }] },
			rule: /^"Artifact Version" is 9\.9\.9, and artifact load_customers has no such version: it has 1\.1\.0, 1\.2\.0, 1\.3\.0$/,
		},
		{
			why: 'no version',
			definitions: { tasks: [{ name: 'New', artifact: 'load_customers' }] },
			rule: '"Definitions" needs artifactVersion for the task New, which is to be created',
		},
		{
			why: 'a connection that is not there',
			definitions: { tasks: [{ name: DEMO.goodTask, connections: { warehouse: 'Nowhere' } }] },
			rule: '"Definitions" refers to the connection Nowhere, but there is none: create it first, or correct the name',
		},
		{
			why: 'an engine that is not there',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: { runtime: { type: 'REMOTE_ENGINE', engine: 'Nowhere' } },
					},
				],
			},
			rule: '"Definitions" refers to the engine or cluster Nowhere, but there is none: create it first, or correct the name',
		},
		{
			why: 'a run profile that is not there',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							runtime: {
								type: 'REMOTE_ENGINE',
								engine: DEMO_ENGINES.remoteEngine,
								runProfile: 'Nowhere',
							},
						},
					},
				],
			},
			rule: '"Definitions" refers to the run profile Nowhere, but there is none: create it first, or correct the name',
		},
		{
			why: 'no engine',
			definitions: {
				tasks: [
					{
						name: 'New',
						artifact: 'load_customers',
						artifactVersion: '1.3.0',
						runConfiguration: {
							trigger: { type: 'MANUAL', startDate: '2027-01-01', timeZone: 'UTC' },
						},
					},
				],
			},
			rule: '"Definitions" needs runConfiguration.runtime for the task New, which has no run configuration yet',
		},
		{
			why: 'a trigger that cannot be',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							trigger: { type: 'CRON', startDate: '2027-01-01', timeZone: 'UTC' },
						},
					},
				],
			},
			rule: `"Definitions" has a trigger for ${DEMO.goodTask} that needs cronExpression when type is CRON`,
		},
		{
			why: 'a trigger with an unknown field',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							trigger: { type: 'MANUAL', startDate: '2027-01-01', timeZone: 'UTC', hour: 3 },
						},
					},
				],
			},
			rule: '"Definitions" has no field hour: remove it, or check its spelling',
		},
		{
			why: 'a schedule with several triggers',
			definitions: {
				tasks: [{ name: DEMO.goodTask, runConfiguration: { schedule: 'Weekdays and month end' } }],
			},
			rule: `"Definitions" refers to the schedule Weekdays and month end: bind it to ${DEMO.goodTask} with the resource Schedule, then apply again`,
		},
		{
			why: 'a step without its condition',
			definitions: {
				plans: [{ name: DEMO.plan, steps: [{ name: 'Extract', tasks: [DEMO.goodTask] }] }],
			},
			rule: `"Definitions" needs steps[0].condition for the plan ${DEMO.plan}, because Talend Cloud replaces plans as a whole and does not return it`,
		},
		{
			why: 'a step of a plan that is there without the plans that run when it fails',
			definitions: {
				plans: [
					{
						name: DEMO.plan,
						steps: [step('Extract', [DEMO.goodTask], { onFailurePlans: undefined })],
					},
				],
			},
			rule: `"Definitions" needs steps[0].onFailurePlans for the plan ${DEMO.plan}, because Talend Cloud replaces plans as a whole and does not return it; [] if no plan runs when the step fails`,
		},
		{
			why: 'a plan without steps',
			definitions: { plans: [{ name: DEMO.plan, description: 'New words' }] },
			rule: `"Definitions" needs steps for the plan ${DEMO.plan}, which is replaced as a whole`,
		},
		{
			why: 'a task that is not there',
			definitions: { plans: [{ name: 'All', steps: [step('One', ['Nowhere'])] }] },
			rule: '"Definitions" refers to the task Nowhere, but there is none: create it first, or correct the name',
		},
	])(
		'$why is refused before anything is changed, including the valid parts',
		async ({ definitions, rule }) => {
			const { error } = await apply(
				{
					...definitions,
					tasks: [
						{ name: DEMO.rejectingTask, description: 'New words' },
						...((definitions.tasks ?? []) as IDataObject[]),
					],
				},
				{ apply: true },
			);
			const words = refusedWords(error);
			if (typeof rule === 'string') expect(words).toBe(rule);
			else expect(words).toMatch(rule);
			expect(changes()).toEqual([]);
		},
	);

	test('a secret of the artifact is refused for a new task as well', async () => {
		artifacts
			.find(state(), goodTask().artifactId)
			.versions.find(({ version }) => version === '1.3.0')!
			.parameters.push({ name: 'entrance', type: 'id_Password', required: false });
		const { error } = await apply(
			{
				tasks: [
					{
						name: 'New',
						artifact: 'load_customers',
						artifactVersion: '1.3.0',
						parameters: { entrance: 'open-sesame-3' },
					},
				],
			},
			{ apply: true },
		);
		expect(refusedWords(error)).toMatch(
			/^"Definitions" has a value for entrance, which is a secret of New/,
		);
		expect(JSON.stringify([error!.message, error!.description, changes()])).not.toContain(
			'open-sesame',
		);
	});

	describe('what the platform refuses', () => {
		const text = {
			tasks: [
				{ name: DEMO.goodTask, description: 'New words' },
				{ name: DEMO.rejectingTask, description: 'New words' },
			],
		};
		const refuseOneUpdate = () =>
			platform.emulator.faults.add({
				operation: 'PUT /orchestration/executables/tasks/{taskId}',
				status: 403,
			});

		test('the error names what was refused and what was done, after all definitions', async () => {
			refuseOneUpdate();
			const { error } = await apply(text, { apply: true });
			expect(error!.message).toMatch(/^1 of \d+ definitions could not be applied$/);
			expect(error!.description).toMatch(
				new RegExp(
					`^task ${DEMO.goodTask}: .*Done: ${DEMO.rejectingTask}\\. Correct these, then run it again`,
				),
			);
		});

		test('a refused definition can be an output item', async () => {
			refuseOneUpdate();
			const { items } = await apply(text, { apply: true, failOnRefused: false });
			expect(
				items
					.filter(({ json }) => json.result !== 'notChanged')
					.map(({ json }) => [json.name, json.result]),
			).toEqual([
				[DEMO.goodTask, 'notApplied'],
				[DEMO.rejectingTask, 'updated'],
			]);
		});

		test('only what was refused is tried again', async () => {
			refuseOneUpdate();
			await apply(text, { apply: true });
			expect(await applied(text)).toEqual({ [DEMO.goodTask]: 'updated' });
		});
	});
});
