/** Environments: the request that lists them, and the fields for choosing them. */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { conditionRule, fiqlConditions, listByQuery, queryField } from '../lists/fiql';

export const getManyEnvironments = operation('GET /orchestration/environments', {
	name: 'Get Many',
	action: 'Get many environments',
	description: 'List the environments that you can access',
	query: queryField('name==Prod*'),
	settings: fiqlConditions([
		{ value: 'description', name: 'Description' },
		{ value: 'name', name: 'Name' },
	]),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records('B.EnvironmentInfo', { key: 'id' }),
	perform: listByQuery,
});

export const environmentPicker = picker({
	noun: 'environment',
	method: 'searchEnvironments',
	list: getManyEnvironments,
	entry: ({ id: value, name, description }) => ({ id: value, name, description }),
	byName: true,
	example: '57f64991e4b0b689a64feed1',
});

export const environmentField = (description = 'The environment') =>
	id(description).label('Environment').pick(environmentPicker);

export const environmentsField = (description: string) =>
	listOf(environmentPicker, 'loadEnvironments', description);
