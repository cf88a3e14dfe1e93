/**
 * What a model may do.
 */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { NotForModels } from '../../../../nodes/shared/declare/badInput';
import { operation } from '../../../../nodes/shared/declare/define';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { checkForModel } from '../../../../nodes/shared/engine/agents/checkForModel';
import { confirmed, deletes, parametersOf, reads, texts } from './stage';

describe('a model', () => {
	const check = (declared: Operation, values: IDataObject, written?: IDataObject) => () =>
		checkForModel(declared, parametersOf(values, written));
	const refusal = (field: string, label: string, rule: string) =>
		expect.objectContaining({ constructor: NotForModels, field, label, rule }) as Error;

	test('a model is allowed to read', () => {
		expect(check(reads, {})).not.toThrow();
	});

	test.each<IDataObject>([
		{},
		{ allowAsTool: false },
		{ allowAsTool: 'no' },
		{ allowAsTool: 1 },
		{ dryRun: false },
	])('a model cannot delete without the permission of a person: %j', (values) => {
		expect(check(deletes, values)).toThrow(
			refusal(
				'allowAsTool',
				'Allow the Agent to Do This',
				'must be turned on in the node by a person before an agent can delete a Thing',
			),
		);
	});

	test.each([{ allowAsTool: true }, { allowAsTool: 'true' }])(
		'a model can delete what a person has allowed: %j',
		(values) => {
			expect(check(deletes, values)).not.toThrow();
		},
	);

	test.each([{ dryRun: true }, { allowAsTool: false, dryRun: 'true' }])(
		'a model can try out a deletion without a permission: %j',
		(values) => {
			expect(check(deletes, values)).not.toThrow();
		},
	);

	test('a model cannot switch on what a person must, by an expression or a value of its own', () => {
		const rule =
			'must be turned on or off in the node by a person: an expression, or a value that the model fills in, does not count';
		expect(check(deletes, { allowAsTool: true }, { allowAsTool: '={{ true }}' })).toThrow(
			refusal('allowAsTool', 'Allow the Agent to Do This', rule),
		);
		expect(check(confirmed, { confirmDeletion: true }, { confirmDeletion: '={{ true }}' })).toThrow(
			refusal('confirmDeletion', 'Delete with All Contents', rule),
		);
		expect(check(confirmed, { confirmDeletion: true })).not.toThrow();
		// Anything else may be an expression, whether to try it only included.
		expect(
			check(
				deletes,
				{ dryRun: true, thingId: 't' },
				{ dryRun: '={{ true }}', thingId: '={{ $json.id }}' },
			),
		).not.toThrow();
	});

	test('a model cannot choose what to delete by choosing the operation', () => {
		const allowed = { allowAsTool: true, confirmDeletion: true, thingId: 't' };
		for (const name of ['resource', 'operation']) {
			const rule =
				'must be chosen in the node by a person before an agent can delete a Thing: an expression, or a value that the model fills in, does not count';
			const written = { [name]: "={{ $fromAI('x', '', 'string') }}" };
			for (const guarded of [deletes, confirmed])
				expect(check(guarded, allowed, written)).toThrow(
					refusal(name, name === 'resource' ? 'Resource' : 'Operation', rule),
				);
			expect(check(deletes, { dryRun: true }, written)).not.toThrow();
			expect(check(reads, {}, written)).not.toThrow();
		}
	});

	test.each([
		"={{ $fromAI('x') }}",
		'={{ $FROMAI("x") }}',
		'={{ $json.confirm }}',
		'=true',
		'={{ true }}',
		'=yes {{ $fromAI("x") }}',
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Confirm', ``, 'boolean') }}",
		{ value: '={{ true }}' },
		['={{ true }}'],
	])('a model cannot confirm with %j', (written) => {
		expect(check(deletes, { allowAsTool: true }, { allowAsTool: written })).toThrow(NotForModels);
		expect(check(confirmed, { confirmDeletion: true }, { confirmDeletion: written })).toThrow(
			NotForModels,
		);
	});

	test('a model does not get secrets', () => {
		const secret = operation('GET /token', {
			...texts,
			name: 'Get Token',
			answers: record(undefined, { whySecret: 'a token' }),
		});
		expect(check(secret, {})).toThrow(
			refusal(
				'operation',
				'Operation',
				'is Get Token, which is not for agents, because its output is secret: a token. A person can run it in a workflow, outside of an agent, or use Talend Management Console',
			),
		);
	});
});
