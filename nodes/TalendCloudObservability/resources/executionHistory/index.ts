import { resource } from '../../../shared/declare/define';
import { downloadHistory, downloadPage } from './downloadHistory';
import { getFinishedSince } from './finishedExecutions';
import { getHealth } from './health';
import { search } from './historySearch';
import { listHistory } from './listHistory';

export const executionHistory = resource(
	'executionHistory',
	'Execution History',
	{
		getMany: listHistory,
		getHealth,
		getFinishedSince,
		search,
		download: downloadHistory,
		downloadPage,
	},
	'Executions of tasks and plans in one list, with filters',
);
