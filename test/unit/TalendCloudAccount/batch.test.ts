/**
 * How rows are divided into requests, and what is reported about each row.
 */
import { nothing } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { propertyOf } from '../../../nodes/shared/declare/field/property';
import { list } from '../../../nodes/shared/declare/fields';
import { deletedInBatches } from '../../../nodes/TalendCloudAccount/resources/workspacePermission/batch';
import { ANY_TEXTS } from '../../support/anyTexts';
import {
	DONE,
	failed,
	grant,
	input,
	many,
	perform,
	platform,
	refusal,
	row,
	settings,
} from './batchStage';

const remove = operation('DELETE /permissions', {
	...ANY_TEXTS,
	settings,
	query: { users: list('U').optional(), places: list('P').optional() },
	answers: nothing(),
});

describe('rows are sent in requests of a given size, in their order', () => {
	test('a request has as many rows as the setting says, or else the default number', async () => {
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

	test('a rejection counts although the response has the status 200', async () => {
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
		'an invalid result (%j) is not a success',
		async (result) => {
			for (const body of [[result], [{ permission: result, status: 200 }, result]]) {
				const error = await failed(
					perform(platform({ status: 207, body }).op, grant, input(many(2))),
				);
				expect(error.message).toBe('1 of 2 rows was rejected');
				expect(error.lines).toEqual([
					expect.stringMatching(/: Talend Cloud did not report the result of a change\.$/),
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

	test('a result with the IDs in another case belongs to the same row', async () => {
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
			expect(ten.description).toContain('Row 10 (u10, p): Rejected without a reason (400).');
			expect(ten.description).not.toContain('more');
		});

		test('more than ten rejections are all listed in the details', async () => {
			const twelve = await allRejected(12);
			expect(twelve.description).toContain(
				"Row 10 (u10, p): Rejected without a reason (400). And 2 more: see the details of this node's output. Everything else was done.",
			);
			expect(twelve.description).not.toContain('Row 11');
			expect(twelve.lines).toHaveLength(12);
		});
	});

	test('each result is an item if rejections are to be output', async () => {
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

	test('the results of the rows of a request are unknown after a rejection without its row', async () => {
		const result = { status: 'odd', message: 'Something' };
		const output = await perform(
			platform({ status: 207, body: [result] }, DONE).op,
			grant,
			input(many(3), { onRejection: 'output' }),
		);
		const unsure =
			'This row may not have been processed: Talend Cloud rejected a row of this request without saying which. Check it before you send it again.';
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

	test('rejections that are not a list count as one', async () => {
		const body = { error: 'no' };
		const error = await failed(perform(platform({ status: 207, body }).op, grant, input(many(2))));
		expect(error.lines).toEqual(['no: Talend Cloud rejected changes without saying which.']);
		const none = await failed(
			perform(platform({ status: 207, body: 'text' }).op, grant, input(many(2))),
		);
		expect(none).toMatchObject({
			message: '1 of 2 rows was rejected',
			lines: ['text: Talend Cloud rejected changes without saying which.'],
		});
		const empty = await failed(perform(platform({ status: 207 }).op, grant, input(many(2))));
		expect(empty.lines).toEqual(['A change: Talend Cloud rejected changes without saying which.']);
	});

	const withResult = async (status: unknown) =>
		await perform(
			platform({ status: 207, body: [{ permission: row(1), status }] }).op,
			grant,
			input(many(1)),
		);

	test.each([200, 299, '204'])('a result with status %j counts as a success', async (status) => {
		expect(await withResult(status)).toEqual([{ json: { success: true, rows: 1 } }]);
	});

	test.each([199, 300, undefined])(
		'a result with status %j counts as a rejection',
		async (status) => {
			await expect(withResult(status)).rejects.toThrow('1 of 1 rows was rejected');
		},
	);

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

describe('a deletion for each subject in each workspace', () => {
	const deleteInBatches = deletedInBatches(['users', 'places']);
	test('a deletion of many subjects is split into all pairs of parts, with each subject once', async () => {
		const { op, sent, inTurn } = platform(DONE);
		const query = { users: ['a', 'b', 'a', 'c'], places: ['x', 'y', 'z'], more: true };
		expect(await deleteInBatches(op, remove, input(undefined, {}, query))).toEqual([
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

	test('a deletion for all workspaces is not split by workspace', async () => {
		const { op, sent } = platform(DONE);
		await deleteInBatches(op, remove, input(undefined, {}, { users: ['a'] }));
		expect(sent.map((each) => each.query)).toEqual([{ users: ['a'], places: undefined }]);
	});

	test('rejected changes are named in the error, or output', async () => {
		const answers = [
			{ status: 207, body: [{ status: 404, message: 'Gone', name: 'n' }] },
			DONE,
		] as const;
		const query = { users: ['a', 'b', 'c'] };
		const error = await failed(
			deleteInBatches(platform(...answers).op, remove, input(undefined, {}, query)),
		);
		expect(error).toMatchObject({ message: '1 change was rejected', lines: ['n: Gone (404).'] });
		const twice = await failed(
			deleteInBatches(platform(answers[0]).op, remove, input(undefined, {}, query)),
		);
		expect(twice.message).toBe('2 changes were rejected');
		expect(
			await deleteInBatches(
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

	test('a deletion that is refused says how much was done', async () => {
		const query = { users: ['a', 'b', 'c'], places: ['x', 'y', 'z'] };
		const error = await failed(
			deleteInBatches(
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
			await failed(
				deleteInBatches(platform(only).op, remove, input(undefined, {}, { users: ['a'] })),
			),
		).toBe(only);
		expect(only.description).toBe('Why.');
		const broken = new Error('broken');
		expect(
			await failed(deleteInBatches(platform(broken).op, remove, input(undefined, {}, query))),
		).toBe(broken);
	});
});

test('a batch has settings for rejections and for its size', () => {
	expect(propertyOf('onRejection', settings.onRejection!)).toMatchObject({
		displayName: 'On Rejection',
		description: 'What to do when Talend Cloud rejects some of the changes',
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
	expect(propertyOf('batchSize', settings.batchSize!)).toEqual({
		displayName: 'Batch Size',
		name: 'batchSize',
		description: 'How many rows to send in one request (defaults to 2)',
		type: 'number',
		default: 2,
		typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
	});
	expect(settings.batchSize!.spec.required).toBe(false);
});
