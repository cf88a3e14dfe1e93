/**
 * One expression and one authenticated request for each item, eight at a time, and nothing else; or
 * the pages of a list, the next one requested ahead.
 */
class Floor {
	description = {
		displayName: 'Floor',
		name: 'floor',
		group: ['input'],
		version: 1,
		description: 'Reads one record for each item, or a list',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: ['talendCloudApi', 'talendCloudTokenApi'].map((name) => ({ name, displayOptions: { show: { credential: [name] } } })),
		properties: [
			{ displayName: 'Address', name: 'address', type: 'string', default: '' },
			{ displayName: 'Credential', name: 'credential', type: 'string', default: 'talendCloudApi' },
			{ displayName: 'ID', name: 'id', type: 'string', default: '' },
			{ displayName: 'List', name: 'list', type: 'string', default: '' },
		],
	};

	async execute() {
		const credential = this.getNodeParameter('credential', 0);
		const list = this.getNodeParameter('list', 0);
		if (list !== '') return [await readList((page) => this.helpers.httpRequestWithAuthentication.call(this, credential, { url: `${list}&page=${page}`, json: true, returnFullResponse: true }))];
		const items = this.getInputData();
		const results = new Array(items.length);
		let next = 0;
		const work = async () => {
			while (next < items.length) {
				const index = next++;
				const id = this.getNodeParameter('id', index);
				const json = await this.helpers.httpRequestWithAuthentication.call(this, credential, { url: `/processing/executions/${id}`, json: true });
				results[index] = { json, pairedItem: { item: index } };
			}
		};
		await Promise.all(Array.from({ length: 8 }, work));
		return [results];
	}
}

async function readList(ask) {
	const results = [];
	for (let page = 1, asked = ask(page); asked; page++) {
		const { body, headers } = await asked;
		asked = headers['page-last'] === 'true' ? undefined : ask(page + 1);
		for (const json of body) results.push({ json, pairedItem: { item: 0 } });
	}
	return results;
}

module.exports = { Floor };
