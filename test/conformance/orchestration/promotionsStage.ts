/** The platform of the tests about promotions, with one promotion in each direction. */
import type { IDataObject } from 'n8n-workflow';

import { promotions } from '../../../emulator/areas/orchestration/orchestrationStore';
import { areaOf } from '../../support/area';
import { environmentNamed } from '../../support/demo';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });
beforeEach(() => platform.emulator.resetAccount());

export const state = () => platform.emulator.state;
export const design = areaOf('Orchestration', () => platform);
export const execution = areaOf('Processing', () => platform);
/** The promotions of the demo account. */
export const THERE = 'Development to Production';
export const BACK = 'Production to Development';

export const START = 'POST /processing/executions/promotions';
export const NO_CLUSTER = 'The cluster of the task has no counterpart in the target environment';
export const ANALYSE = 'POST /orchestration/executables/promotions/{promotionId}';

/** The bodies of these requests, in their order. */
export const bodies = (operation: string) =>
	design.requests(operation).map(({ body }) => JSON.parse(body) as IDataObject);

/** The ID of a promotion. */
export const idOf = (name: string) =>
	promotions
		.all(state())
		.find(
			({ sourceEnvironmentId }) =>
				sourceEnvironmentId === environmentNamed(state(), name.split(' ')[0]!).id,
		)!.id;

/** The next start of a promotion is answered so. */
export const answerNextStart = (
	body: IDataObject | undefined,
	status = 201,
	headers?: Record<string, string>,
) => platform.emulator.faults.add({ operation: START, status, body: body ?? '', headers });
