/** The names of permissions. */
import { permissionWords } from '../../../nodes/shared/declare/permissions';

test('permissions have the names under which they can be assigned', () => {
	expect(permissionWords(['TMC_OPERATOR', 'ENVIRONMENT_MANAGEMENT'])).toBe(
		'TMC_OPERATOR or TMC_ENVIRONMENT_MANAGEMENT',
	);
});
