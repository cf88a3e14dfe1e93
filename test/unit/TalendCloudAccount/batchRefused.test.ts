/**
 * Requests of a batch that are refused as a whole.
 */
import { NodeApiError } from 'n8n-workflow';

import {
	DONE,
	failed,
	grant,
	input,
	many,
	node,
	perform,
	platform,
	refusal,
	row,
} from './batchStage';

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
		'a refusal with %s ends the batch anyway',
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
		const sendThreeRows = async (answers: Parameters<typeof platform>, more = {}) =>
			await failed(perform(platform(...answers).op, grant, input(many(3), more)));

		test('the error names the rows of the refused request', async () => {
			expect(await sendThreeRows([refusal('400')])).toMatchObject({
				message: 'Rows 1 to 2 of 3: refused 400',
				description: 'Why. Row 3 was not sent.',
			});
		});

		test('the error names the rows that were sent before', async () => {
			expect(await sendThreeRows([DONE, refusal('400')])).toMatchObject({
				message: 'Row 3 of 3: refused 400',
				description: 'Why. Rows 1 to 2 were sent before.',
			});
		});

		test('the error names the rows that were sent before and those that were not sent', async () => {
			expect(await sendThreeRows([DONE, refusal('400')], { batchSize: 1 })).toMatchObject({
				message: 'Row 2 of 3: refused 400',
				description: 'Why. Row 1 was sent before. Row 3 was not sent.',
			});
		});

		test('the error names the rows that were rejected before', async () => {
			const rejected = { permission: row(1), status: 400, message: 'No' };
			expect(
				await sendThreeRows([{ status: 207, body: [rejected] }, refusal('500')]),
			).toMatchObject({
				description: 'Why. Rows 1 to 2 were sent before. Rejected before: Row 1 (u1, p): No (400).',
				messages: ['Row 1 (u1, p): No (400).'],
			});
		});
	});

	test('a refusal of the only request is reported unchanged', async () => {
		const only = refusal('400');
		expect(await failed(perform(platform(only).op, grant, input(many(2))))).toBe(only);
		expect(only).toMatchObject({ message: 'refused 400', description: 'Why.' });
	});

	test('a failure for another reason is reported unchanged', async () => {
		const broken = new Error('broken');
		expect(
			await failed(perform(platform(broken).op, grant, input(many(3), { onRejection: 'output' }))),
		).toBe(broken);
		expect(broken).toEqual(new Error('broken'));
		expect('description' in broken).toBe(false);
	});

	test('a refusal without a description is reported without one', async () => {
		const plain = new NodeApiError(node, {}, { message: 'refused', httpCode: '500' });
		plain.description = undefined;
		const error = await failed(perform(platform(plain).op, grant, input(many(3))));
		expect(error.description).toBe('Row 3 was not sent.');
	});
});
