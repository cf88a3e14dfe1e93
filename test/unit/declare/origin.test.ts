/** Which operations are in the interface documents only. */
import { interfaceOperations } from '../../../tools/interface/documents';
import { vendorOperation } from '../../../tools/interface/vendor';
import { areas } from '../../../nodes/areas';
import { isUnpublished } from '../../../nodes/shared/declare/origin';
import { explain } from '../../../nodes/shared/transport/errors';

const requests = Object.values(areas)
	.flat()
	.flatMap(({ operations }) => Object.values(operations))
	.flatMap((operation) => (operation.kind === 'request' ? [operation] : []));

test('those that no OpenAPI file has are marked, and no others', () => {
	const unpublished = requests
		.filter(({ method, endpoint }) => !vendorOperation(method, endpoint))
		.map(({ method, endpoint }) => `${method} ${endpoint}`);
	expect(
		requests
			.filter(({ endpoint }) => isUnpublished(endpoint))
			.map(({ method, endpoint }) => `${method} ${endpoint}`),
	).toEqual(unpublished);
	expect(new Set(unpublished).size).toBe(
		interfaceOperations.filter(
			({ method, path }) => path === null || !vendorOperation(method, path),
		).length,
	);
});

test('a 404 of such an operation says that the account may not have it', () => {
	const node = {
		id: 'n',
		name: 'Node',
		type: 't',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const words = (endpoint: string) =>
		explain(
			{ status: 404 },
			{
				node,
				operation: requests.find((each) => each.method === 'GET' && each.endpoint === endpoint),
			},
		).description;
	expect(words('/processing/data-planes')).toContain(
		'Talend publishes no description of this operation: the account may not have it.',
	);
	expect(words('/processing/runtimes/remote-engines')).not.toContain('publishes');
});
