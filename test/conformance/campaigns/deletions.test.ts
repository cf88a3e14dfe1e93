/** Deletions that take along what is in the record need a switch of their own. */
import { areas } from '../../../nodes/areas';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { refusedWords } from '../../support/area';
import { platformForAll } from '../../support/platform';
import { parametersOf, sampleOf } from '../../support/samples';

const platform = platformForAll();

const deletions = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries<Operation>(operations).flatMap(([name, operation]) =>
			operation.kind === 'request' && operation.method === 'DELETE'
				? [{ title: `${node} ${resource}.${name}`, node, resource, name, operation }]
				: [],
		),
	),
);
const withSwitch = deletions.filter(({ operation }) => operation.settings?.confirmDeletion);
const titlesOf = (all: typeof deletions) => all.map(({ title }) => title).sort();

test('every operation that says that it deletes contents has the switch', () => {
	const takesContents = deletions.filter(({ operation: { action, description } }) =>
		/ with all /.test(`${action} ${description}`),
	);
	expect(takesContents.length).toBeGreaterThan(5);
	expect(titlesOf(withSwitch)).toEqual(expect.arrayContaining(titlesOf(takesContents)));
});

test('the known operations that delete a container have the switch', () => {
	expect(titlesOf(withSwitch)).toEqual(
		expect.arrayContaining([
			'Catalog customAttribute.delete',
			'Engines dataPlane.delete',
			'Engines dataPlaneEnvironment.delete',
			'Engines dynamicEngine.delete',
			'Engines dynamicEngineEnvironment.delete',
			'Orchestration artifact.delete',
			'Orchestration environment.delete',
			'Orchestration workspace.delete',
		]),
	);
});

describe.each(['workflow', 'tool'] as const)('deletions in a %s', (entryPoint) => {
	test.each(withSwitch)(
		'$title sends nothing while the switch is off',
		async ({ node, resource, name, operation }) => {
			const path = Object.fromEntries(
				Object.entries(operation.path ?? {}).map(([variable, field]) => [
					variable,
					sampleOf(variable, field).given as string,
				]),
			);
			for (const confirmDeletion of [undefined, false, '={{ $json.missing }}', '={{ "false" }}']) {
				platform.clearLog();
				const given = confirmDeletion === undefined ? path : { ...path, confirmDeletion };
				const { error } = await platform.run(node, resource, name, parametersOf(operation, given), {
					entryPoint,
				});
				expect(
					entryPoint === 'tool' && error!.description === 'Nothing was sent.'
						? error!.message
						: refusedWords(error),
				).toMatch(/^"Delete /);
				expect(platform.emulator.log).toEqual([]);
			}
		},
	);
});
