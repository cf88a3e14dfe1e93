/**
 * The categories, types, operations and users that users of the trigger can choose: those in the
 * newest logs.
 */
import { recordsOf } from '../shared/declare/lists/listInResponse';
import type { ChoiceSource } from '../shared/declare/lists/loadedChoices';
import { isNothing } from '../shared/support/nothing';
import { titleCase } from '../shared/support/text/words';
import { getMany } from '../TalendCloudAccount/resources/auditLog/requests';

/** Number of logs that are searched for values. */
const LOGS = 1_000;

/**
 * The values of a field in the newest logs; an expression can give any other value.
 * @param others fields that are used if this one is empty
 */
export const fromLogs = (field: string, ...others: string[]): ChoiceSource => ({
	method: `load${titleCase(field).replace(/ /g, '')}`,
	dependsOn: [],
	load: async (ask) => {
		const logs = recordsOf(await ask(getMany, { size: LOGS, page: 1 })) ?? [];
		const values = logs.map((log) =>
			[field, ...others].map((name) => log[name]).find((value) => !isNothing(value)),
		);
		return [...new Set(values.filter((value) => value !== undefined).map(String))]
			.sort()
			.map((value) => ({ value, name: value }));
	},
});
