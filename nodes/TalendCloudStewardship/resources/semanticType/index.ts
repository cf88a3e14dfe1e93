import { nothing } from '../../../shared/declare/answers';
import { operation, resource } from '../../../shared/declare/define';
import { FROM_INTEGRATOR } from '../../../shared/declare/origin';
import { createType, updateType } from './editAndPublish';
import {
	addValues,
	createSandbox,
	edit,
	getDraftStatus,
	getMany,
	openSandbox,
	publish,
	saveDraft,
	typePath,
} from './requests';

const remove = operation('DELETE /semanticservice/categories/{semanticTypeId}', {
	name: 'Delete',
	action: 'Delete a semantic type',
	description: 'Delete a semantic type',
	origin: FROM_INTEGRATOR,
	path: typePath,
	answers: nothing(),
});

export const semanticType = resource(
	'semanticType',
	'Semantic Type',
	{
		create: createType,
		update: updateType,
		getMany,
		createSandbox,
		openSandbox,
		editSandbox: edit,
		addValues,
		saveDraft,
		getDraftStatus,
		publish,
		delete: remove,
	},
	'What values mean, such as a city or a cost center, and which are valid',
);
