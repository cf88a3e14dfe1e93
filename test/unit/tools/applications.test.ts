/**
 * What is known about the applications without an OpenAPI file, and that nothing else is offered.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { applicationOf } from '../../../credentials/values/applications';
import { areas } from '../../../nodes/areas';
import { isWholeBody } from '../../../nodes/shared/declare/derived/operationParts';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import {
	FROM_DEFINITION,
	FROM_HELP,
	FROM_INTEGRATOR,
	FROM_SOURCE,
} from '../../../nodes/shared/declare/origin';
import { failureError } from '../../../nodes/shared/transport/failure/failureError';
import {
	applicationOperations,
	type Confidence,
} from '../../../platform/descriptions/applications';
import { vendorOperation, vendorSchema } from '../../../platform/descriptions/vendor';
import { applicationsPage } from '../../../tools/reference/applications';
import { anyNode } from '../../support/anyNode';

const node = anyNode();

const declared = Object.values(areas).flatMap((resources) =>
	resources.flatMap(({ operations }) =>
		Object.values(operations).filter(
			(operation): operation is RequestOperation =>
				operation.kind === 'request' && applicationOf(operation.endpoint) !== undefined,
		),
	),
);

describe.each(applicationOperations)('$method $path', ({ method, path, source }) => {
	test('the path belongs to a known application', () => {
		expect(applicationOf(path)?.name).toEqual(expect.any(String));
	});

	test('the operation names its source', () => {
		expect(source.length).toBeGreaterThan(10);
	});

	test('the operation is among those of the vendor', () => {
		expect(vendorOperation(method, path)).toBeDefined();
	});
});

test('the schemas of an application exist', () => {
	const referred = JSON.stringify(applicationOperations).match(/#\/[^"]+/g)!;
	for (const reference of new Set(referred))
		expect([reference, vendorSchema(`vendor:${reference.slice(2)}`)]).toEqual([
			reference,
			expect.anything(),
		]);
});

test.each<Confidence>(['example', 'published', 'seen'])(
	'the page about the platform counts the operations whose confidence is %s',
	(confidence) => {
		const count = applicationOperations.filter((each) => each.confidence === confidence).length;
		const page = readFileSync(join(__dirname, '../../../docs/platform/interface.md'), 'utf8');
		expect(page).toMatch(new RegExp(`^\\| \`${confidence}\` \\|.*\\| ${count} \\|$`, 'm'));
		expect(page).toContain(`${applicationOperations.length} operations of applications`);
	},
);

test('the table has each operation, declared and tested', () => {
	const page = applicationsPage();
	for (const { method, path, confidence } of applicationOperations)
		expect(page).toMatch(
			new RegExp(
				`\\| \`${method} ${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\` \\| [A-Z][^|]+ → [^|]+ \\| ${confidence} \\| [^|]+ \\| yes \\|`,
			),
		);
	const count = applicationOperations.length;
	expect(page).toContain(
		`Of the ${count} requests that are described, ${count} are declared, and ${count} are tested.`,
	);
});

describe.each(declared)('$method $endpoint', ({ method, endpoint, origin, query = {}, body }) => {
	const anyVariables = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
	const known = applicationOperations.find(
		(each) => each.method === method && anyVariables(each.path) === anyVariables(endpoint),
	);

	test('a source describes the operation', () => {
		expect(known).toBeDefined();
	});

	test('the operation says which kind of source it has', () => {
		const { source, area, confidence } = known!;
		expect(origin).toEqual(
			source.includes('source code')
				? FROM_SOURCE
				: area === 'api-designer'
					? FROM_DEFINITION
					: confidence === 'seen'
						? FROM_INTEGRATOR
						: FROM_HELP,
		);
	});

	test('the source of the operation describes each parameter of its query', () => {
		const names = known!.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
		expect(
			Object.entries(query)
				.map(([name, field]) => nameOnWire(name, field))
				.filter((name) => !names.includes(name)),
		).toEqual([]);
	});

	test('its source describes a body of fields', () => {
		if (body !== undefined && !isWholeBody(body)) expect(known!.body).toEqual(expect.anything());
	});
});

test.each([401, 403])('a refusal with %s says what is known about service accounts', (status) => {
	const adviceFor = (endpoint: string) =>
		failureError({ status }, { node, operation: { method: 'GET', endpoint } as RequestOperation })
			.description;
	expect(adviceFor('/semanticservice/categories')).toContain(
		'Talend documents Data Stewardship only with personal access tokens.',
	);
	expect(adviceFor('/orchestration/environments')).not.toContain('Talend documents');
});
