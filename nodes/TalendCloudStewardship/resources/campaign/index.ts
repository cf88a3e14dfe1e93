import { resource } from '../../../shared/declare/define';
import { createWithDataModel } from './createWithDataModel';
import { create, getCampaign, getMany, getManyOwned, remove, update } from './requests';

export const campaign = resource(
	'campaign',
	'Campaign',
	{ create, createWithDataModel, get: getCampaign, getMany, getManyOwned, update, delete: remove },
	'Records that people have to check, correct or merge',
);
