/** *Download* of the execution history: joins the pages of several searches to one table. */
import type { IDataObject } from 'n8n-workflow';

import { getManyClusters, getManyRemoteEngines } from '../../../records/engines/engines';
import { fileAnswer } from '../../../shared/declare/answers';
import { binaryPropertyField, flow } from '../../../shared/declare/define';
import { problem } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import { withoutUndefined } from '../../../shared/support/json';
import { clock } from '../../../shared/support/time/clock';
import { csvRecords, csvValues } from './csv';
import {
	historyFilterRules,
	historyFilters,
	IDS_MISSING,
	scopesOf,
	withBothIds,
} from './historyInput';
import { fieldFilters, withPeriod } from './historyReader';
import { downloadPage } from './requests';

const DIFFERENT_COLUMNS = problem(
	'The parts of the history have different columns',
	'The file has no column "id", or the parts of the download have different columns. Download one kind at a time with Include.',
);

const SAME_PAGE = problem(
	'The history ended early',
	'Talend Cloud sent the same page twice. Try again, or narrow the search with From and To.',
);

/** Maximum number of lines per request on the platform. */
const MAX_LINES = 100_000;

export const downloadHistory = flow({
	name: 'Download',
	action: 'Download the history of executions as CSV',
	description: 'Download the history as one CSV file, whatever its length',
	fields: historyFilters,
	optionalAs: 'filters',
	settings: { binaryPropertyName: binaryPropertyField },
	uses: [downloadPage, getManyRemoteEngines, getManyClusters],
	messages: [IDS_MISSING, DIFFERENT_COLUMNS, SAME_PAGE],
	rules: historyFilterRules,
	answers: fileAnswer(),
	run: async (op, input) => {
		const filters = withPeriod(
			fieldFilters(await withBothIds(op, input)),
			input.from,
			input.to,
			clock.now(),
		);
		const table = new Table();
		for (const scope of scopesOf(input.include))
			await addPages(op, table, {
				environmentId: input.environmentId,
				...scope,
				...(filters.length > 0 ? { conditions: filters } : {}),
			});
		const data = Buffer.from(table.text(), 'utf8');
		const fileName = 'execution-history.csv';
		return [
			{
				json: { fileName, mimeType: 'text/csv', size: data.length, rows: table.size },
				binary: { [input.binaryPropertyName]: await op.binary(data, fileName, 'text/csv') },
			},
		];
	},
});

/**
 * The lines of all pages and searches, each execution once, below one header. Lines without an ID
 * are kept as they are.
 */
class Table {
	private header: string | undefined;
	private readonly lines = new Map<string, string>();

	get size(): number {
		return this.lines.size;
	}

	/**
	 * Adds a page.
	 * @returns how many lines the page has, and the ID of its last one
	 */
	add(
		op: OperationContext<typeof DIFFERENT_COLUMNS>,
		page: string,
	): { count: number; lastId?: string } {
		const [header, ...lines] = csvRecords(page.replace(/^\uFEFF/, ''));
		const at = csvValues(header ?? '').indexOf('id');
		if (at < 0 || (this.header !== undefined && this.header !== header))
			throw op.problem(DIFFERENT_COLUMNS);
		this.header = header;
		let lastId: string | undefined;
		for (const line of lines) {
			lastId = csvValues(line)[at];
			this.lines.set(lastId || line, line);
		}
		return { count: lines.length, lastId };
	}

	text(): string {
		return [this.header, ...this.lines.values(), ''].join('\r\n');
	}
}

/**
 * Continues from the last line until a page is not full. A page with a round number of lines may be
 * as long as the platform allows, if that is less than its description says.
 */
async function addPages(
	op: OperationContext<typeof DIFFERENT_COLUMNS | typeof SAME_PAGE>,
	table: Table,
	values: IDataObject,
): Promise<void> {
	let lastId: string | undefined;
	for (;;) {
		const { body } = await op.sendValues(
			downloadPage,
			withoutUndefined({ ...values, lines: MAX_LINES, lastId }),
		);
		const page = table.add(op, Buffer.from(body as Buffer).toString('utf8'));
		if (page.count === 0 || page.count % 100 !== 0) return;
		if (page.lastId === undefined || page.lastId === lastId) throw op.problem(SAME_PAGE);
		({ lastId } = page);
	}
}
