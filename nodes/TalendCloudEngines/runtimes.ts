/** What dynamic engines, data planes and their environments have in common. */
import type { IDataObject } from 'n8n-workflow';

import { nothing } from '../shared/declare/answers';

/** The interface documents also call it "Engine Manage". */
export const CLUSTERS = 'TMC_CLUSTER_MANAGEMENT';
/** The interface documents also call it "Environments Manage". */
export const ENVIRONMENTS = 'TMC_ENVIRONMENT_MANAGEMENT';

/** An entry of a picker: the name of a record, and its state. */
export const entryWithState = ({ id: value, name, state, status }: IDataObject) => ({
	id: value,
	name,
	description: state ?? status,
});

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
