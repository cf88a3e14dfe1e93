/** IDs that the interface documents require are required in answers as well. */
import { areas } from '../../../nodes/areas';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';

test('a record whose schema requires an ID is invalid without it', () => {
	const ids = ['id', 'executionId', 'executable', 'definitionId', 'token', 'access_token'];
	const withoutId: string[] = [];
	let checked = 0;
	for (const resources of Object.values(areas))
		for (const { value, operations } of resources)
			for (const [name, { answers }] of Object.entries(operations)) {
				if (answers.kind !== 'record' || answers.schema === undefined) continue;
				const [doc, ...rest] = answers.schema.split('.');
				const fields = interfaceSchemas[doc!]?.[rest.join('.')]?.fields ?? {};
				const [id] = ids.filter((each) => fields[each]?.required);
				if (id === undefined) continue;
				checked++;
				if (!answers.requiredFields?.includes(id))
					withoutId.push(`${value}.${name}: ${answers.schema} needs ${id}`);
			}
	expect(withoutId).toEqual([]);
	expect(checked).toBeGreaterThan(20);
});
