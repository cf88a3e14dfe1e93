/** Updates that must carry some fields each time. */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../nodes/shared/declare/answers';
import { operation } from '../../nodes/shared/declare/define';
import type { Call } from '../../nodes/shared/declare/operation';
import { id, text } from '../../nodes/shared/declare/field';
import { inputFrom } from '../../nodes/shared/engine/input';
import { keeping } from '../../nodes/shared/flows/keeping';

const words = { name: 'x', action: 'x', description: 'x', answers: record(undefined), path: { id: id('x') } };
const get = operation('GET /things/{id}', words);
const update = operation('PUT /things/{id}', { ...words, body: { name: text('x').optional(), about: text('x').optional(), color: text('x').optional() } });

test.each<[string, IDataObject, IDataObject, IDataObject]>([
	['what is not given is read and sent', { name: 'new' }, { name: 'old', about: 'old', color: 'old' }, { name: 'new', about: 'old' }],
	['what is given is not read', { name: 'new', about: 'new', color: 'new' }, {}, { name: 'new', about: 'new', color: 'new' }],
	['what is not there is sent empty', { name: 'new' }, { name: 'old' }, { name: 'new', about: '' }],
])('%s', async (_what, given, present, wanted) => {
	const asked: unknown[] = [];
	const sent: unknown[] = [];
	const call = {
		ask: async (of: unknown, values: IDataObject) => (asked.push([of, values]), await Promise.resolve({ body: present })),
		request: async (_of: unknown, input: { body: unknown }) => (sent.push(input.body), await Promise.resolve([])),
	} as unknown as Call;
	await keeping(get, ['name', 'about'])(call, update, inputFrom(update, { id: '1', ...given }));
	expect(sent).toEqual([wanted]);
	expect(asked).toEqual(given.about === undefined ? [[get, { id: '1' }]] : []);
});
