/** The families of requests, each with its own limit. */
import { familyOf } from '../../../nodes/shared/declare/families';

test.each([
	['/monitoring/x', 'monitoring'],
	['/orchestration/executables', 'orchestration'],
	['/processing', 'processing'],
	['/account/x', 'account'],
	['/security/x', 'security'],
	['/scim/v2', 'scim'],
	['/datasets/x', 'catalog'],
	['/connections/x', 'catalog'],
	['/other', 'other'],
	['', 'other'],
])('the path "%s" belongs to the family %s', (path, family) => {
	expect(familyOf(path)).toBe(family);
});
