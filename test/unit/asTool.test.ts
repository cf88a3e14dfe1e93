/** What a model may do, and what it is shown. */
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { nothing, record } from '../../nodes/shared/declare/answers';
import { confirmation } from '../../nodes/shared/declare/confirmation';
import { flow, operation } from '../../nodes/shared/declare/define';
import { boolean, id, text } from '../../nodes/shared/declare/field';
import { NotForModels } from '../../nodes/shared/declare/input/badInput';
import type { Input, Operation } from '../../nodes/shared/declare/operation';
import { checkForModel, dryRunOf, errorForModel, forModel, isDryRun, isTool } from '../../nodes/shared/engine/asTool';

const told = { name: 'Delete', action: 'Delete a Thing', description: 'X' };
const path = { thingId: id('T') };
const deletes = operation('DELETE /things/{thingId}', { ...told, path, answers: nothing() });
const confirmed = operation('DELETE /things/{thingId}', { ...told, path, settings: confirmation('all'), answers: nothing() });
const reads = operation('GET /things/{thingId}', { ...told, path, answers: record(undefined) });
const parametersOf = (values: IDataObject, written: IDataObject = values) => ({ value: (name: string) => values[name] ?? null, written: (name: string) => written[name] });
const input = (more: Partial<Input>): Input => ({ path: {}, query: {}, body: undefined, settings: {}, values: {}, ...more });

test('n8n gives a node another type where it is a tool', () => {
	expect(['n8n-nodes-x.thing', 'n8n-nodes-x.thingTool', 'n8n-nodes-x.Toolbox'].map((type) => isTool({ type } as INode))).toEqual([false, true, false]);
});

describe('a model', () => {
	const check = (of: Operation, values: IDataObject, written?: IDataObject) => () => checkForModel(of, parametersOf(values, written));
	const refusal = (field: string, label: string, rule: string) => expect.objectContaining({ constructor: NotForModels, field, label, rule }) as Error;

	test('may read', () => {
		expect(check(reads, {})).not.toThrow();
	});

	test('may delete what a person allowed, and try it otherwise', () => {
		const refused = refusal('allowAsTool', 'Allow the Agent to Do This', 'must be switched on in the node by a person before an agent can delete a Thing');
		for (const values of [{}, { allowAsTool: false }, { allowAsTool: 'no' }, { allowAsTool: 1 }, { dryRun: false }]) expect(check(deletes, values as IDataObject)).toThrow(refused);
		for (const values of [{ allowAsTool: true }, { allowAsTool: 'true' }, { dryRun: true }, { allowAsTool: false, dryRun: 'true' }]) expect(check(deletes, values)).not.toThrow();
	});

	test('cannot switch on what a person must, by an expression or a value of its own', () => {
		const rule = 'must be switched on or off in the node by a person: an expression, or a value that the model fills in, does not count';
		expect(check(deletes, { allowAsTool: true }, { allowAsTool: '={{ true }}' })).toThrow(refusal('allowAsTool', 'Allow the Agent to Do This', rule));
		expect(check(confirmed, { confirmDeletion: true }, { confirmDeletion: '={{ true }}' })).toThrow(refusal('confirmDeletion', 'Delete with All Contents', rule));
		expect(check(confirmed, { confirmDeletion: true })).not.toThrow();
		// Anything else may be an expression, whether to try it only included.
		expect(check(deletes, { dryRun: true, thingId: 't' }, { dryRun: '={{ true }}', thingId: '={{ $json.id }}' })).not.toThrow();
	});

	test('does not get at secrets', () => {
		const secret = operation('GET /token', { ...told, name: 'Get Token', answers: record(undefined, { secret: 'a token' }) });
		expect(check(secret, {})).toThrow(refusal('operation', 'Operation', 'Get Token is not for agents, because its output is secret: a token. A person can run it in a workflow, outside of an agent, or use the Talend Management Console'));
	});
});

