/** The judge by the vendor's schemas: what it lets through and what it finds. */
import {
	findingsBySchema,
	jsonSchemaOf,
	vendorFindings,
	vendorOperation,
	vendorOperations,
} from '../../../platform/descriptions/vendor';

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

describe('the findings about a record', () => {
	const user = { email: 'a@example.com', firstName: 'A', lastName: 'B', login: 'a' };
	const findingsWith = (more: object) =>
		vendorFindings('vendor:identities-management/User', { ...user, ...more });

	test('a valid record has no finding', () => {
		expect(findingsWith({})).toEqual([]);
	});

	test.each([
		{ what: 'a wrong type', more: { active: 'yes' }, finding: 'active must be boolean' },
		{ what: 'an unknown field', more: { nickname: 'x' }, finding: 'nickname' },
		{ what: 'a missing field', more: { login: undefined }, finding: "required property 'login'" },
	])('$what is reported', ({ more, finding }) => {
		expect(findingsWith(more)).toEqual([expect.stringContaining(finding)]);
	});

	test('a missing schema is reported', () => {
		expect(vendorFindings('vendor:identities-management/Nobody', user)).toEqual([
			'there is no schema vendor:identities-management/Nobody',
		]);
	});
});

test('operations are found regardless of the names of their variables', () => {
	expect(vendorOperation('GET', '/account/users/{userId}')?.area).toBe('identities-management');
	expect(vendorOperation('GET', '/processing/data-planes')).toBeUndefined();
});
