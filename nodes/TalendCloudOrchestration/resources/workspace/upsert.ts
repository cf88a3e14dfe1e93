import type { IDataObject } from 'n8n-workflow';

import { environmentField } from '../../../records/places/environments';
import { environmentOf, getManyWorkspaces } from '../../../records/places/workspaces';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { text } from '../../../shared/declare/fields';
import { afterCreation } from '../../../shared/flows/afterCreation';
import { FIND_MESSAGES, findOneByName } from '../../../shared/flows/findByName';
import { isSameId, objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { create, fields, NOT_VISIBLE, update } from './requests';

export const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a workspace',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing workspace is found by its name in the environment. Two workflows that run at the same time may both create one.',
	fields: {
		environmentId: environmentField('The environment that it belongs to'),
		name: text('Name of the workspace').eg('Finance'),
	},
	optionalAs: 'additionalFields',
	settings: {
		description: fields.description.mayBeEmpty().optional(),
		owner: fields.owner.optional(),
		protectedArtifactUpdate: fields.protectedArtifactUpdate.optional(),
	},
	uses: [getManyWorkspaces, create, update],
	messages: [...FIND_MESSAGES, NOT_VISIBLE],
	answers: record('B.WorkspaceInfo', { leads: ['name', 'created'] }),
	lockKey: ({ environmentId, name }) => `workspace ${name} in ${environmentId}`,
	run: async (op, { environmentId, name, description, owner, protectedArtifactUpdate }) => {
		const find = async () =>
			await findOneByName(op, {
				noun: 'workspace',
				name,
				list: getManyWorkspaces,
				isWanted: (each) => isSameId(environmentOf(each)?.id, environmentId),
			});
		const changes = withoutEmptyValues({ description, owner, protectedArtifactUpdate });
		// The given name may only look the same.
		const change = async ({ id, name: presentName }: IDataObject) =>
			await op.update(update, { id, name: presentName, ...changes });
		const present = await find();
		if (present) {
			await change(present);
			return [{ json: { ...present, ...changes, created: false } }];
		}
		const { body } = await op.sendValues(
			create,
			withoutEmptyValues({ environmentId, name, description, owner }),
		);
		const subject = `The workspace ${name} (${String(objectIn(body).id)})`;
		const listed = await afterCreation(subject, find);
		if (!listed) throw op.problem(NOT_VISIBLE);
		// This setting cannot be given when a workspace is created, so the workspace is changed
		// afterwards.
		if (protectedArtifactUpdate !== undefined)
			await afterCreation(subject, async () => await change(listed));
		return [{ json: { ...listed, ...changes, created: true } }];
	},
});