describe('a dry run', () => {
	test('is one where it was chosen, and the operation has it', () => {
		expect([deletes, confirmed, reads].map((of) => isDryRun(of, parametersOf({ dryRun: true })))).toEqual([true, true, false]);
		expect([false, 'false', undefined, 'true'].map((dryRun) => isDryRun(deletes, parametersOf({ dryRun })))).toEqual([false, false, false, true]);
	});

	const said = (of: Operation, given: Partial<Input>) => dryRunOf(of, input(given)).map(({ json }) => json);
	const result = 'Nothing was changed.';

	test('says what would be sent, with its values, but not how', () => {
		const of = operation('DELETE /things/{thingId}', { ...told, path, query: { force: boolean('F').optional() }, settings: { ...confirmation('all'), how: text('H').optional() }, answers: nothing() });
		const values = { thingId: 'a b', force: true, confirmDeletion: true, how: 'h', dryRun: true };
		expect(said(of, { path: { thingId: 'a b' }, query: { force: true }, values })).toEqual([{ dryRun: true, action: 'Delete a Thing', wouldSend: ['DELETE /things/a%20b?force=true'], values: { thingId: 'a b', force: true, confirmDeletion: true, dryRun: true }, result }]);
		expect(said(operation('DELETE /things', { ...told, answers: nothing() }), {})).toStrictEqual([{ dryRun: true, action: 'Delete a Thing', wouldSend: ['DELETE /things'], result }]);
	});

	test('of what takes several requests names those that change something', () => {
		const performed = operation('DELETE /things/{thingId}', { ...told, path, perform: async () => await Promise.resolve([]), answers: nothing() });
		expect(said(performed, { path: { thingId: 'a' } })[0]).toMatchObject({ wouldSend: ['DELETE /things/{thingId}'] });
		const several = flow({ ...told, fields: {}, uses: [reads, deletes, operation('POST /things/run', { ...told, answers: nothing() })], answers: nothing(), run: async () => await Promise.resolve([]) });
		expect(said(several, { values: { a: 1 } })[0]).toMatchObject({ values: { a: 1 }, wouldSend: ['DELETE /things/{thingId}', 'POST /things/run'] });
	});
});

describe('a model is shown', () => {
	test('that there is nothing', () => {
		expect(forModel(reads, [])).toEqual([{ json: { result: 'Nothing was found: the list is empty.' } }]);
		expect(forModel(reads, [{ json: {}, binary: {} }, { json: { a: 1 } }])).toEqual([{ json: { result: 'Done. The platform returned no details.' }, binary: {} }, { json: { a: 1 } }]);
	});

	test('all but what is as good as a credential, however deep', () => {
		const of = operation('GET /x', { ...told, answers: record(undefined, { sensitive: ['key'] }) });
		const hidden = '(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';
		const [shown] = forModel(of, [{ json: { key: 'k', name: 'n', list: [{ key: 0 }, 'key'], inner: { key: '', other: null } }, binary: {} }]);
		expect(shown).toEqual({ json: { key: hidden, name: 'n', list: [{ key: hidden }, 'key'], inner: { key: hidden, other: null } }, binary: {} });
		expect(forModel(of, [{ json: { key: null, other: { key: undefined } } }])).toStrictEqual([{ json: { key: null, other: { key: undefined } } }]);
		const output = { json: { key: 'k' } };
		expect(forModel(reads, [output])[0]).toBe(output);
	});

	const node = { name: 'N' } as INode;
	const errorOf = (message: string, description?: string) => errorForModel(new NodeOperationError(node, message, { description })).message;

	test('what to do about an error, in its message', () => {
		expect([errorOf('It failed', 'Try again.'), errorOf('It failed.', 'Try again.'), errorOf('It failed:', 'Try again.')]).toEqual(['It failed. Try again.', 'It failed. Try again.', 'It failed. Try again.']);
		expect([errorOf('It failed'), errorOf('It failed', ''), errorOf('It failed. Try again.', 'Try again.')]).toEqual(['It failed', 'It failed', 'It failed. Try again.']);
		expect(errorForModel(new NodeApiError(node, {}, { message: 'Refused', description: 'Why.' })).message).toBe('Refused. Why.');
	});

	test('other errors as they are', () => {
		const other = Object.assign(new Error('It failed'), { description: 'Try again.' });
		expect(errorForModel(other)).toBe(other);
		expect(other.message).toBe('It failed');
		expect(errorForModel('text')).toBe('text');
	});
});
