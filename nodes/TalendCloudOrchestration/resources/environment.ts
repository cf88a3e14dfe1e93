import { id, text } from '../../shared/field';
import { operation, records, resource } from '../../shared/operation';
import { allAtOnce } from '../../shared/pages';
import { picker } from '../../shared/pickers';

const getMany = operation('GET /orchestration/environments', {
	name: 'Get Many',
	action: 'Get many environments',
	description: 'List the environments that you may see',
	query: {
		query: text('Filter in FIQL, on name and description').eg('name==Production').optional(),
	},
	pages: allAtOnce,
	answers: records('B.EnvironmentInfo', { key: 'id' }),
});

export const environmentPicker = picker({
	noun: 'environment',
	method: 'searchEnvironments',
	list: getMany,
	entry: ({ id: value, name, description }) => ({
		id: String(value ?? ''),
		name: String(name ?? ''),
		description: description ? String(description) : undefined,
	}),
	byName: true,
	example: '57f64991e4b0b689a64feed1',
});

/** An environment of the account, as a field of an operation. */
export const environmentId = (description = 'The environment') => id(description).pick(environmentPicker);

export const environment = resource('environment', 'Environment', { getMany }, 'A container of workspaces');
