/**
 * What belongs to a record is made equal to what is wanted: what is added and removed, and the
 * message when some of it is refused.
 */
import { type INode, NodeApiError } from 'n8n-workflow';

import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../nodes/shared/declare/operation';
import { idsOfRecords, makeEqual } from '../../../nodes/TalendCloudAccount/makeEqual';
import { showing } from '../../support/messages';
import { stub } from '../../support/stub';

type Problem = Error & { description: string };

const node = { name: 'Node' } as INode;
const refusal = (status: string, message = `refused ${status}`) =>
	new NodeApiError(node, {}, { message, description: 'Why.', httpCode: status });
const failed = async (work: Promise<unknown>) =>
	await work.then(
		() => {
			throw new Error('was done');
		},
		(error: Problem) => error,
	);

describe('setting the members of a record', () => {
	function changes(refuse: (id: string) => Error | undefined = () => undefined) {
		const done: string[] = [];
		return {
			done,
			add: async (ids: string[]) => await Promise.resolve(void done.push(`add ${ids.join(' ')}`)),
			remove: async (one: string) => {
				done.push(`remove ${one}`);
				const error = refuse(one);
				if (error) throw await Promise.resolve(error);
			},
		};
	}

	test('the operation adds what is missing before it removes what is not wanted', async () => {
		const { done, ...work } = changes();
		expect(await makeEqual({ present: ['a', 'b', 'c'], wanted: ['d', 'b', 'e'], ...work })).toEqual(
			{ added: ['d', 'e'], removed: ['a', 'c'], unchanged: ['b'] },
		);
		expect(done).toEqual(['add d e', 'remove a', 'remove c']);
	});

	test('the operation sends nothing if the members are the wanted ones', async () => {
		const { done, ...work } = changes();
		expect(await makeEqual({ present: ['a'], wanted: ['a'], ...work })).toEqual({
			added: [],
			removed: [],
			unchanged: ['a'],
		});
		expect(done).toEqual([]);
	});

	test('a wanted member is not removed because its ID is written in another case', async () => {
		const { done, ...work } = changes();
		expect(
			await makeEqual({
				present: ['aa', 'Bb', 'cc'],
				wanted: ['AA', 'bB', 'DD', 'dd', 'aa'],
				...work,
			}),
		).toEqual({ added: ['DD'], removed: ['cc'], unchanged: ['AA', 'bB'] });
		expect(done).toEqual(['add DD', 'remove cc']);
	});

	test('a member that somebody else removed counts as removed', async () => {
		const { done, ...work } = changes(() => refusal('404'));
		expect((await makeEqual({ present: ['a', 'b'], wanted: [], ...work })).removed).toEqual([
			'a',
			'b',
		]);
		expect(done).toEqual(['remove a', 'remove b']);
	});

	test('a refusal says what was done and what was not', async () => {
		const { done, ...work } = changes((one) => (one === 'b' ? refusal('403') : undefined));
		const error = await failed(
			makeEqual({ present: ['a', 'z', 'b', 'c'], wanted: ['d', 'e'], ...work }),
		);
		expect(error).toMatchObject({
			message: '4 of 6 changes were made: refused 403',
			description:
				'Why. Added: d, e. Removed: a, z. Not removed: b, c. Run it again: changes that were made are not repeated.',
			messages: ['Added: d, e.', 'Removed: a, z.', 'Not removed: b, c.'],
		});
		expect(done).toEqual(['add d e', 'remove a', 'remove z', 'remove b']);
		const first = refusal('403');
		first.description = undefined;
		await failed(makeEqual({ present: ['a'], wanted: [], ...changes(() => first) }));
		expect(first).toMatchObject({
			message: '0 of 1 changes were made: refused 403',
			description: 'Not removed: a. Run it again: changes that were made are not repeated.',
		});
	});

	test('an error other than a refusal by the platform is not changed', async () => {
		const broken = Object.assign(new Error('broken'), { httpCode: '404' });
		expect(await failed(makeEqual({ present: ['a'], wanted: [], ...changes(() => broken) }))).toBe(
			broken,
		);
		expect(broken.message).toBe('broken');
	});

	test('records without IDs cannot be compared', () => {
		const op = stub<OperationContext<Message>>(showing());
		expect(idsOfRecords(op, [{ id: 'a' }, { id: 'b' }], 'its users')).toEqual(['a', 'b']);
		for (const wrong of [undefined, '', 7]) {
			let error: Problem | undefined;
			try {
				idsOfRecords(op, [{ id: 'a' }, { id: wrong }], 'its users');
			} catch (caught) {
				error = caught as Problem;
			}
			expect(error).toMatchObject({
				message: 'Talend Cloud returned its users without their IDs',
				description: 'They cannot be compared with what you gave. Nothing was changed.',
			});
		}
	});
});
