/**
 * A change that was made only in the workspace is reported, by field; there is no report while both
 * are the same.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { startRepository } from '../support/repository.mjs';
import { orchestrationOf } from '../support/stage.mjs';

export default {
	workflow: 'compare-with-git',
	async manually({ emulator: { state }, run }) {
		// As it is, with the file of the demo.
		const [{ json: demo }] = outputOf(await run(), 'Report');
		assert.equal(
			demo.report,
			[
				'Production/Finance is not as in Git:',
				'• task/Load customers: parameters.country is "FR", in Git "DE"',
				'• task/Load customers of today is missing',
				'Apply the file to go back to Git, or export the workspace and commit it.',
			].join('\n'),
		);
		const repository = await startRepository();
		try {
			const change = (workflow) => {
				const { parameters } = workflow.nodes.find(({ name }) => name === 'What to Compare');
				parameters.jsonOutput = JSON.stringify({
					...JSON.parse(parameters.jsonOutput),
					file: repository.address,
				});
			};
			/** The definitions as the same node exports them. */
			const exported = (workflow) => {
				change(workflow);
				const compare = workflow.nodes.find(({ name }) => name === 'Compare');
				const { authentication, resource, workspaceId } = compare.parameters;
				compare.parameters = {
					authentication,
					resource,
					operation: 'export',
					workspaceId,
					includeRunConfigurations: true,
					binaryPropertyName: 'data',
				};
			};
			repository.commit('tasks: []\n');
			const [{ json }] = outputOf(await run({ change: exported }), 'Compare');
			repository.commit(json.definitions);
			assert.deepEqual(outputOf(await run({ change }), 'Report'), []);

			const { tasks } = orchestrationOf(state);
			const customers = [...tasks.values()].find(({ name }) => name === 'Load customers');
			customers.parameters = { country: 'DE' };
			repository.commit(json.definitions.replaceAll('Archive 2024', 'Archive 2025'));
			const [{ json: differs }] = outputOf(await run(), 'Report');
			assert.match(differs.report, /^Production\/Finance is not as in Git:\n/);
			const parts = differs.report.split('\n').slice(1, -1).sort();
			assert.deepEqual(parts, [
				'• task/Archive 2024 is not in Git',
				'• task/Archive 2025 is missing',
				'• task/Load customers: parameters.country is "DE", in Git "FR"',
			]);

			repository.commit('tasks: [\n');
			assert.match(
				outputOf(await run(), 'Tell Someone')[0].json.report,
				/^Production\/Finance could not be compared with Git: /,
			);
		} finally {
			await repository.close();
		}
		assert.match(
			outputOf(await run(), 'Tell Someone')[0].json.report,
			/^Production\/Finance could not be compared with Git: .*(refused|ECONNREFUSED)/i,
		);
	},
};
