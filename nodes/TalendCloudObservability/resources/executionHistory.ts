import { resource } from '../../shared/declare/define';
import { downloadHistory, downloadPage } from '../history/downloadHistory';
import { getFinishedSince } from '../history/finishedExecutions';
import { getHealth } from '../history/health';
import { search } from '../history/historySearch';
import { listHistory } from '../history/listHistory';

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
