import { getManyEnvironments } from '../../../records/places/environments';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { text } from '../../../shared/declare/fields';
import { afterCreation } from '../../../shared/flows/afterCreation';
import { FIND_MESSAGES, findOneByName } from '../../../shared/flows/findByName';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { create, fields, update } from './requests';

export const upsert = flow({
	name: 'Create or Update',
	action: 'Create or update an environment',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing environment is found by its name. Two workflows that run at the same time may both create one.',
	fields: {
		name: text('Name of the environment').eg('Production'),
		workspaceName: text('Name of the custom workspace that is created with a new environment').eg(
			'Finance',
		),
	},
	optionalAs: 'additionalFields',
	settings: {
		description: fields.description.mayBeEmpty().optional(),
		maxCloudContainers: fields.maxCloudContainers.optional(),
		owner: fields.owner.optional(),
	},
	uses: [getManyEnvironments, create, update],
	messages: FIND_MESSAGES,
	answers: record('B.EnvironmentInfo', { leads: ['name', 'created'] }),
	lockKey: ({ name }) => `environment ${name}`,
	run: async (op, { name, workspaceName, description, maxCloudContainers, owner }) => {
		const find = async () =>
			await findOneByName(op, { noun: 'environment', name, list: getManyEnvironments });
		const present = await find();
		if (!present) {
			const { body } = await op.sendValues(
				create,
				withoutEmptyValues({ name, workspaceName, description, maxCloudContainers, owner }),
			);
			const created = objectIn(body);
			const listed = await afterCreation(`The environment ${name} (${String(created.id)})`, find);
			return [{ json: { ...created, ...listed, created: true } }];
		}
		const changes = withoutEmptyValues({ description, maxCloudContainers });
		// The given name may only look the same.
		await op.update(update, { Id: present.id, name: present.name, ...changes });
		return [{ json: { ...withoutEmptyValues({ ...present, ...changes }), created: false } }];
	},
});
