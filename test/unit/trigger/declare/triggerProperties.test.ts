/**
 * What a person sees of the settings of a trigger.
 */
import type { INodeProperties } from 'n8n-workflow';

import { id } from '../../../../nodes/shared/declare/fields';
import { listOf } from '../../../../nodes/shared/declare/lists/loadedChoices';
import { authentication } from '../../../../nodes/shared/editor/authentication';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../../../../nodes/shared/trigger/declare/triggerProperties';
import { spec, tasks } from '../poll/settingsStage';

describe('a person sees', () => {
	describe('the inputs of a trigger', () => {
		const properties = triggerProperties(spec);

		test('the inputs begin with who signs in', () => {
			expect(properties[0]).toBe(authentication);
		});
		test('the inputs end with what few people need', () => {
			expect(properties.map(({ name }) => name)).toEqual([
				'authentication',
				'runsOf',
				'events',
				'simplify',
				'filters',
				'options',
			]);
		});
		test('an input is shown for the choice on which it depends', () => {
			expect(properties.map(({ displayOptions }) => displayOptions)).toEqual([
				undefined,
				undefined,
				{ show: { runsOf: ['tasks'] } },
				undefined,
				undefined,
				undefined,
			]);
		});
		test('the output is simplified at first', () => {
			expect(properties[3]).toMatchObject({
				displayName: 'Simplify',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
			});
		});
		test('the filters are sorted by label', () => {
			expect(
				(properties[4]!.options as INodeProperties[]).map(({ name, modes }) => [
					name,
					modes?.map((mode) => mode.name),
				]),
			).toEqual([
				['both', undefined],
				['from', undefined],
				['name', undefined],
				['taskId', ['list', 'id']],
			]);
		});
		test('the options limit what a poll reads', () => {
			expect(properties[5]!.options).toEqual([
				expect.objectContaining({
					displayName: 'Look-Back (Minutes)',
					name: 'lookBack',
					default: 5,
					typeOptions: { minValue: 1, maxValue: 1440, numberPrecision: 0 },
					description:
						'How many minutes to look back from the newest record seen, to catch records that appear late (defaults to 5)',
				}),
				expect.objectContaining({
					displayName: 'Max Events per Poll',
					name: 'maxEvents',
					default: 3_000,
					typeOptions: { minValue: 1, maxValue: 10_000, numberPrecision: 0 },
					description:
						'Maximum number of events that one poll emits; the others wait for the next poll (defaults to 3000)',
				}),
			]);
		});
	});

	test('a trigger without filters has no input for them', () => {
		expect(triggerProperties({ ...spec, filters: {} }).map(({ name }) => name)).toEqual([
			'authentication',
			'runsOf',
			'events',
			'simplify',
			'options',
		]);
		expect(
			triggerProperties({ ...spec, readsWholeList: true }).map(({ name }) => name),
		).toStrictEqual(['authentication', 'runsOf', 'events', 'simplify', 'filters']);
	});

	test('a record on top is chosen from a list or by ID, as in the filters', () => {
		const [, picked] = triggerProperties({ fields: { taskId: id('T').pick(tasks) }, filters: {} });
		expect(picked!.modes!.map(({ name }) => name)).toEqual(['list', 'id']);
	});

	test('the node says what it does before and after it is published', () => {
		const texts = panelTexts('runs', 'A run that fails');
		expect(texts).toMatchObject({
			eventTriggerDescription:
				'A run that fails starts the workflow. n8n checks Talend Cloud for it at the poll times.',
			activationMessage:
				'From now on, n8n checks Talend Cloud for runs at the poll times. If there are new events, each poll starts the workflow once with all of them. Earlier events are not included.',
		});
		const panel = texts.triggerPanel as {
			header: string;
			activationHint: string;
			executionsHelp: { inactive: string; active: string };
		};
		expect([panel.header, panel.activationHint]).toEqual([
			'Show the newest of the matching runs',
			'Once the workflow is published, each poll starts it with all new events. Earlier events are not included.',
		]);
		for (const help of Object.values(panel.executionsHelp))
			expect(help).toContain(
				'"Fetch Test Event" shows the newest matching event and changes nothing.',
			);
		expect(panel.executionsHelp.inactive).toContain(
			'<b>Publish the workflow</b>, and it starts automatically',
		);
		expect(panel.executionsHelp.active).toContain(
			'<b>The workflow is published</b>: it starts automatically',
		);
		const other = panelTexts('states', 'A state', { header: 'Show one', test: 'shows the first' })
			.triggerPanel as typeof panel;
		expect([
			other.header,
			other.executionsHelp.active.includes('"Fetch Test Event" shows the first and'),
		]).toEqual(['Show one', true]);
	});

	test('a person sees lists to choose from, of fields and filters', () => {
		const { listSearch, loadOptions } = triggerMethods({
			fields: { tasks: listOf(tasks, 'getTasks', 'T') },
			filters: spec.filters,
		});
		expect([Object.keys(listSearch), Object.keys(loadOptions)]).toEqual([
			['searchTasks'],
			['getTasks'],
		]);
		const swapped = triggerMethods({
			fields: { taskId: id('T').pick(tasks) },
			filters: { tasks: listOf(tasks, 'getTasks', 'T') },
		});
		expect([Object.keys(swapped.listSearch), Object.keys(swapped.loadOptions)]).toEqual([
			['searchTasks'],
			['getTasks'],
		]);
	});
});
