import { describeRequests } from '../../support/conformance';
import { platformForAll, through } from '../../support/platform';

const platform = platformForAll();

describe.each(['workflow', 'tool'] as const)('requests in a %s', (entryPoint) =>
	describeRequests('Processing', () => through(platform, entryPoint), {
		'planExecution.start': {
			with: {
				stepId: { executionPlanId: '0d5e3f80-7a3e-4b6e-8f0e-2c9a53d0a7b1' },
				executionPlanId: { stepId: '2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33' },
				rerunOnlyFailedTasks: {
					executionPlanId: '0d5e3f80-7a3e-4b6e-8f0e-2c9a53d0a7b1',
					stepId: '2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33',
				},
			},
		},
		'runProfile.create': { base: { processorType: 'RE', runtimeId: '5f3e2d1ca1b2c3d4e5f60718' } },
	}),
);
