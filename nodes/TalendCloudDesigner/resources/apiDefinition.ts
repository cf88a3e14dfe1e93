import { nothing, records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { choice } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { push } from '../pushDefinition';
import {
	create,
	definitionPath,
	DEFINITIONS_PATH,
	get,
	getMany,
	getMetadata,
	origin,
	update,
} from '../requests/apiDefinition';
import { eligibles, sharingOperations } from '../sharing';

const audit = operation(`GET ${DEFINITIONS_PATH}/{definitionId}/audit`, {
	name: 'Audit',
	action: 'Audit an API definition for a gateway',
	description: 'List what a gateway does not support in an API definition',
	origin,
	path: definitionPath,
	query: {
		format: choice('Gateway to check the definition against', [
			{ value: 'OpenApi3Aws', name: 'AWS (OpenAPI 3)' },
			{ value: 'Swagger20Azure', name: 'Azure (Swagger 2.0)' },
		]).label('Gateway'),
	},
	pages: allAtOnce,
	answers: records('vendor:api-designer/ApiDefinitionMessage'),
});

const remove = operation(`DELETE ${DEFINITIONS_PATH}/{definitionId}`, {
	name: 'Delete',
	action: 'Delete an API definition',
	description: 'Delete a version of an API definition; the last one cannot be deleted',
	origin,
	path: definitionPath,
	refusals: { 400: 'The last version of an API cannot be deleted.' },
	answers: nothing(),
});

const { getSharings, setSharings } = sharingOperations({
	noun: 'API definition',
	all: DEFINITIONS_PATH,
	path: definitionPath,
	origin,
	sharing: 'vendor:api-designer/SharingSet',
});

export const apiDefinition = resource(
	'apiDefinition',
	'API Definition',
	{
		create,
		get,
		getMany,
		getMetadata,
		push,
		update,
		delete: remove,
		audit,
		getSharings,
		setSharings,
		getEligibles: eligibles,
	},
	'The contract of an API, in one of its versions',
);
