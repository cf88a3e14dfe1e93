/**
 * Operations whose records may be given by name, and the lists in which the names are looked up.
 */
import type { IDataObject } from 'n8n-workflow';

import { record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import { picker, type Picker } from '../../../../nodes/shared/declare/lists/picker';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	Operation,
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import type { NodeRun } from '../../../../nodes/shared/declare/runtime/nodeRun';
import { readParameters } from '../../../../nodes/shared/engine/input/readParameters';
import { resolveRecords } from '../../../../nodes/shared/engine/input/resolveRecords';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

/** A record that was given by its name. */
export const byName = (value: unknown) => ({ __rl: true, mode: 'name', value }) as IDataObject;

const getMany = operation('GET /spaces/{spaceId}/tasks', {
	...ANY_TEXTS,
	path: { spaceId: id('S') },
	query: { name: text('N').optional(), place: text('P').optional() },
	answers: records(undefined),
});

/** How a record is shown in a list to choose from. */
export const entryOf = ({ id, name, description }: IDataObject) => ({
	id: String(id),
	name: String(name),
	...(description ? { description: String(description) } : {}),
});

/** A field for a task is chosen from this list, and can be given by name. */
export const tasks = (more: Partial<Picker> = {}): Picker =>
	picker({
		noun: 'task',
		method: 'searchTasks',
		byName: true,
		example: 'an example',
		list: getMany,
		search: (name) => ({ name }),
		entry: entryOf,
		...more,
	});

/** An operation with a field for a record of that list. */
export const get = (used: Picker, more: object = {}) =>
	operation('GET /x', {
		...ANY_TEXTS,
		query: { taskId: id('T').pick(used), ...more },
		answers: record(undefined),
	});

/** A call of an item whose lists have these records. */
export function calling(
	records: IDataObject[] | ((values: IDataObject, list: RequestOperation) => IDataObject[] | Error),
	sharedReads: NodeRun['sharedReads'] = new Map(),
) {
	const asked: IDataObject[] = [];
	const op = stub<OperationContext<Message>>({
		nodeRun: { sharedReads },
		list: async (list: RequestOperation, values: IDataObject) => {
			asked.push(values);
			const found = typeof records === 'function' ? records(values, list) : records;
			return found instanceof Error ? await Promise.reject(found) : await Promise.resolve(found);
		},
	});
	return { op, asked };
}

/** The parameters as an item's input is read from them. */
export const reading = (declared: Operation, given: IDataObject, names = true) =>
	readParameters(
		declared,
		{ value: (name) => given[name] ?? null, entered: () => undefined },
		{ timezone: 'UTC', names },
	);

export const resolved = async (
	declared: Operation,
	given: IDataObject,
	records: Parameters<typeof calling>[0] = [
		{ id: 1, name: 'One' },
		{ id: 2, name: 'Two' },
	],
) => {
	const { op, asked } = calling(records);
	const { values: values, settings } = await resolveRecords(op, declared, reading(declared, given));
	return { values, settings, asked };
};
