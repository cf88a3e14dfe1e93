/** Preparations. The list has only those that a person has already run. */
import { type Handlers, ok } from '../../handler';
import { preparations } from './preparationStore';

export const preparationHandlers: Handlers = {
	'GET /transform/preparations/automation/preparations': ({ state }) =>
		ok(
			preparations
				.all(state)
				.filter(({ hasRun }) => hasRun)
				.map(({ id, name }) => ({ id, name })),
		),
};
