/** Batching in Request Options: each item is processed once, whatever the size of the batches. */
import { platformForAll } from '../../support/platform';

const platform = platformForAll();

const ITEMS = Array.from({ length: 7 }, (_, index) => ({ json: { name: `Batch ${index}` } }));

const createIn = async (batchSize: unknown) => {
	platform.clearLog();
	const result = await platform.run(
		'Orchestration',
		'environment',
		'create',
		{
			name: `={{ $json.name }} of ${typeof batchSize} ${String(batchSize)}`,
			workspaceName: 'Finance',
			requestOptions: { batching: { batch: { batchSize: batchSize as number, batchInterval: 0 } } },
		},
		{ items: ITEMS },
	);
	const sent = platform.emulator.log
		.filter(({ operation }) => operation === 'POST /orchestration/environments')
		.map(({ body }) => (JSON.parse(body) as { name: string }).name);
	return { ...result, sent };
};

test.each([-1, 0, 0.5, 1, 2.5, 3, '3', 6.9, 100])(
	'each item is processed once in batches of %s',
	async (batchSize) => {
		const { items, sent } = await createIn(batchSize);
		const names = ITEMS.map(
			({ json }) => `${json.name} of ${typeof batchSize} ${String(batchSize)}`,
		);
		expect(items.map(({ json }) => json.name)).toEqual(names);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ITEMS.map((_, item) => ({ item })));
		expect([...sent].sort()).toEqual([...names].sort());
	},
);

test('a batch size that is not a number is refused instead of skipping all items', async () => {
	const { error, sent } = await createIn('={{ Number("many") }}');
	expect(error).toMatchObject({
		message: '"Items per Batch" must be a number',
		description:
			'Nothing was sent. Change the field "Items per Batch" (requestOptions.batching.batch.batchSize). You gave NaN.',
	});
	expect(sent).toEqual([]);
});
