/** Which operations are in the interface documents only. */
import { areas } from '../../../nodes/areas';
import { FROM_VENDOR, isUnpublished } from '../../../nodes/shared/declare/origin';
import { failureError } from '../../../nodes/shared/transport/failure/failureError';
import { interfaceOperations } from '../../../platform/descriptions/interfaceDocuments';
import { vendorOperation } from '../../../platform/descriptions/vendor';
import { anyNode } from '../../support/anyNode';

const requests = Object.values(areas)
	.flat()
	.flatMap(({ operations }) => Object.values(operations))
	.flatMap((operation) => (operation.kind === 'request' ? [operation] : []));

test('exactly the operations that are in no OpenAPI file of the vendor are marked as such', () => {
	const isMissing = ({ method, endpoint }: (typeof requests)[number]) =>
		!vendorOperation(method, endpoint);
	const nameOf = ({ method, endpoint }: (typeof requests)[number]) => `${method} ${endpoint}`;
	const unpublished = requests.filter(isMissing).map(nameOf);
	const wrong = requests
		.filter((operation) => isMissing(operation) !== isUnpublished(operation.endpoint))
		.map((operation) =>
			isMissing(operation)
				? `${nameOf(operation)} is in no OpenAPI file of the vendor: correct its path, or add it to nodes/shared/declare/origin.ts`
				: `${nameOf(operation)} is in an OpenAPI file of the vendor: remove it from nodes/shared/declare/origin.ts`,
		);
	expect(wrong).toEqual([]);
	expect(new Set(unpublished).size).toBe(
		interfaceOperations.filter(
			({ method, path }) => path === null || !vendorOperation(method, path),
		).length,
	);
});

test('the 404 of an unpublished operation says that the account may not have it', () => {
	const node = anyNode();
	const words = (endpoint: string) =>
		failureError(
			{ status: 404 },
			{
				node,
				operation: requests.find((each) => each.method === 'GET' && each.endpoint === endpoint),
			},
		).description;
	expect(words('/processing/data-planes')).toContain(
		'Talend does not document this operation, so it might not be available in your account.',
	);
	expect(words('/processing/runtimes/remote-engines')).not.toContain('does not document');
});

test.each([
	'/processing/data-planes',
	'/processing/data-planes/{id}',
	'/orchestration/dataplane-environments/{id}',
	'{path}',
])('the endpoint %s is unpublished', (endpoint) => {
	expect(isUnpublished(endpoint)).toBe(true);
});

test.each(['/processing/data-planes2', '/orchestration/environments'])(
	'the endpoint %s is published',
	(endpoint) => {
		expect(isUnpublished(endpoint)).toBe(false);
	},
);

test('the source of an operation from the OpenAPI files is named as the reference shows it', () => {
	expect(FROM_VENDOR).toBe("Talend's public OpenAPI files");
});
