/**
 * What a model may do, and what a dry run says.
 */
import { type IDataObject, type INode } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { NotForModels } from '../../../../nodes/shared/declare/badInput';
import { confirmation } from '../../../../nodes/shared/declare/confirmation';
import type { Input } from '../../../../nodes/shared/declare/context';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { boolean, text } from '../../../../nodes/shared/declare/fields';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { isTool } from '../../../../nodes/shared/engine/agents/caller';
import {
	asksForDryRun,
	checkForModel,
	dryRunOf,
} from '../../../../nodes/shared/engine/agents/forModel';
import { assemble } from '../../../../nodes/shared/engine/input/assemble';
import type { N8nContext } from '../../../../nodes/shared/transport/senders';
import { stub } from '../../../support/stub';
import { path, reads, texts } from './forModelStage';

const deletes = operation('DELETE /things/{thingId}', { ...texts, path, answers: nothing() });

const confirmed = operation('DELETE /things/{thingId}', {
	...texts,
	path,
	settings: confirmation('all'),
	answers: nothing(),
});

const parametersOf = (values: IDataObject, written: IDataObject = values) => ({
	value: (name: string) => values[name] ?? null,
	entered: (name: string) => written[name],
});

const input = (more: Partial<Input>): Input => ({
	path: {},
	query: {},
	body: undefined,
	settings: {},
	values: {},
	...more,
});

test('n8n gives a node another type where it is a tool', () => {
	expect(
		['n8n-nodes-x.thing', 'n8n-nodes-x.thingTool', 'n8n-nodes-x.Toolbox'].filter((type) =>
			isTool(stub<N8nContext>({}), { type } as INode),
		),
	).toEqual(['n8n-nodes-x.thingTool']);
});

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
				'Get Token is not for agents, because its output is secret: a token. A person can run it in a workflow, outside of an agent, or use Talend Management Console',
			),
		);
	});
});

describe('a dry run', () => {
	test('a dry run takes place if it was chosen and the operation has one', () => {
		const isDry = (declared: Operation) => asksForDryRun(declared, parametersOf({ dryRun: true }));
		expect({
			deletes: isDry(deletes),
			confirmed: isDry(confirmed),
			reads: isDry(reads),
		}).toEqual({ deletes: true, confirmed: true, reads: false });
		expect(
			[false, 'false', undefined, 'true'].filter((dryRun) =>
				asksForDryRun(deletes, parametersOf({ dryRun })),
			),
		).toEqual(['true']);
	});

	const shown = (
		declared: Operation,
		given: Partial<Input>,
		parameters: IDataObject = { allowAsTool: true },
	) => dryRunOf(declared, input(given), parametersOf(parameters)).map(({ json }) => json);
	const result = 'Nothing was changed.';

	test('a dry run says what would be sent, with its values, but not how', () => {
		const declared = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			query: { force: boolean('F').optional() },
			settings: { ...confirmation('all'), how: text('H').optional() },
			answers: nothing(),
		});
		const values = { thingId: 'a b', force: true, confirmDeletion: true, how: 'h', dryRun: true };
		expect(shown(declared, { path: { thingId: 'a b' }, query: { force: true }, values })).toEqual([
			{
				dryRun: true,
				action: 'Delete a Thing',
				wouldSend: ['DELETE /things/a%20b?force=true'],
				values: { thingId: 'a b', force: true, confirmDeletion: true, dryRun: true },
				result,
			},
		]);
		expect(shown(operation('DELETE /things', { ...texts, answers: nothing() }), {})).toStrictEqual([
			{ dryRun: true, action: 'Delete a Thing', wouldSend: ['DELETE /things'], result },
		]);
	});

	test('a dry run of several requests names those that change something', () => {
		const performed = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			perform: async () => await Promise.resolve([]),
			answers: nothing(),
		});
		expect(shown(performed, { path: { thingId: 'a' } })[0]).toMatchObject({
			wouldSend: ['DELETE /things/{thingId}'],
		});
		const several = flow({
			...texts,
			fields: {},
			uses: [reads, deletes, operation('POST /things/run', { ...texts, answers: nothing() })],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(shown(several, { values: { a: 1 } })[0]).toMatchObject({
			values: { a: 1 },
			wouldSend: ['DELETE /things/{thingId}', 'POST /things/run'],
		});
	});
});

describe('a dry run before a person has allowed the operation', () => {
	const needsOf = (declared: Operation, values: IDataObject, parameters: IDataObject = {}) =>
		dryRunOf(declared, input({ path: { thingId: 't' }, values }), parametersOf(parameters)).map(
			({ json }) => json.needs,
		);
	const needs = (...labels: string[]) => [
		`Before an agent can do this, a person must turn on in the node: ${labels.join(', ')}.`,
	];

	test('a dry run says which switches a person has not switched on', () => {
		const both = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			destructive: true,
			settings: confirmation('all'),
			answers: nothing(),
		});
		expect(needsOf(deletes, {})).toEqual(needs('Allow the Agent to Do This'));
		expect(needsOf(confirmed, { confirmDeletion: false })).toEqual(
			needs('Delete with All Contents'),
		);
		expect(needsOf(both, {})).toEqual(
			needs('Allow the Agent to Do This', 'Delete with All Contents'),
		);
		expect(needsOf(both, {}, { allowAsTool: true })).toEqual(needs('Delete with All Contents'));
		expect([
			needsOf(deletes, {}, { allowAsTool: true }),
			needsOf(confirmed, { confirmDeletion: true }),
		]).toEqual([[undefined], [undefined]]);
	});

	test('a dry run refuses what other rules refuse', () => {
		const ruled = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			settings: confirmation('all'),
			rules: [{ field: 'thingId', says: 'x', finding: () => 'is wrong' }],
			answers: nothing(),
		});
		expect(needsOf(ruled, { confirmDeletion: true })).toEqual([undefined]);
		const read = { values: { thingId: 't' }, settings: {} };
		expect(() => assemble(ruled, read, { isDryRun: true })).toThrow('is wrong');
		expect(() => assemble(confirmed, read, { isDryRun: true })).not.toThrow();
		expect(() => assemble(confirmed, read)).toThrow('Delete with All Contents must be turned on');
	});
});
