/** Records to choose from, several at once. */
import type { IDataObject } from 'n8n-workflow';

import type { Picker } from '../declare/lists/picker';
import { recordsOf } from '../declare/lists/records';
import { type Ask, choicesOf, source } from '../declare/lists/source';

const PAGE = 100;
/** Maximum number of pages in a list of choices: nobody would find anything in a longer one. */
const PAGES = 20;

/** The first records of the list of a picker. */
export async function recordsToChoose(ask: Ask, { list }: Picker): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (let pages = 0; pages < PAGES; pages++) {
		const records = recordsOf(await ask(list, { limit: PAGE, ...(pages === 0 ? {} : { offset: pages * PAGE }) })) ?? [];
		found.push(...records);
		if (records.length < PAGE) break;
	}
	return found;
}

/** The choices of a field, from the list of a picker. */
export const recordsToWatch = (picker: Picker, method: string) =>
	source({
		method,
		dependsOn: [],
		load: async (ask) => choicesOf((await recordsToChoose(ask, picker)).map((record) => picker.entry(record))),
	});
