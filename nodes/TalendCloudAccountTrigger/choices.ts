/** Categories, types, operations and users that a person chooses from: those of the newest logs. */
import { recordsOf } from '../shared/declare/lists/records';
import { source } from '../shared/declare/lists/source';
import { titleCase } from '../shared/support/words';
import { getMany } from '../TalendCloudAccount/resources/auditLog';

/** Logs that are looked through for values. */
const LOGS = 1_000;

/**
 * What is in a field of the newest logs; any other value can be given by an expression.
 * @param others fields that count where that one is empty
 */
export const fromLogs = (field: string, ...others: string[]) =>
	source({
		method: `load${titleCase(field).replace(/ /g, '')}`,
		dependsOn: [],
		load: async (ask) => {
			const logs = recordsOf(await ask(getMany, { size: LOGS, page: 1 })) ?? [];
			const values = logs.map((log) => [field, ...others].map((name) => log[name]).find((value) => value !== undefined && value !== null && value !== ''));
			return [...new Set(values.filter((value) => value !== undefined).map(String))].sort().map((value) => ({ value, name: value }));
		},
	});
