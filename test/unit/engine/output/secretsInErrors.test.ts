/**
 * What an error, and the node that it carries, hide.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { noteToken } from '../../../../credentials/signIn/tokensInUse';
import { errorWithoutSecrets } from '../../../../nodes/shared/engine/output/secretsInErrors';
import {
	nodeWithoutParameters,
	nodeWithoutSecrets,
} from '../../../../nodes/shared/engine/output/secretsInNode';
import { stub } from '../../../support/stub';
import { create, open, SECRET } from './secretsStage';

describe('the node in an error', () => {
	const node = (parameters: IDataObject) => stub<INode>({ name: 'Node', parameters });
	const kept = (parameters: IDataObject, secrets: string[] = []) =>
		nodeWithoutSecrets(node(parameters), create, secrets).parameters;

	describe('the parameters of the node', () => {
		test('the node has no secret in its parameters, at any level', () => {
			expect(
				kept(
					{
						resource: 'r',
						key: SECRET,
						additionalFields: { pin: '={{ $json.pin }}' },
						login: { value: { phrase: SECRET, user: 'u' } },
						loginJson: `{"phrase":"${SECRET}"}`,
						parts: '={{ $json.parts }}',
						tags: {
							pairs: [
								{ name: 'password', value: SECRET },
								{ name: 'a', value: 'b' },
							],
						},
						any: { token: SECRET, x: [1, null] },
						name: `of ${SECRET}`,
					},
					[SECRET],
				),
			).toEqual({
				resource: 'r',
				key: '***',
				additionalFields: { pin: '***' },
				login: { value: { phrase: '***', user: 'u' } },
				loginJson: '***',
				parts: '***',
				tags: {
					pairs: [
						{ name: 'password', value: '***' },
						{ name: 'a', value: 'b' },
					],
				},
				any: { token: '***', x: [1, null] },
				name: 'of ***',
			});
		});

		test('the node keeps what is not secret', () => {
			expect(kept({ words: '={{ $json.words }}', tags: '={{ $json.tags }}', key: '' })).toEqual({
				words: '={{ $json.words }}',
				tags: '={{ $json.tags }}',
				key: '',
			});
			expect(nodeWithoutSecrets(node({}), create, []).name).toBe('Node');
			expect(
				nodeWithoutSecrets(node({ place: '={{ $json.place }}' }), open, []).parameters,
			).toEqual({
				place: '={{ $json.place }}',
			});
		});

		test('the node has no value that only a name or a mark shows to be secret', () => {
			expect(
				kept({
					tags: {
						pairs: [
							{ name: 'password', value: 'p' },
							{ name: 'a', value: 'b' },
						],
					},
					any: [
						{ token: 't', type: 'x', value: 'v' },
						{ encrypted: true, value: 'w', note: 'n' },
					],
				}),
			).toEqual({
				tags: {
					pairs: [
						{ name: 'password', value: '***' },
						{ name: 'a', value: 'b' },
					],
				},
				any: [
					{ token: '***', type: 'x', value: 'v' },
					{ encrypted: true, value: '***', note: 'n' },
				],
			});
		});
	});

	test('a node has only the operation if nothing else is known', () => {
		expect(nodeWithoutParameters(node({ resource: 'r', operation: 'o', key: SECRET }))).toEqual({
			name: 'Node',
			parameters: { resource: 'r', operation: 'o' },
		});
	});
});

describe('an error', () => {
	test('an error repeats no secret, except in its node', () => {
		const cause = new Error(`because of ${SECRET}`);
		const error = Object.assign(
			new NodeApiError(
				stub<INode>({ name: 'Node', parameters: { key: SECRET } }),
				{},
				{ message: `bad ${SECRET}` },
			),
			{ cause, extra: { deep: [SECRET, { self: null as unknown }] }, count: 1 },
		);
		error.extra.deep[1] = { self: error };
		expect(errorWithoutSecrets(error, [SECRET])).toBe(error);
		expect(error.message).toBe('bad ***');
		expect(error.stack).not.toContain(SECRET);
		expect(cause.message).toBe('because of ***');
		expect(error.extra.deep[0]).toBe('***');
		// `nodeWithoutSecrets` masks the node.
		expect(error.node.parameters).toEqual({ key: SECRET });
	});

	test('an error of JavaScript itself repeats no secret either', () => {
		const error = new Error(`bad ${SECRET}`, { cause: new Error(`because of ${SECRET}`) });
		errorWithoutSecrets(error, [SECRET]);
		expect([error.message, (error.cause as Error).message]).toEqual(['bad ***', 'because of ***']);
		expect(error.stack).toContain('bad ***');
		expect(error.stack).not.toContain(SECRET);
	});

	test('an error without a secret, or something that is not an error, is not changed', () => {
		const frozen = Object.freeze(Object.assign(new Error('open'), { a: 'b' }));
		expect(errorWithoutSecrets(frozen, [SECRET])).toBe(frozen);
		const plain = { message: SECRET };
		expect(errorWithoutSecrets(plain, [SECRET])).toEqual({ message: SECRET });
	});

	test('tokens in an error are masked even if no secret is given', () => {
		const bearer = new Error('Bearer abcdefghijklmnop');
		expect(errorWithoutSecrets(bearer, []).message).toBe('Bearer ***');
		noteToken('a-token-that-is-sent');
		expect(errorWithoutSecrets(new Error('It was a-token-that-is-sent.'), []).message).toBe(
			'It was ***.',
		);
	});
});
