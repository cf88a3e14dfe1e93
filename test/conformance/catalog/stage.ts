/**
 * The platform of the tests about datasets and crawlers, and its names: each file that imports this
 * starts its own.
 */
import {
	catalogOf,
	type Connection,
	type Crawler,
} from '../../../emulator/areas/catalog/catalogStore';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });
/** What one test makes, no other sees. */
beforeEach(() => {
	platform.clearLog();
	platform.emulator.resetAccount();
});
export const catalog = () => catalogOf(platform.emulator.state);
export const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
export const { run, succeed, requests, expectRefused } = areaOf('Catalog', () => platform);
export const connectionCalled = (label: string): Connection =>
	[...catalog().connections.values()].find((each) => each.label === label)!;
export const warehouse = () => connectionCalled(DEMO_CATALOG.warehouse);
export const marketing = () => connectionCalled(DEMO_CATALOG.marketing);
export const crawlerCalled = (name: string): Crawler =>
	[...catalog().crawlers.values()].find((each) => each.name === name)!;
export const sales = () => crawlerCalled(DEMO_CATALOG.crawler);
/** What a list says whose first choice is given in a way that cannot be looked up. */
export const FIRST =
	'To load this list, choose the record above from its list or by ID. If you set that record by name or with an expression, use an expression for these values as well.';
export const minutes = (count: number) => platform.emulator.clock.advance(count * 60_000);
/** The datasets of the seed's crawler exist after the first read. */
export const datasetCalled = async (label: string) => {
	await ask('GET /datasets');
	return [...catalog().datasets.values()].find((each) => each.label === label)!;
};
export const contracts = async () => await datasetCalled(DEMO_CATALOG.nestedDataset);
export const bodyOf = (operation: string): unknown => JSON.parse(requests(operation).at(-1)!.body);

/** n8n itself refuses an empty input; an expression can still give nothing. */
export const NONE = '={{ "" }}';
export const UNKNOWN = '9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b';

/** The custom attribute that has this label. */
export const attribute = (label: string) =>
	[...catalog().attributes.values()].find((known) => known.label === label)!;

/** The values of a new crawler. */
export const LEADS_CRAWLER = { name: 'Leads', selectedDatasets: ['MARKETING.LEADS'] };
