import { resource } from '../../../shared/declare/define';
import { createType, updateType } from './editAndPublish';
import {
	addValues,
	createSandbox,
	edit,
	getDraftStatus,
	getMany,
	openSandbox,
	publish,
	remove,
	saveDraft,
} from './requests';

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
