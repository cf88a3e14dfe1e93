/**
 * Many changes in one item: what is sent, in which order, and the message when some of it is
 * refused.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { nothing } from '../../../nodes/shared/declare/answers';
import type { Input } from '../../../nodes/shared/declare/context';
import { operation, wholeBody } from '../../../nodes/shared/declare/define';
import { id, list, rows } from '../../../nodes/shared/declare/field';
import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../nodes/shared/declare/operation';
import {
	batchSettings,
	deletedInBatches,
	inBatches,
} from '../../../nodes/TalendCloudAccount/batch';
import { ANY_TEXTS } from '../../support/anyTexts';
import { showing } from '../../support/messages';
import { stub } from '../../support/stub';

const node = { name: 'Node' } as INode;
const refusal = (status: string, message = `refused ${status}`) =>
	new NodeApiError(node, {}, { message, description: 'Why.', httpCode: status });
const settings = batchSettings('rows', 2);
const grant = operation('POST /permissions/batch', {
	...ANY_TEXTS,
	settings,
	body: wholeBody('permissions', rows('P', { user: id('U'), place: id('P') })),
	answers: nothing(),
});
const remove = operation('DELETE /permissions', {
	...ANY_TEXTS,
	settings,
	query: { users: list('U').optional(), places: list('P').optional() },
	answers: nothing(),
});

type Problem = Error & { description: string; lines: string[] };
interface Request {
	body?: unknown;
	query?: IDataObject;
}

/** A platform that answers each request in its turn, with the last answer for all that follow. */
function platform(...answers: Array<{ status: number; body?: unknown } | Error>) {
	const sent: Request[] = [];
	const inTurn: string[] = [];
	const op = stub<OperationContext<Message>>({
		send: async (_of: RequestOperation, { body, query }: Input) => {
			sent.push({
				...(body === undefined ? {} : { body }),
				...(query && Object.keys(query).length > 0 ? { query } : {}),
			});
			const answer = answers[Math.min(sent.length, answers.length) - 1]!;
			return answer instanceof Error
				? await Promise.reject(answer)
				: await Promise.resolve({ headers: {}, ...answer });
		},
		...showing(),
		serialize: async (endpoint: string, work: () => Promise<unknown>) => {
			inTurn.push(endpoint);
			return await work();
		},
	});
	return { sent, inTurn, op };
}
const DONE = { status: 204 };
const row = (number: number) => ({ user: `u${number}`, place: 'p' });
const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
const input = (body: unknown, given: IDataObject = {}, query: IDataObject = {}) => ({
	path: {},
	query,
	body,
	settings: given,
	values: {},
});
const failed = async (work: Promise<unknown>) =>
	await work.then(
		() => {
			throw new Error('was done');
		},
		(error: Problem & NodeApiError) => error,
	);
const perform = inBatches(['user', 'place'], 'permission');

