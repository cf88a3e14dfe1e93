/** *Get Many* of the execution history. */
import type { IDataObject } from 'n8n-workflow';

import { getManyClusters, getManyRemoteEngines } from '../../../records/engines/engines';
import { environmentOf, getManyWorkspaces } from '../../../records/places/workspaces';
import { type Output, records } from '../../../shared/declare/answers';
import { flow, simplifyField } from '../../../shared/declare/define';
import { boolean, integer } from '../../../shared/declare/fields';
import { listIfAllowed, missingHint } from '../../../shared/flows/mayBeMissing';
import { simplified } from '../../../shared/support/simplify';
import { clock } from '../../../shared/support/time/clock';
import { readableHistory } from './executionStatistics';
import {
	historyFilterRules,
	historyFilters,
	IDS_MISSING,
	scopesOf,
	withBothIds,
} from './historyInput';
import { HISTORY_MESSAGES, newestFirst, readHistory } from './historyReader';
import { search } from './requests';

const TIMES = ['triggerTimestamp', 'startTimestamp', 'finishTimestamp'];

const simple = [
	'name',
	'outcome',
	'summary',
	'status',
	'subStatus',
	'errorMessage',
	'misfiredReason',
	'numberOfRejectedRows',
	'durationSeconds',
	'startTimestamp',
	'finishTimestamp',
	'triggerTimestamp',
	'triggerType',
	'type',
	'artifactName',
	'artifactVersion',
	'engineName',
	'operatorName',
	'workspaceName',
	'executionId',
	'taskId',
	'planId',
	'planExecutionId',
	'workspaceId',
];

const WITHOUT_WORKSPACES = missingHint('The names of workspaces are missing');

export const getMany = flow({
	name: 'Get Many',
	action: 'Get many executions of the history',
	description:
		'List executions of tasks and plans together, newest first, with filters on name, engine, duration, person and tags',
	fields: historyFilters,
	optionalAs: 'filters',
	settings: {
		returnAll: boolean('Whether to return all results or only up to a given limit').initial(false),
		limit: integer('Max number of results to return')
			.min(1)
			.initial(50)
			.shownWhen({ returnAll: [false] }),
		simplify: simplifyField,
	},
	uses: [search, getManyWorkspaces, getManyRemoteEngines, getManyClusters],
	messages: [IDS_MISSING, WITHOUT_WORKSPACES, ...HISTORY_MESSAGES],
	rules: historyFilterRules,
	answers: records('vendor:execution-history-search/Execution', { simple, times: TIMES }),
	run: async (op, input) => {
		const limit = input.returnAll ? undefined : input.limit;
		const byId = new Map<string, IDataObject>();
		const chosen = await withBothIds(op, input);
		for (const scope of scopesOf(input.include))
			for (const record of await readHistory(op, search, scope, {
				environmentId: input.environmentId,
				chosen,
				from: input.from,
				to: input.to,
				now: clock.now(),
				limit,
			}))
				byId.set(String(record.id), record);
		const found = newestFirst(byId).slice(0, limit);
		if (!input.simplify || found.length === 0) return found.map((json): Output => ({ json }));
		const workspaces = await listIfAllowed(op, getManyWorkspaces, {}, WITHOUT_WORKSPACES);
		const places = new Map(
			workspaces.map((each) => [
				each.id,
				{ workspaceName: each.name, environmentName: environmentOf(each)?.name },
			]),
		);
		return found.map((record): Output => {
			const place = places.get(record.workspaceId) ?? {};
			return { json: simplified(readableHistory(record, place, op.timezone), simple) };
		});
	},
});
