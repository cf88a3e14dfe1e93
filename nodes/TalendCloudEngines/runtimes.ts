/** What the requests about dynamic engines, data planes and their environments have in common. */
import type { IDataObject } from 'n8n-workflow';

/** The interface documents also call it "Engine Manage". */
export const CLUSTERS = 'TMC_CLUSTER_MANAGEMENT';
/** The interface documents also call it "Environments Manage". */
export const ENVIRONMENTS = 'TMC_ENVIRONMENT_MANAGEMENT';

/** An entry of a picker: the name of a record, and its state. */
export const entryWithState = ({ id: value, name, state, status }: IDataObject) => ({
	id: String(value ?? ''),
	name: String(name ?? ''),
	description: String(state ?? status ?? ''),
});
