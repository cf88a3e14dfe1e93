/**
 * The example workflows, and the examples of the reference, hold parameters that their nodes have:
 * a field that is renamed or gone turns this red.
 */
import { type IDataObject, type INode } from 'n8n-workflow';

import { everyOperation } from '../../../platform/operations';
import { exampleParameters } from '../../../tools/reference/example';
import { nodeTypes } from '../../support/engine';
import { findings, nodes, OURS, types } from './examplesStage';

test.each(nodes)('%s uses only parameters that its node has', (_title, node) => {
	// As a tool of an agent, a node has the same inputs, and n8n adds what describes it to the model.
	const { descriptionType, ...parameters } = node.parameters;
	const isTool = node.type.endsWith('Tool');
	expect(descriptionType).toBe(isTool ? 'auto' : undefined);
	expect(
		findings(
			types.get(node.type.slice(OURS.length).replace(/Tool$/, ''))!,
			isTool ? { parameters } : node,
		),
	).toEqual([]);
});

test.each(
	everyOperation.map(
		(placed) => [`${placed.area} ${placed.resource.value}.${placed.value}`, placed] as const,
	),
)('the reference shows for %s only parameters that its node has', (_title, placed) => {
	expect(
		findings(nodeTypes[placed.area]!, {
			parameters: exampleParameters(placed) as INode['parameters'],
		}),
	).toEqual([]);
});

test('a parameter that a node does not have is detected', () => {
	const type = nodeTypes.Processing!;
	const run = {
		resource: 'taskExecution',
		operation: 'runAndWait',
		executable: { __rl: true, mode: 'name', value: 'Load orders' },
	};
	const wrongs = (more: IDataObject) => findings(type, { parameters: { ...run, ...more } });
	expect(wrongs({})).toEqual([]);
	expect(wrongs({ timeLimits: 5 })).toEqual(['timeLimits is no parameter']);
	expect(wrongs({ operation: 'runAndWaits' })).toContain('operation has no choice "runAndWaits"');
	expect(wrongs({ options: { logLevels: 'INFO' } })).toEqual(['options.logLevels is no parameter']);
	expect(wrongs({ options: { logLevel: 'LOUD' } })).toContain(
		'options.logLevel has no choice "LOUD"',
	);
	expect(wrongs({ executable: { __rl: true, mode: 'names', value: 'Load orders' } })).toContain(
		'executable has no way names',
	);
	expect(wrongs({ executionId: { __rl: true, mode: 'id', value: 'x' } })).toEqual([
		'executionId is hidden',
	]);
	expect(
		findings(type, { parameters: { resource: 'taskExecution', operation: 'runAndWait' } }),
	).not.toEqual([]);
});
