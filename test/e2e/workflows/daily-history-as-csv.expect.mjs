/** Yesterday's executions are in a file with one header, and those that went wrong are listed. */
import assert from 'node:assert/strict';

const items = (runData, node) => (runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []);

export default {
	workflow: 'daily-history-as-csv',
	async check({ runData, fileOf }) {
		const [{ json: yesterday }] = items(runData, 'Yesterday');
		assert.match(yesterday.fileName, /^executions-\d{4}-\d\d-\d\d\.csv$/);
		const [{ json: download, binary }] = items(runData, 'Keep the File');
		const [header, ...lines] = (await fileOf(binary.history))
			.toString('utf8')
			.trimEnd()
			.split('\r\n');
		assert.ok(header.split(',').includes('id'));
		assert.equal(lines.length, download.rows);
		assert.equal(lines.length, 3);
		const [{ json: report }] = items(runData, 'Report');
		const failed = items(runData, 'What Went Wrong')
			.map(({ json }) => json.name)
			.sort();
		assert.deepEqual(failed, ['Load invoices', 'Load orders']);
		assert.match(
			report.report,
			/^executions-\S+\.csv has 3 executions\. Not successful:\n(?:• .+\n)*• Load orders \(Finance, Production\) failed at \d\d:\d\d: Table ORDERS does not exist\. Look into its log\.(?:\n|$)/,
		);
	},
};
