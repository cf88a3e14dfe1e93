/**
 * What a dry run says.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing } from '../../../../nodes/shared/declare/answers';
import { confirmation } from '../../../../nodes/shared/declare/confirmation';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { boolean, text } from '../../../../nodes/shared/declare/fields';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { asksForDryRun, dryRunOf } from '../../../../nodes/shared/engine/agents/dryRun';
import { assemble } from '../../../../nodes/shared/engine/input/assemble';
import { confirmed, deletes, parametersOf, path, reads, texts } from './stage';

const input = (more: Partial<Input>): Input => ({
	path: {},
	query: {},
	body: undefined,
	settings: {},
	values: {},
	...more,
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

	test('a dry run has the request and the given values, but of the settings only the confirmation', () => {
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
		expect(() => assemble(confirmed, read)).toThrow('"Delete with All Contents" must be turned on');
	});
});
