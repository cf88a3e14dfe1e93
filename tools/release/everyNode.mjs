/** A workflow with every action node, and what it asks the platform. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ours, start, workflow } from '../../test/e2e/support/build.mjs';
import { root } from '../programs.mjs';

const require = createRequire(import.meta.url);

/**
 * What each action node executes: an operation that reads, and that a service account may use; if
 * possible, one that needs no ID. Otherwise, the ID is an example, so that nothing is found, but
 * the request is sent.
 */
function readsOf(areas) {
	const { inputFields } = require(
		join(root, 'build/nodes/shared/declare/derived/operationParts.js'),
	);
	const { parametersOf, sampleOf } = require(join(root, 'build/test/support/samples.js'));
	return Object.entries(areas).map(([area, resources]) => {
		const all = resources.flatMap(({ value, operations }) =>
			Object.entries(operations).map(([name, operation]) => ({ resource: value, name, operation })),
		);
		const reading = all.filter(
			({ operation }) =>
				operation.kind === 'request' && operation.method === 'GET' && !operation.personOnly,
		);
		const [{ resource, name, operation, required }] = reading
			.map((each) => ({
				...each,
				required: Object.entries(inputFields(each.operation)).filter(
					([, { spec }]) => spec.required,
				),
			}))
			.sort((one, other) => one.required.length - other.required.length);
		const parameters = parametersOf(
			operation,
			Object.fromEntries(required.map(([field, each]) => [field, sampleOf(field, each).given])),
		);
		return { area: area === 'SCIM' ? 'Scim' : area, resource, operation: name, parameters };
	});
}

/**
 * The nodes that read, and two that create an environment, with and without the field that a later
 * version renames and gives another default.
 */
export function actionWorkflow(name) {
	const { areas } = require(join(root, 'build/nodes/areas.js'));
	const reads = readsOf(areas).map(({ area, resource, operation, parameters }) =>
		ours(
			area,
			area,
			{ resource, operation, ...parameters },
			{ executeOnce: true, alwaysOutputData: true, onError: 'continueRegularOutput' },
		),
	);
	const create = (environment, more) => {
		const parameters = {
			resource: 'environment',
			operation: 'create',
			name: environment,
			workspaceName: environment,
			...more,
		};
		return ours(`Create ${environment}`, 'Orchestration', parameters, { executeOnce: true });
	};
	const creates = [
		create('Rehearsal', { additionalFields: { description: 'Saved by an old version' } }),
		create('Plain Rehearsal'),
	];
	return workflow(name, [start(), ...creates, ...reads]);
}

/**
 * The parts of a request that are the same in each execution: its operation, its query, and its
 * body.
 */
const requestOf = ({ operation, query, body }) => ({
	operation,
	query: query.filter(([name]) => !['from', 'to'].includes(name)),
	body: body === '' ? undefined : JSON.parse(body),
});

/** The requests that a workflow has sent since the log was emptied, except for signing in. */
export const requestsOf = (log) =>
	log
		.filter(({ operation }) => operation !== undefined && !operation.includes('/oauth/'))
		.map(requestOf);
