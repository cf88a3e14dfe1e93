import { records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { id } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_HELP } from '../../shared/declare/origin';
import { sharingOperations } from '../sharing';

const ALL = '/api/v1/api-tests';

const getMany = operation(`GET ${ALL}`, {
	name: 'Get Many',
	action: 'Get many test projects',
	description: 'List the test projects of API Tester',
	origin: FROM_HELP,
	pages: allAtOnce,
	answers: records('vendor:api-tester/ApiTest', { key: 'id' }),
});

const testPicker = picker({
	noun: 'test project',
	method: 'searchApiTests',
	list: getMany,
	entry: ({ id: value, name }) => ({ id: value, name: name ?? value }),
	byName: true,
	example: '5f8e1d2c3b4a59687786f5e5',
});

const path = { testId: id('The test project').label('Test Project').pick(testPicker) };

const { getSharings, setSharings } = sharingOperations({
	noun: 'test project',
	all: ALL,
	path,
	origin: FROM_HELP,
	sharing: 'vendor:api-tester/SharingSet',
});

export const apiTest = resource(
	'apiTest',
	'Test Project',
	{ getMany, getSharings, setSharings },
	'A project of API Tester',
);
