/**
 * All requests that are declared anywhere, also those that only a flow, a list or a trigger uses.
 */
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { checkDeclaration } from '../../support/declarations';
import { nodeTypes, triggerTypes } from '../../support/engine';

jest.mock('../../../nodes/shared/declare/define', () => {
	const actual = jest.requireActual<typeof import('../../../nodes/shared/declare/define')>(
		'../../../nodes/shared/declare/define',
	);
	const declared: RequestOperation[] = [];
	const operation = (...spec: Parameters<typeof actual.operation>) => {
		const made = actual.operation(...spec);
		declared.push(made);
		return made;
	};
	return { ...actual, operation, declared };
});

test('no declaration of a request has a mistake that would show only when it is used', () => {
	expect(Object.keys({ ...nodeTypes, ...triggerTypes }).length).toBeGreaterThan(10);
	const { declared } = jest.requireMock<{ declared: RequestOperation[] }>(
		'../../../nodes/shared/declare/define',
	);
	expect(declared.length).toBeGreaterThan(300);
	for (const operation of declared) checkDeclaration(operation);
});
