import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { crawlerField } from '../../../nodes/TalendCloudCatalog/resources/crawler/requests';
import { describeRequests } from '../../support/conformance';
import { type Platform, startPlatform } from '../../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
	// What reads before it writes finds the record of the samples.
	const { crawlers } = catalogOf(platform.emulator.state);
	const [crawler] = crawlers.values();
	const id = crawlerField().spec.picker!.example;
	crawlers.set(id, { ...crawler!, id });
});
afterAll(async () => await platform.close());

describeRequests('Catalog', () => platform, {
	'dataset.getMany': { with: { sortBy: { sortOrder: 'asc' }, sortOrder: { sortBy: 'label' } } },
	'customAttribute.create': { base: { type: 'enum', values: ['Public', 'Internal'] } },
	// What an update does not give is read first.
	'customAttribute.update': { base: { label: 'Confidentiality', mandatory: true } },
	'sharing.replace': { base: { confirmReplacement: true } },
	'customAttribute.delete': { base: { confirmDeletion: true } },
	'crawler.create': { base: { selectedDatasets: ['SALES.CUSTOMERS'] } },
	'crawler.changeSelection': {
		base: {
			keepSelected: false,
			selectedDatasets: ['SALES.CUSTOMERS'],
			name: 'Sales tables',
			description: 'All tables',
		},
	},
});
