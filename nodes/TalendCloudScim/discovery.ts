/** The resources with which the platform describes its own SCIM interface, such as its schemas. */
import { LIST_PAGE, listByFilter } from '../records/lists/scimFilter';
import { record, records } from '../shared/declare/answers';
import { operation } from '../shared/declare/define';
import { id, text } from '../shared/declare/fields';
import { allAtOnce } from '../shared/declare/lists/paging';
import { picker } from '../shared/declare/lists/picker';
import type { Endpoint } from '../shared/declare/operation';
import { titleCase } from '../shared/support/text/words';

/** The operations of a type of record that can be listed and read by its ID. */
export function discovered(
	listEndpoint: Endpoint,
	readEndpoint: Endpoint,
	kind: {
		noun: string;
		nouns: string;
		method: string;
		example: string;
		lists: string;
		reads: string;
	},
) {
	const getMany = operation(listEndpoint, {
		name: 'Get Many',
		action: `Get many ${kind.nouns}`,
		description: kind.lists,
		query: { filter: text('SCIM 2.0 filter').eg('name eq "User"').optional() },
		pages: allAtOnce,
		answers: records(undefined, { page: LIST_PAGE, key: 'id' }),
		perform: listByFilter,
	});
	const chosen = picker({
		noun: kind.noun,
		method: kind.method,
		list: getMany,
		entry: ({ id: value, name }) => ({ id: value, name }),
		byName: true,
		example: kind.example,
	});
	const get = operation(readEndpoint, {
		name: 'Get',
		action: `Get a ${kind.noun}`,
		description: kind.reads,
		path: { id: id(`The ${kind.noun}`).label(titleCase(kind.noun)).pick(chosen) },
		answers: record(undefined, { requiredFields: ['id'] }),
	});
	return { get, getMany };
}
