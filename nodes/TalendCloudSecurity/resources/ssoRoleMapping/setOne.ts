import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { aboutFields, problem } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import { NAME_MESSAGES } from '../../../shared/flows/valuesToSend';
import { findAllByName } from '../../../shared/support/text/visibleNames';
import {
	customerRoleField,
	getMany,
	grantedRolesField,
	MAPPING,
	namesOf,
	replaceAll,
} from './requests';

const INCOMPLETE_MAPPING = problem(
	'Talend Cloud returned a mapping without a name or without roles',
	'It could not be written back. Nothing was changed.',
);

export const setOne = flow({
	destructive: true,
	name: 'Set One',
	action: 'Set one SSO role mapping',
	description:
		'Add or change one mapping; all others are kept, and changes that others make at the same moment are overwritten',
	fields: { name: customerRoleField, roles: grantedRolesField.min(1) },
	uses: [getMany, replaceAll],
	answers: record(MAPPING, { requiredFields: ['name'], leads: ['name', 'created'] }),
	messages: [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), INCOMPLETE_MAPPING],
	lockKey: () => 'the mappings',
	run: async (op, { name, roles }) =>
		await op.withRecordLock(replaceAll, {}, async () => {
			const mappings = await readMappings(op);
			// Names from tables may only look the same. The name that people get roles by is kept.
			const [before] = findAllByName(mappings, name, (each) => each.name);
			const mapping = { name: before?.name ?? name, roles: await namesOf(op, roles) };
			const all = before
				? mappings.map((each) => (each === before ? mapping : each))
				: [...mappings, mapping];
			// This is not checked as input, because the platform may have a mapping without roles, which
			// a user could not enter.
			await op.send(replaceAll, { path: {}, query: {}, body: all, settings: {}, values: {} });
			return [{ json: { ...mapping, created: before === undefined, mappings: all.length } }];
		}),
});

/**
 * Reads all mappings, so that they can be written back.
 * @throws if a mapping is incomplete, because it would be lost
 */
async function readMappings(
	op: OperationContext<typeof INCOMPLETE_MAPPING>,
): Promise<Array<{ name: string; roles: string[] }>> {
	return (await op.list(getMany, {})).map(({ name, roles: itsRoles }: IDataObject) => {
		if (typeof name === 'string' && Array.isArray(itsRoles))
			return { name, roles: itsRoles as string[] };
		throw op.problem(INCOMPLETE_MAPPING);
	});
}
