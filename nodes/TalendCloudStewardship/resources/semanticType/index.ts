import { resource } from '../../../shared/declare/define';
import { create } from './create';
import {
	addValues,
	createSandbox,
	editSandbox,
	getDraftStatus,
	getMany,
	openSandbox,
	publish,
	remove,
	saveDraft,
} from './requests';
import { update } from './update';

export const semanticType = resource(
	'semanticType',
	'Semantic Type',
	{
		create,
		update,
		getMany,
		createSandbox,
		openSandbox,
		editSandbox,
		addValues,
		saveDraft,
		getDraftStatus,
		publish,
		delete: remove,
	},
	'What values mean, such as a city or a cost center, and which are valid',
);
