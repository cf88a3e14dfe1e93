/** Reads the tasks and plans of an environment or workspace, both in the same form. */
import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from '../../shared/declare/operation';
import { idOf } from '../../shared/flows/findByName';
import { placeOf } from '../places/placeOf';
import { getManyPlans } from './plans';
import { getManyTasks } from './tasks';

/**
 * The environment or workspace whose tasks and plans are listed. If both are given, the workspace
 * must belong to the environment.
 */
export interface Scope extends IDataObject {
	environmentId?: string;
	workspaceId?: string;
}

/** A task or plan. */
export interface Executable {
	type: 'TASK' | 'PLAN';
	id: string;
	name: string;
	workspaceId?: string;
	workspaceName?: string;
	environmentName?: string;
	/** The record as the platform lists it. */
	listed: IDataObject;
}

/** The operations that {@link executablesIn} uses. */
export const EXECUTABLE_LISTS = [getManyTasks, getManyPlans];

/**
 * The tasks and plans in a scope, tasks first.
 * @param types whether to read tasks, plans, or both
 */
export async function executablesIn(
	op: OperationContext,
	scope: Scope,
	types: ReadonlyArray<Executable['type']> = ['TASK', 'PLAN'],
): Promise<Executable[]> {
	const executables: Executable[] = [];
	for (const [type, list] of [
		['TASK', getManyTasks],
		['PLAN', getManyPlans],
	] as const)
		if (types.includes(type))
			for (const record of await op.list(list, scope)) executables.push(executableOf(type, record));
	return executables;
}

function executableOf(type: Executable['type'], record: IDataObject): Executable {
	const { workspaceId, workspaceName, environmentName } = placeOf(record);
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
	return {
		type,
		id: idOf(record),
		name: String(record.name ?? ''),
		workspaceId: text(workspaceId),
		workspaceName: text(workspaceName),
		environmentName: text(environmentName),
		listed: record,
	};
}
