/** Adds the names of tasks, plans and their workspaces to executions, which contain only IDs. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../shared/declare/answers';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import type { Input } from '../../shared/declare/runtime/context';
import { readOncePerNodeRun } from '../../shared/declare/runtime/nodeRun';
import { idOf } from '../../shared/flows/findByName';
import { missingHint } from '../../shared/flows/mayBeMissing';
import { isRefusedWith, unlessRefused } from '../../shared/support/http/refused';
import { objectIn } from '../../shared/support/json';
import { isAbsent } from '../../shared/support/nothing';
import { simplified } from '../../shared/support/simplify';
import { pagesInTurn } from '../lists/pagesInTurn';
import { placeOf } from '../places/placeOf';
import { executionInWords, readableExecution } from './readable';

/** The name and the place of an executable. */
export interface ExecutableNames {
	name: IDataObject[string];
	workspaceName?: IDataObject[string];
	environmentName?: IDataObject[string];
}

/**
 * The ID of the task or plan of an execution. Lists and single records have it in different fields.
 */
export const executableIdOf = (execution: IDataObject, ids: readonly string[]): unknown =>
	ids.map((name) => execution[name]).find((id) => !isAbsent(id));

/** Reads the name and the place from a record. */
export function namedIn(record: IDataObject): ExecutableNames {
	const { workspaceName, environmentName } = placeOf(record);
	return { name: record.name, workspaceName, environmentName };
}

/**
 * Reads the names of tasks or plans, page by page, until all wanted names are known.
 * @param ask reads a page of their list
 * @param pages the maximum number of pages, because the names of deleted tasks are never found
 */
export async function readNames(
	ask: (page: IDataObject) => Promise<unknown>,
	wanted: Iterable<unknown>,
	pages: number,
): Promise<Map<unknown, ExecutableNames>> {
	const names = new Map<unknown, ExecutableNames>();
	const unresolved = new Set(wanted);
	if (unresolved.size === 0) return names;
	for await (const records of pagesInTurn(ask, pages)) {
		for (const record of records) {
			const id = idOf(record);
			names.set(id, namedIn(record));
			unresolved.delete(id);
		}
		if (unresolved.size === 0) break;
	}
	return names;
}

export const WITHOUT_NAMES = missingHint('The names are missing');

/** Where the names are read, and the names of the fields in the output. */
interface NameFields {
	noun: 'Task' | 'Plan';
	/** The field of the output with the ID of the task or plan. */
	id: 'taskId' | 'planId';
	name: 'taskName' | 'planName';
	/** The fields that Simplify keeps. */
	simple: readonly string[];
}

/** How many pages of tasks or plans are read at most for the names of one list of executions. */
const MAX_PAGES = 50;

/**
 * An execution as Simplify shows it: with the name and place of its task or plan, and a sentence
 * that says what happened.
 */
function readableWithName(
	{ noun, id, name, simple }: NameFields,
	execution: IDataObject,
	known: ExecutableNames | undefined,
	zone: string,
): IDataObject {
	const withReadableFields = readableExecution(execution);
	const withName = {
		...withReadableFields,
		[name]: known?.name ?? null,
		workspaceName: known?.workspaceName ?? null,
		summary: executionInWords({ noun, id: withReadableFields[id], ...known }, execution, zone),
	};
	return simplified(withName, simple);
}

/** Requests executions as the platform returns them, without Simplify. */
const requestRaw = async (op: OperationContext, operation: RequestOperation, input: Input) =>
	await op.request(operation, { ...input, settings: { ...input.settings, simplify: false } });

/**
 * Lists executions. If Simplify is on, it adds the names of their tasks or plans, which are read
 * once for the whole list.
 */
export const listWithNames =
	(list: RequestOperation, naming: NameFields) =>
	async (
		op: OperationContext<typeof WITHOUT_NAMES>,
		operation: RequestOperation,
		input: Input,
	): Promise<Output[]> => {
		if (input.settings.simplify !== true) return await op.request(operation, input);
		const outputs = await requestRaw(op, operation, input);
		if (outputs.length === 0) return outputs;
		const executableIdIn = ({ json }: Output) => readableExecution(json)[naming.id];
		const { environmentId, workspaceId } = input.values;
		const scope = Object.fromEntries(
			Object.entries({ environmentId, workspaceId }).filter(([, value]) => value !== undefined),
		);
		const names = await readNames(
			async (page) => (await op.sendValues(list, { ...scope, ...page })).body,
			outputs.map(executableIdIn),
			MAX_PAGES,
		).catch((error: unknown) => {
			if (!isRefusedWith(error, 403, 404)) throw error;
			op.hint(WITHOUT_NAMES, { reason: error.message });
			return new Map<unknown, ExecutableNames>();
		});
		return outputs.map((output) => ({
			...output,
			json: readableWithName(naming, output.json, names.get(executableIdIn(output)), op.timezone),
		}));
	};

/** Reads one execution. If Simplify is on, it adds the name of its task or plan. */
export const readWithName =
	(getExecutable: RequestOperation, naming: NameFields) =>
	async (op: OperationContext, operation: RequestOperation, input: Input): Promise<Output[]> => {
		if (input.settings.simplify !== true) return await op.request(operation, input);
		const outputs = await requestRaw(op, operation, input);
		const outputsWithName = outputs.map(async (output) => {
			const executableId = readableExecution(output.json)[naming.id];
			const executableNames =
				typeof executableId === 'string'
					? namedIn(await readExecutable(op, getExecutable, executableId))
					: undefined;
			return {
				...output,
				json: readableWithName(naming, output.json, executableNames, op.timezone),
			};
		});
		return await Promise.all(outputsWithName);
	};

/**
 * Reads an executable, once for all items. If it cannot be read, the result is empty, so that its
 * execution is still output.
 */
export async function readExecutable(
	op: OperationContext,
	getExecutable: RequestOperation,
	executableId: string,
): Promise<IDataObject> {
	const [variable] = Object.keys(getExecutable.path ?? {});
	const reading = readOncePerNodeRun(
		op.nodeRun,
		['executable', getExecutable.endpoint, executableId],
		async () => {
			const sending = op.sendValues(getExecutable, { [variable!]: executableId });
			return objectIn((await unlessRefused(sending, [403, 404], undefined))?.body);
		},
	);
	return await reading.catch((): IDataObject => {
		op.signal.throwIfAborted();
		return {};
	});
}
