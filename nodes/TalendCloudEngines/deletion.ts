/** The response to the deletion of an engine or data plane, and what its refusals mean. */
import { nothing } from '../shared/declare/answers';

/**
 * The response to a deletion: 200 if it is done, 202 if resources are still being cleaned up
 * (docs/platform/interface.md, "Engines and data planes").
 */
export const deletion = nothing({
	output: ({ status }, { id }) => ({ deleted: true, id, cleaningUp: status === 202 }),
});

/** Why a deletion is refused with 400; the documents do not say which status means environments. */
export const REMAINING_ENVIRONMENTS =
	'Environments may still run on it: disconnect them first (Disconnect and Wait).';

/** What a 409 means for engines and data planes (docs/platform/interface.md, "Refusals"). */
export const OPERATION_IN_PROGRESS =
	'An operation is in progress: check the state (Get) and try again when it has ended.';