describe('rows are sent in requests of a given size, in their order', () => {
	test('a request has as many rows as the setting says, otherwise the usual number', async () => {
		const usual = platform(DONE);
		expect(await perform(usual.op, grant, input(many(5)))).toEqual([
			{ json: { success: true, rows: 5 } },
		]);
		expect(usual.sent.map(({ body }) => body)).toEqual([
			[row(1), row(2)],
			[row(3), row(4)],
			[row(5)],
		]);
		expect(usual.inTurn).toEqual(['/permissions/batch']);
		const chosen = platform({ status: 200, body: [{ status: 'ACTIVE' }, { status: 200 }, null] });
		expect(await perform(chosen.op, grant, input(many(3), { batchSize: 3 }))).toEqual([
			{ json: { success: true, rows: 3 } },
		]);
		expect(chosen.sent).toHaveLength(1);
	});

	test('a rejected row fails the node, which names it', async () => {
		const rejected = {
			status: 207,
			body: [
				{ permission: row(1), status: 403, message: 'Not yours. Ask.' },
				{ permission: row(2), status: 200 },
			],
		};
		const { op, sent } = platform(rejected, DONE);
		const error = await failed(perform(op, grant, input(many(3))));
		expect(error.message).toBe('1 of 3 rows was rejected');
		expect(error.description).toBe(
			'Row 1 (u1, p): Not yours. Ask (403). Everything else was done. To continue with all results, set On Rejection to Output Each Result.',
		);
		expect(error.lines).toEqual(['Row 1 (u1, p): Not yours. Ask (403).']);
		expect(sent).toHaveLength(2);
	});

	test('a rejection counts under any status of the whole', async () => {
		const error = await failed(
			perform(
				platform({
					status: 200,
					body: [
						{ permission: row(2), status: 403, message: 'No' },
						{ permission: row(1), status: 200 },
					],
				}).op,
				grant,
				input(many(2)),
			),
		);
		expect(error.lines).toEqual(['Row 2 (u2, p): No (403).']);
	});

	test.each([null, undefined, 'text', 7, [[]]])(
		'a result that is none (%j) is no success',
		async (result) => {
			for (const body of [[result], [{ permission: result, status: 200 }, result]]) {
				const error = await failed(
					perform(platform({ status: 207, body }).op, grant, input(many(2))),
				);
				expect(error.message).toBe('1 of 2 rows was rejected');
				expect(error.lines).toEqual([
					expect.stringMatching(
						/: The platform answered without saying what became of a change\.$/,
					),
				]);
			}
			expect(
				await failed(
					perform(
						platform({ status: 207, body: [{ permission: result, status: 400 }] }).op,
						grant,
						input(many(1)),
					),
				),
			).toMatchObject({ message: '1 of 1 rows was rejected' });
		},
	);

	test('a result with the IDs in another case is about its row', async () => {
		const result = { permission: { user: 'U2', place: 'P' }, status: 403, message: 'No' };
		const error = await failed(
			perform(platform({ status: 207, body: [result] }).op, grant, input(many(2))),
		);
		expect(error.description).toContain('Row 2 (u2, p): No (403).');
	});

	describe('many rejections', () => {
		const allRejected = async (count: number) => {
			const { op } = platform({
				status: 207,
				body: many(count).map((permission) => ({ permission, status: 400 })),
			});
			return await failed(perform(op, grant, input(many(count), { batchSize: 100 })));
		};

		test('up to ten rejections are named', async () => {
			const ten = await allRejected(10);
			expect(ten.message).toBe('10 of 10 rows were rejected');
			expect(ten.description).not.toContain('more');
		});

		test('more than ten rejections are all in the details', async () => {
			const twelve = await allRejected(12);
			expect(twelve.description).toContain(
				"Row 10 (u10, p): Rejected without a reason (400). And 2 more: see the details of this node's output. Everything else was done.",
			);
			expect(twelve.description).not.toContain('Row 11');
			expect(twelve.lines).toHaveLength(12);
		});
	});

	test('each result is an item if so chosen', async () => {
		const output = { onRejection: 'output' };
		const { op } = platform(
			{ status: 207, body: [{ user: 'u2', place: 'p', status: '409', message: 'There' }] },
			DONE,
		);
		expect(await perform(op, grant, input(many(3), output))).toEqual([
			{ json: { success: true, row: row(1) } },
			{ json: { success: false, status: 409, message: 'There', row: row(2) } },
			{ json: { success: true, row: row(3) } },
		]);
		expect(await perform(platform(DONE).op, grant, input(many(1), output))).toEqual([
			{ json: { success: true, row: row(1) } },
		]);
	});

	test('results of the rows of a request are not known after a rejection without its row', async () => {
		const result = { status: 'odd', message: 'Something' };
		const output = await perform(
			platform({ status: 207, body: [result] }, DONE).op,
			grant,
			input(many(3), { onRejection: 'output' }),
		);
		const unsure =
			'May not have been done: the platform rejected a row of this request without saying which. Check this row before you send it again.';
		expect(output).toEqual([
			{ json: { success: false, message: unsure, row: row(1) } },
			{ json: { success: false, message: unsure, row: row(2) } },
			{ json: { success: true, row: row(3) } },
			{ json: { success: false, status: undefined, message: 'Something', result } },
		]);
		const error = await failed(
			perform(
				platform({
					status: 207,
					body: [{ ...result, user: 'x', of: { kind: 'y', none: null, list: ['z'] }, empty: '' }],
				}).op,
				grant,
				input(many(1)),
			),
		);
		expect(error.lines).toEqual(['odd, x, y: Something.']);
	});

	test('rejections without a list count as one', async () => {
		const body = { error: 'no' };
		const error = await failed(perform(platform({ status: 207, body }).op, grant, input(many(2))));
		expect(error.lines).toEqual(['no: The platform rejected changes without saying which.']);
		const none = await failed(
			perform(platform({ status: 207, body: 'text' }).op, grant, input(many(2))),
		);
		expect(none).toMatchObject({
			message: '1 of 2 rows was rejected',
			lines: ['text: The platform rejected changes without saying which.'],
		});
		const empty = await failed(perform(platform({ status: 207 }).op, grant, input(many(2))));
		expect(empty.lines).toEqual(['A change: The platform rejected changes without saying which.']);
	});

	test.each([
		[200, true],
		[299, true],
		['204', true],
		[199, false],
		[300, false],
		[undefined, false],
	])('a result of status %s was done: %s', async (status, done) => {
		const work = perform(
			platform({ status: 207, body: [{ permission: row(1), status }] }).op,
			grant,
			input(many(1)),
		);
		if (done) expect(await work).toEqual([{ json: { success: true, rows: 1 } }]);
		else await expect(work).rejects.toThrow('1 of 1 rows was rejected');
	});

	test('both fields together identify a row', async () => {
		const body = [
			{ user: 'u', place: 'a' },
			{ user: 'u', place: 'b' },
		];
		const error = await failed(
			perform(
				platform({ status: 207, body: [{ permission: body[1], status: 400, message: 'No' }] }).op,
				grant,
				input(body),
			),
		);
		expect(error.lines).toEqual(['Row 2 (u, b): No (400).']);
	});
});

