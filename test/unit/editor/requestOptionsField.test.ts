/** The request options of a node that has a webhook are those that n8n gives to all others. */
import { requestOptionsField } from '../../../nodes/shared/editor/requestOptionsField';
import { nodeTypes } from '../../support/engine';

/** Without the texts, which n8n's own rules want otherwise. */
const inputsOf = (properties: object[]): unknown =>
	JSON.parse(
		JSON.stringify(properties, (key, value: unknown) =>
			['displayName', 'description'].includes(key) ? undefined : value,
		),
	);

test.each(Object.keys(nodeTypes))('%s has the request options of n8n, once', (node) => {
	const { properties } = nodeTypes[node]!.description;
	const own = properties.filter(({ name }) => name === 'requestOptions');
	expect(inputsOf(own)).toEqual(inputsOf([requestOptionsField]));
});
