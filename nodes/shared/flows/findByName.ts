/** Finds records by their names, for flows that change what they find. */
import type { IDataObject } from 'n8n-workflow';

import { problem } from '../declare/messages';
import type { ContextShowing, OperationContext, RequestOperation } from '../declare/operation';
import { type NodeRun, readOncePerNodeRun } from '../declare/runtime/nodeRun';
import { perObject } from '../support/perObject';
import { findAllByName, visibleName, withInvisibleShown } from '../support/text/visibleNames';

const SEVERAL_WITH_NAME = problem(
	'{name} matches {count} {noun}s: {ids}',
	'Nothing was changed. Change the one you mean by its ID, with Update.',
);

/** What {@link findOneByName} can say. */
export const FIND_MESSAGES = [SEVERAL_WITH_NAME];

/** How a record is searched for by its name. */
interface NameSearch {
	noun: string;
	name: string;
	list: RequestOperation;
	/** Other values of the list. */
	values?: IDataObject;
	/** The values of the list that make the platform search for a name; without it, all are read. */
	search?: (name: string) => IDataObject;
	/** Whether a record counts, for example because it is in the right workspace. */
	isWanted?: (record: IDataObject) => boolean;
}

/**
 * The record of a list with this name, or with one that looks the same; undefined if there is none.
 * @throws if there are several; the error names their IDs
 */
export async function findOneByName(
	op: ContextShowing<typeof FIND_MESSAGES>,
	{ noun, name, ...search }: NameSearch,
): Promise<IDataObject | undefined> {
	const matches = await findByName(op, name, search);
	if (matches.length < 2) return matches[0];
	const ids = matches.map(idOf);
	throw op.problem(SEVERAL_WITH_NAME, {
		name: withInvisibleShown(name),
		count: matches.length,
		noun,
		ids: ids.join(', '),
	});
}

/**
 * The names that items of a run gave with invisible characters, without these characters. A record
 * that was created meanwhile may have such a name.
 */
const namesWithInvisible = perObject<NodeRun, Set<string>>(() => new Set());

/**
 * The records of a list with this name; if there are none, those whose name looks the same.
 *
 * The platform's search does not find the latter, such as "Load orders" with a non-breaking space.
 * So before a caller concludes that there is no such record and creates one, the whole list is read
 * once for all items, and compared.
 * @param name the name as it was given: the platform may have kept blanks around it
 */
export async function findByName(
	op: Pick<OperationContext<never>, 'list' | 'nodeRun'>,
	name: string,
	{ list, values = {}, search, isWanted = () => true }: Omit<NameSearch, 'noun' | 'name'>,
): Promise<IDataObject[]> {
	const matchesIn = (records: IDataObject[]) =>
		findAllByName(records.filter(isWanted), name, (each) => String(each.name));
	const wholeList = async () => await op.list(list, values);
	if (!search) return matchesIn(await wholeList());
	const visible = visibleName(name);
	if (visible !== name) namesWithInvisible(op.nodeRun).add(visible);
	const matches = matchesIn(await op.list(list, { ...values, ...search(name) }));
	if (matches.length > 0) return matches;
	return matchesIn(
		namesWithInvisible(op.nodeRun).has(visible)
			? await wholeList()
			: await readOncePerNodeRun(
					op.nodeRun,
					['all', list.method, list.endpoint, values],
					wholeList,
				),
	);
}

/** The ID of a record; tasks and plans in a list have it as `executable`. */
export const idOf = (record: IDataObject): string => String(record.executable ?? record.id);