describe('a request that is refused as a whole', () => {
	test.each(['400', '404', '409', '422'])(
		'a refusal with %s rejects its rows, if each result is output',
		async (status) => {
			const message = `The request with this row was refused: refused ${status}`;
			const { op, sent } = platform(DONE, refusal(status), DONE);
			expect(await perform(op, grant, input(many(5), { onRejection: 'output' }))).toEqual([
				...many(2).map((each) => ({ json: { success: true, row: each } })),
				...[3, 4].map((number) => ({
					json: { success: false, status: Number(status), message, row: row(number) },
				})),
				{ json: { success: true, row: row(5) } },
			]);
			expect(sent).toHaveLength(3);
		},
	);

	test.each(['401', '403', '429', '500'])(
		'a request that is refused as a whole with %s ends the batch anyway',
		async (status) => {
			const { op, sent } = platform(DONE, refusal(status));
			const error = await failed(perform(op, grant, input(many(5), { onRejection: 'output' })));
			expect(error).toMatchObject({
				message: `Rows 3 to 4 of 5: refused ${status}`,
				description: 'Why. Rows 1 to 2 were sent before. Row 5 was not sent.',
				messages: [],
			});
			expect(sent).toHaveLength(2);
		},
	);

	describe('what the error says about the rows', () => {
		const of3 = async (answers: Parameters<typeof platform>, more = {}) =>
			await failed(perform(platform(...answers).op, grant, input(many(3), more)));

		test('the error names the rows of the refused request', async () => {
			expect(await of3([refusal('400')])).toMatchObject({
				message: 'Rows 1 to 2 of 3: refused 400',
				description: 'Why. Row 3 was not sent.',
			});
		});

		test('the error names the rows that were sent before', async () => {
			expect(await of3([DONE, refusal('400')])).toMatchObject({
				message: 'Row 3 of 3: refused 400',
				description: 'Why. Rows 1 to 2 were sent before.',
			});
		});

		test('the error names the rows that were sent before and those that were not sent', async () => {
			expect(await of3([DONE, refusal('400')], { batchSize: 1 })).toMatchObject({
				message: 'Row 2 of 3: refused 400',
				description: 'Why. Row 1 was sent before. Row 3 was not sent.',
			});
		});

		test('the error names the rows that were rejected before', async () => {
			const rejected = { permission: row(1), status: 400, message: 'No' };
			expect(await of3([{ status: 207, body: [rejected] }, refusal('500')])).toMatchObject({
				description: 'Why. Rows 1 to 2 were sent before. Rejected before: Row 1 (u1, p): No (400).',
				messages: ['Row 1 (u1, p): No (400).'],
			});
		});
	});

	test('a request that is refused as a whole is reported unchanged if it was the only one', async () => {
		const only = refusal('400');
		expect(await failed(perform(platform(only).op, grant, input(many(2))))).toBe(only);
		expect(only).toMatchObject({ message: 'refused 400', description: 'Why.' });
	});

	test('a request that is refused as a whole is reported unchanged if it failed for another reason', async () => {
		const broken = new Error('broken');
		expect(
			await failed(perform(platform(broken).op, grant, input(many(3), { onRejection: 'output' }))),
		).toBe(broken);
		expect(broken).toEqual(new Error('broken'));
		expect('description' in broken).toBe(false);
	});

	test('a request that is refused as a whole is reported without a description if the platform gives none', async () => {
		const plain = new NodeApiError(node, {}, { message: 'refused', httpCode: '500' });
		plain.description = undefined;
		const error = await failed(perform(platform(plain).op, grant, input(many(3))));
		expect(error.description).toBe('Row 3 was not sent.');
	});
});

