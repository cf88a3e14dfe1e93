import { resource } from '../../../shared/declare/define';
import {
	changeSelection,
	create,
	downloadErrors,
	end,
	getCrawler,
	getDatasets,
	getManyCrawlers,
	remove,
	rename,
	run,
} from './requests';
import { runAndWait } from './runAndWait';

export const crawler = resource(
	'crawler',
	'Crawler',
	{
		runAndWait,
		run,
		end,
		create,
		get: getCrawler,
		getMany: getManyCrawlers,
		getDatasets,
		changeSelection,
		rename,
		delete: remove,
		downloadErrors,
	},
	'Turns tables and views of a connection into datasets',
);
