/** The judge by the vendor's schemas: what it lets through and what it finds. */
import {
	findingsBySchema,
	jsonSchemaOf,
	vendorFindings,
	vendorOperation,
	vendorOperations,
} from '../../../platform/vendor';

test('every schema of every operation can be applied', () => {
	for (const operation of vendorOperations) {
		const body = jsonSchemaOf(operation.body);
		if (body) findingsBySchema(body, {}, true);
		for (const answer of Object.values(operation.answers)) {
			const schema = jsonSchemaOf(answer);
			if (schema) findingsBySchema(schema, {});
		}
	}
	expect(vendorOperations).toHaveLength(315);
});

test('a valid record has no finding; a wrong type, an unknown field and a missing one are found', () => {
	const user = { email: 'a@example.com', firstName: 'A', lastName: 'B', login: 'a' };
	expect(vendorFindings('vendor:identities-management/User', user)).toEqual([]);
	expect(vendorFindings('vendor:identities-management/User', { ...user, active: 'yes' })).toEqual([
		expect.stringContaining('active must be boolean'),
	]);
	expect(vendorFindings('vendor:identities-management/User', { ...user, nickname: 'x' })).toEqual([
		expect.stringContaining('nickname'),
	]);
	expect(
		vendorFindings('vendor:identities-management/User', { ...user, login: undefined }),
	).toEqual([expect.stringContaining("required property 'login'")]);
	expect(vendorFindings('vendor:identities-management/Nobody', user)).toEqual([
		'there is no schema vendor:identities-management/Nobody',
	]);
});

test('operations are found regardless of the names of their variables', () => {
	expect(vendorOperation('GET', '/account/users/{userId}')?.area).toBe('identities-management');
	expect(vendorOperation('GET', '/processing/data-planes')).toBeUndefined();
});