describe('a deletion for each subject in each workspace', () => {
	const perform2 = deletedInBatches(['users', 'places']);
	test('a deletion for each subject in each workspace is split into all pairs of parts, each subject once', async () => {
		const { op, sent, inTurn } = platform(DONE);
		const query = { users: ['a', 'b', 'a', 'c'], places: ['x', 'y', 'z'], more: true };
		expect(await perform2(op, remove, input(undefined, {}, query))).toEqual([
			{ json: { deleted: true, ...query } },
		]);
		expect(sent.map((each) => each.query)).toEqual([
			{ users: ['a', 'b'], places: ['x', 'y'] },
			{ users: ['a', 'b'], places: ['z'] },
			{ users: ['c'], places: ['x', 'y'] },
			{ users: ['c'], places: ['z'] },
		]);
		expect(inTurn).toEqual(['/permissions']);
	});

	test('a deletion for each subject in each workspace for all workspaces is not split by them', async () => {
		const { op, sent } = platform(DONE);
		await perform2(op, remove, input(undefined, {}, { users: ['a'] }));
		expect(sent.map((each) => each.query)).toEqual([{ users: ['a'], places: undefined }]);
	});

	test('an error names the rejected changes, or the outputs have them', async () => {
		const answers = [
			{ status: 207, body: [{ status: 404, message: 'Gone', name: 'n' }] },
			DONE,
		] as const;
		const query = { users: ['a', 'b', 'c'] };
		const error = await failed(
			perform2(platform(...answers).op, remove, input(undefined, {}, query)),
		);
		expect(error).toMatchObject({ message: '1 change was rejected', lines: ['n: Gone (404).'] });
		const twice = await failed(
			perform2(platform(answers[0]).op, remove, input(undefined, {}, query)),
		);
		expect(twice.message).toBe('2 changes were rejected');
		expect(
			await perform2(
				platform(...answers).op,
				remove,
				input(undefined, { onRejection: 'output' }, query),
			),
		).toEqual([
			{
				json: {
					success: false,
					status: 404,
					message: 'Gone',
					result: { status: 404, message: 'Gone', name: 'n' },
				},
			},
		]);
	});

	test('a deletion for each subject in each workspace that is refused says how much was done', async () => {
		const query = { users: ['a', 'b', 'c'], places: ['x', 'y', 'z'] };
		const error = await failed(
			perform2(
				platform({ status: 207, body: [{ message: 'No' }] }, refusal('500')).op,
				remove,
				input(undefined, {}, query),
			),
		);
		expect(error).toMatchObject({
			message: 'refused 500',
			description:
				'Why. This was request 2 of 4; the earlier ones were done, and the later ones were not sent. Rejected before: A change: No.',
			messages: ['A change: No.'],
		});
		const only = refusal('500');
		expect(
			await failed(perform2(platform(only).op, remove, input(undefined, {}, { users: ['a'] }))),
		).toBe(only);
		expect(only.description).toBe('Why.');
		const broken = new Error('broken');
		expect(await failed(perform2(platform(broken).op, remove, input(undefined, {}, query)))).toBe(
			broken,
		);
	});
});

test('a batch has settings for rejections and for its size', () => {
	expect(settings.onRejection!.property('onRejection')).toMatchObject({
		displayName: 'On Rejection',
		description: 'What to do when the platform rejects some of the changes',
		default: 'fail',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'The node fails with the list of what was rejected',
			},
			{
				name: 'Output Each Result',
				value: 'output',
				description: 'One item for each result, with its input row',
			},
		],
	});
	expect(settings.batchSize!.property('batchSize')).toEqual({
		displayName: 'Batch Size',
		name: 'batchSize',
		description: 'How many rows to send in one request (defaults to 2)',
		type: 'number',
		default: 2,
		typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
	});
	expect(settings.batchSize!.spec.required).toBe(false);
});
