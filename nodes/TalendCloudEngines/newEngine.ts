/** What the operations share that register remote engines, their clusters and pipeline engines. */
import { SENSITIVE_ENGINE_FIELDS } from '../records/engines/engines';
import { environmentField } from '../records/places/environments';
import { workspaceField } from '../records/places/workspaces';
import { createdAs } from '../shared/declare/createdAs';
import { text } from '../shared/declare/fields';
import type { RequestOperation } from '../shared/declare/operation';

/**
 * The fields that every kind of engine has. `example` has the placeholders, and says what runs on
 * the engine.
 */
export const newEngine = (
	noun: string,
	example: { runs: string; name: string; description: string },
) => ({
	name: text(`Name of the ${noun}`).eg(example.name),
	environmentId: environmentField('The environment that it belongs to'),
	workspaceId: workspaceField(
		`The one workspace whose ${example.runs} run on it; defaults to all workspaces of the environment`,
	).optional(),
	description: text(`What the ${noun} is for`).eg(example.description).optional(),
});

/**
 * How to find an engine if the response to its registration was lost: by its name and environment.
 */
export const createdEngine = (subject: string, list: RequestOperation) =>
	createdAs({
		subject,
		list,
		unique: { name: 'name', 'workspace.environment.id': 'environmentId' },
		mayRepeat: true,
	});

/** What says that a response contains a pairing key. */
export const PAIRING_KEY = {
	whySecret: 'anyone with the key can pair an engine with the account',
	sensitive: SENSITIVE_ENGINE_FIELDS,
};
