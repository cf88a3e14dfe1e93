/** New tables become datasets; those without failures are certified and tagged. */
import assert from 'node:assert/strict';

const items = (runData, node) => (runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []);
const out = (runData, node) => items(runData, node).map(({ json }) => json);

export default {
	workflow: 'refresh-the-catalog',

	async check({ runData, emulator, fileOf }) {
		const newTables = ['SALES.RETURNS', 'SALES.OPEN_ORDERS', 'SALES.LEGACY_NOTES', 'SALES.LETTERS'];
		// LEGACY_NOTES could not be created, LETTERS has no sample.
		const certified = [
			'SALES.CUSTOMERS',
			'SALES.ORDERS',
			'SALES.ORDER_LINES',
			'SALES.RETURNS',
			'SALES.OPEN_ORDERS',
		];
		assert.deepEqual(out(runData, 'Report'), [{ newTables, certified, run: 'partial' }]);
		const [{ status }] = out(runData, 'Run and Wait');
		assert.deepEqual(
			[
				status.nbDatasetsToCrawl,
				status.nbDatasetsFinished,
				status.nbDatasetsFailed,
				status.nbSamplesFailed,
			],
			[7, 5, 1, 1],
		);
		assert.equal(out(runData, 'Tag').length, 5);
		const [{ binary }] = items(runData, 'Download Errors');
		const errors = (await fileOf(binary.errors)).toString('utf8');
		assert.match(errors, /SALES\.LEGACY_NOTES: the dataset could not be created/);
		assert.match(errors, /SALES\.LETTERS: the sample could not be retrieved/);
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		const times = (operation) => log.filter((request) => request.operation === operation).length;
		assert.equal(times('POST /connections/crawlers/{crawlerId}/run'), 1);
		assert.equal(times('PUT /datasets/{datasetId}/certification'), 5);
	},
};
