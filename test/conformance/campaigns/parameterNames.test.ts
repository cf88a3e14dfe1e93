/**
 * Tests give only parameters that the operation has: n8n ignores others, so a misspelled one would
 * be tried by no test.
 */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { checkParameterNames } from '../../support/parameterNames';

const check = (parameters: IDataObject) => () =>
	checkParameterNames('Orchestration', 'task', 'update', parameters);

test('a parameter that the operation does not have is refused and named', () => {
	expect(check({ taskId: byId('t'), taskName: 'x' })).toThrow(
		'Orchestration task.update has no parameter taskName',
	);
});

test('an unknown entry of a collection is refused and named', () => {
	expect(check({ taskId: byId('t'), updateFields: { name: 'x', nmae: 'x' } })).toThrow(
		'Orchestration task.update has no parameter updateFields.nmae',
	);
});

test('the parameters of the operation and of each node are accepted', () => {
	expect(
		check({ authentication: 'token', taskId: byId('t'), updateFields: { name: 'x' } }),
	).not.toThrow();
});
