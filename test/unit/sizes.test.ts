/**
 * How much n8n, its editor and its MCP server have to carry: the descriptions of the nodes. Sizes are
 * exact, so that growing is noticed where it happens; how long loading takes is measured by `npm run bench`.
 */
import { gzipSync } from 'node:zlib';

import { inputFields } from '../../nodes/shared/declare/define';
import { areas } from '../../nodes/areas';
import { nodeTypes, triggerTypes } from '../support/engine';

/** Bytes of the largest description that the editor and a model are given whole. */
const RAW = 200_000;
const GZIP = 25_000;

/** Bytes for a field, on average: its label, its description, and where it is shown. Over a small node, which has its lists of operations, too, it is more. */
const PER_FIELD = 290;
const PER_FIELD_OF_ONE = 450;

const json = (description: unknown) => Buffer.from(JSON.stringify(description));

describe.each(Object.entries({ ...nodeTypes, ...Object.fromEntries(Object.entries(triggerTypes).map(([name, type]) => [`${name} trigger`, type])) }))('%s', (_name, { description }) => {
	test(`is described in at most ${RAW / 1000} kB, ${GZIP / 1000} kB in gzip`, () => {
		const bytes = json(description);
		expect(bytes.length).toBeLessThanOrEqual(RAW);
		expect(gzipSync(bytes).length).toBeLessThanOrEqual(GZIP);
	});
});

test('a field is no larger than necessary', () => {
	const sizes = Object.entries(areas).map(([area, resources]) => ({
		area,
		bytes: json(nodeTypes[area]!.description).length,
		fields: resources.flatMap(({ operations }) => Object.values(operations)).reduce((sum, operation) => sum + 1 + Object.keys({ ...inputFields(operation), ...operation.settings }).length, 0),
	}));
	expect(sizes.filter(({ bytes, fields }) => bytes / fields > PER_FIELD_OF_ONE)).toEqual([]);
	const sum = (of: 'bytes' | 'fields') => sizes.reduce((all, each) => all + each[of], 0);
	expect(sum('bytes') / sum('fields')).toBeLessThanOrEqual(PER_FIELD);
});
