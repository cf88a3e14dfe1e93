import { resource } from '../../../shared/declare/define';
import { downloadHistory } from './download';
import { getFinishedSince } from './getFinishedSince';
import { getHealth } from './getHealth';
import { getMany } from './getMany';
import { downloadPage, search } from './requests';

export const executionHistory = resource(
	'executionHistory',
	'Execution History',
	{
		getMany,
		getHealth,
		getFinishedSince,
		search,
		download: downloadHistory,
		downloadPage,
	},
	'Executions of tasks and plans in one list, with filters',
);
