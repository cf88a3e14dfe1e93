/**
 * How a node signs in.
 */

import { checkPersonOnly, credentialTypeOf } from '../../../nodes/shared/transport/credentialTypes';

test('a token or a service account is chosen by Authentication', () => {
	expect(['token', 'serviceAccount', undefined].map(credentialTypeOf)).toEqual([
		'talendCloudTokenApi',
		'talendCloudApi',
		'talendCloudApi',
	]);
});

test('requests that only a person may send are refused for a service account, with the reason', () => {
	const whyPersonOnly = 'Talend asks for a user.';
	expect(() => checkPersonOnly({ whyPersonOnly }, 'serviceAccount')).toThrow(
		expect.objectContaining({
			field: 'authentication',
			label: 'Authentication',
			rule: `must be Token. ${whyPersonOnly}`,
		}) as Error,
	);
	expect(() => checkPersonOnly({ whyPersonOnly }, 'token')).not.toThrow();
	expect(() => checkPersonOnly({}, 'serviceAccount')).not.toThrow();
});
