/**
 * How much n8n, its editor and its MCP server have to carry: the descriptions of the nodes. Each
 * size has an upper bound close above what it is; how long loading takes is measured by
 * `npm run bench`.
 */
import { gzipSync } from 'node:zlib';

import { areas } from '../../../nodes/areas';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { nodeTypes, triggerTypes } from '../../support/engine';
import { report } from '../../support/report';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- its types are those of an ES module, which a CommonJS test cannot import
const { generateNodeTypeFile } = require('@n8n/workflow-sdk/scripts/generate-types') as {
	generateNodeTypeFile: (description: object) => string;
};

/** Bytes of the largest description that the editor and a model are given whole. */
const RAW = 200_000;
const GZIP = 25_000;

/**
 * Bytes for a field, on average: its label, its description, and where it is shown. Over a small
 * node, which has its lists of operations, too, it is more.
 */
const PER_FIELD = 293;
const PER_FIELD_OF_ONE = 450;

const json = (description: unknown) => Buffer.from(JSON.stringify(description));

describe.each(
	Object.entries({
		...nodeTypes,
		...Object.fromEntries(
			Object.entries(triggerTypes).map(([name, type]) => [`${name} trigger`, type]),
		),
	}),
)('%s', (_name, { description }) => {
	test(`the description has at most ${RAW / 1000} kB, ${GZIP / 1000} kB in gzip`, () => {
		const bytes = json(description);
		expect(bytes.length).toBeLessThanOrEqual(RAW);
		expect(gzipSync(bytes).length).toBeLessThanOrEqual(GZIP);
	});
});

describe('the bytes of a field', () => {
	const sizes = Object.entries(areas).map(([area, resources]) => ({
		area,
		bytes: json(nodeTypes[area]!.description).length,
		fields: resources
			.flatMap(({ operations }) => Object.values(operations))
			.reduce(
				(sum, operation) =>
					sum + 1 + Object.keys({ ...inputFields(operation), ...operation.settings }).length,
				0,
			),
	}));

	test(`fields of one node have at most ${PER_FIELD_OF_ONE} bytes on average`, () => {
		// A node of a few fields consists of what all nodes have.
		expect(
			sizes.filter(({ bytes, fields }) => fields > 10 && bytes / fields > PER_FIELD_OF_ONE),
		).toEqual([]);
	});

	test(`fields of all nodes have at most ${PER_FIELD} bytes on average`, () => {
		const sum = (of: 'bytes' | 'fields') => sizes.reduce((all, each) => all + each[of], 0);
		expect(sum('bytes') / sum('fields')).toBeLessThanOrEqual(PER_FIELD);
	});
});

/**
 * What n8n's MCP server answers when a model asks for the types of a node (get_node_types): every
 * operation with all of its inputs, each time with what n8n adds itself, its Request Options
 * foremost.
 */
describe('the texts for a model', () => {
	/** Characters for an operation without n8n's part: its inputs, with their descriptions. */
	const PER_OPERATION = 1_065;
	const PER_OPERATION_OF_ONE = 2_000;

	const BY_N8N = ['authentication', 'operation', 'requestOptions', 'resource'];

	const sizes = Object.entries(areas).map(([area, resources]) => {
		const { description } = nodeTypes[area]!;
		const lengthOf = (properties: typeof description.properties) =>
			generateNodeTypeFile({ ...description, properties }).length;
		const whole = lengthOf(description.properties);
		const frame = lengthOf(description.properties.filter(({ name }) => BY_N8N.includes(name)));
		const operations = resources.reduce(
			(sum, { operations: of }) => sum + Object.keys(of).length,
			0,
		);
		return {
			area,
			operations,
			whole,
			frame,
			perOperation: Math.round((whole - frame) / operations),
		};
	});
	const sum = (of: 'operations' | 'whole' | 'frame') =>
		sizes.reduce((all, each) => all + each[of], 0);

	test(`a model receives at most ${PER_OPERATION} characters for an operation, on average`, () => {
		report(
			[
				...sizes,
				{
					area: 'all',
					whole: sum('whole'),
					frame: sum('frame'),
					operations: sum('operations'),
					perOperation: (sum('whole') - sum('frame')) / sum('operations'),
				},
			]
				.map(
					(each) =>
						`${each.area}: ${Math.round(each.whole / 1_000)} kB, ${Math.round(each.frame / 1_000)} kB of them n8n's own; ${Math.round(each.perOperation)} for each of ${each.operations} operations`,
				)
				.join('\n'),
		);
		expect(sizes.filter(({ perOperation }) => perOperation > PER_OPERATION_OF_ONE)).toEqual([]);
		expect((sum('whole') - sum('frame')) / sum('operations')).toBeLessThanOrEqual(PER_OPERATION);
	});

	test('a model receives some text for every operation', () => {
		for (const { area, operations } of sizes)
			expect(
				generateNodeTypeFile(nodeTypes[area]!.description).match(/^export type \w+Params = \{$/gm),
			).toHaveLength(operations);
	});
});
