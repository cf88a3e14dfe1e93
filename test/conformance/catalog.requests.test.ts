import { describeRequests } from '../support/conformance';
import { startPlatform, type Platform } from '../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

describeRequests('Catalog', () => platform, {
	'dataset.getMany': { with: { sortBy: { sortOrder: 'asc' }, sortOrder: { sortBy: 'label' } } },
	'customAttribute.create': { base: { type: 'enum', values: ['Public', 'Internal'] } },
	// What an update does not give is read first.
	'customAttribute.update': { base: { label: 'Confidentiality', mandatory: true } },
	'sharing.replace': { base: { confirmReplacement: true } },
	'crawler.changeSelection': { base: { selectedDatasets: ['SALES.CUSTOMERS'], name: 'Sales tables', description: 'All tables' } },
});
