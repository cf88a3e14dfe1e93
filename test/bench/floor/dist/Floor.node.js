/** One expression and one authenticated request for each item, eight at a time, and nothing else. */
class Floor {
	description = {
		displayName: 'Floor',
		name: 'floor',
		group: ['input'],
		version: 1,
		description: 'Reads one record for each item',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'talendCloudApi', required: true }],
		properties: [
			{ displayName: 'Address', name: 'address', type: 'string', default: '' },
			{ displayName: 'ID', name: 'id', type: 'string', default: '' },
		],
	};

	async execute() {
		const items = this.getInputData();
		const results = new Array(items.length);
		let next = 0;
		const work = async () => {
			while (next < items.length) {
				const index = next++;
				const id = this.getNodeParameter('id', index);
				const json = await this.helpers.httpRequestWithAuthentication.call(this, 'talendCloudApi', { url: `/processing/executions/${id}`, json: true });
				results[index] = { json, pairedItem: { item: index } };
			}
		};
		await Promise.all(Array.from({ length: 8 }, work));
		return [results];
	}
}

module.exports = { Floor };
