/** The names of tasks, plans and their workspaces: executions contain only IDs. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../shared/declare/answers';
import { recordsOf } from '../shared/declare/lists/records';
import type { Call, Input, RequestOperation } from '../shared/declare/operation';
import { missing } from '../shared/flows/readIfThere';
import { isObject } from '../shared/support/json';
import { isRefusedWith } from '../shared/support/refused';

/** What a list of tasks or plans says about one of them. */
export interface Named {
	name: IDataObject[string];
	workspaceName?: IDataObject[string];
	environmentName?: IDataObject[string];
}

/** The task or plan of an execution: the lists and the single read call its ID differently. */
export const idOfWhatRan = (execution: IDataObject, ids: readonly string[]): unknown =>
	ids.map((name) => execution[name]).find((id) => id !== undefined && id !== null);

const PAGE = 100;

/** The name and place in a record of a task or plan. */
export function namedIn({ name, workspace }: IDataObject): Named {
	const { name: workspaceName, environment } = isObject(workspace) ? workspace : {};
	return {
		name,
		workspaceName,
		environmentName: isObject(environment) ? environment.name : undefined,
	};
}

/**
 * Reads the names of tasks or plans, page by page, until those that are wanted are known.
 * @param ask reads a page of their list
 * @param pages the number of pages at most: executions of tasks that were deleted have no name
 */
export async function readNames(
	ask: (page: IDataObject) => Promise<unknown>,
	wanted: Iterable<unknown>,
	pages: number,
): Promise<Map<unknown, Named>> {
	const names = new Map<unknown, Named>();
	const left = new Set(wanted);
	for (let page = 0; page < pages && left.size > 0; page++) {
		const records = recordsOf(await ask({ limit: PAGE, offset: page * PAGE })) ?? [];
		for (const record of records) {
			const id = record.executable ?? record.id;
			names.set(id, namedIn(record));
			left.delete(id);
		}
		if (records.length < PAGE) break;
	}
	return names;
}

export const WITHOUT_NAMES = missing('The names are missing');

/** Which list has the names, and what an output calls them. */
interface Naming {
	/** A list of tasks or plans. */
	list: RequestOperation;
	id: 'taskId' | 'planId';
	name: 'taskName' | 'planName';
}

/** Pages of a list of tasks or plans that are read for the names of one list of executions. */
const PAGES_OF_LIST = 50;

/** Lists executions, with the names of what ran if Simplify is on: they are read once for the whole list. */
export const listWithNames =
	({ list, id, name }: Naming) =>
	async (
		call: Call<typeof WITHOUT_NAMES>,
		operation: RequestOperation,
		input: Input,
	): Promise<Output[]> => {
		const outputs = await call.request(operation, input);
		if (input.settings.simplify !== true || outputs.length === 0) return outputs;
		const { environmentId, workspaceId } = input.values;
		const scope = Object.fromEntries(
			Object.entries({ environmentId, workspaceId }).filter(([, value]) => value !== undefined),
		);
		const names = await readNames(
			async (page) => (await call.ask(list, { ...scope, ...page })).body,
			outputs.map(({ json }) => json[id]),
			PAGES_OF_LIST,
		).catch((error: unknown) => {
			if (!isRefusedWith(error, 403, 404)) throw error;
			call.hint(WITHOUT_NAMES, { reason: error.message });
			return new Map<unknown, Named>();
		});
		return outputs.map((output) => {
			const known = names.get(output.json[id]);
			return {
				...output,
				json: {
					...output.json,
					[name]: known?.name ?? null,
					workspaceName: known?.workspaceName ?? null,
				},
			};
		});
	};
