/** Promote and Wait: the start of a promotion, the wait for its end, and what it outputs. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { byId, byName, workspaceIn } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ANALYSE,
	answerNextStart,
	BACK,
	bodies,
	design,
	execution,
	idOf,
	NO_CLUSTER,
	platform,
	START,
	state,
	THERE,
} from './promotionsStage';

describe('promote and wait', () => {
	const promoteAndWait = (parameters: IDataObject) =>
		execution.run('promotionExecution', 'promoteAndWait', parameters);

	describe('Promote and Wait', () => {
		const promoted = async () => {
			platform.clearLog();
			const { error, items } = await promoteAndWait({
				executable: byName(THERE),
				options: { context: 'Release 12', keepTargetResources: true },
			});
			expect(error).toBeUndefined();
			return items
				.map(({ json }) => json)
				.find(({ name, type }) => name === 'Load suppliers' && type === 'FLOW')!;
		};

		test('the promotion is analyzed before it is started', async () => {
			await promoted();
			expect(bodies(ANALYSE)).toEqual([{ context: 'Release 12', keepTargetResources: true }]);
			expect(bodies(START)).toEqual([
				{ executable: idOf(THERE), context: 'Release 12', keepTargetResources: true },
			]);
			expect(
				design.requests('GET /processing/executions/promotions/{executionId}').length,
			).toBeGreaterThan(1);
		});

		test('the result names the promoted task of the target', async () => {
			const result = await promoted();
			expect(result).toMatchObject({
				outcome: 'promoted',
				verdict: 'CREATED',
				targetId: expect.any(String) as string,
				executionId: expect.any(String) as string,
			});
			expect(orchestrationOf(state()).tasks.get(String(result.targetId))).toMatchObject({
				name: 'Load suppliers',
				workspaceId: workspaceIn(state(), 'Production', 'Finance').id,
			});
		});

		test('the promotion can be read later, with a summary', async () => {
			const result = await promoted();
			const [simple] = await execution.succeed('promotionExecution', 'get', {
				executionId: result.executionId,
			});
			expect([simple!.status, 'context' in simple!]).toEqual(['PROMOTED', false]);
			expect(simple!.summary).toMatch(/^Promotion \w.* succeeded at \d\d:\d\d$/);
			expect(
				(
					await execution.succeed('promotionExecution', 'get', {
						executionId: result.executionId,
						simplify: false,
					})
				)[0],
			).toMatchObject({ status: 'PROMOTED', context: 'Release 12' });
		});
	});

	test('Promote and Wait stops with a list of what would fail', async () => {
		platform.clearLog();
		const { error } = await promoteAndWait({ executable: byName(BACK) });
		expect(error!.message).toBe('Nothing was promoted: 2 objects would fail');
		expect(error!.description).toBe(
			`Task ${DEMO_SERVICES.route} in Shared: ${NO_CLUSTER}. Task ${DEMO.serviceTask} in Finance: ${NO_CLUSTER}. Correct these, then promote again.`,
		);
		expect(design.requests(START)).toEqual([]);
		const anyway = await promoteAndWait({ executable: byName(BACK), analyzeFirst: false });
		expect(anyway.error).toMatchObject({ httpCode: '501' });
		expect(anyway.error!.description).toMatch(
			/^Talend Cloud refused to promote because it found something that would not work\. Nothing was changed\. To see what, use Talend Cloud Orchestration → Promotion → Analyze\./,
		);
	});

	test('Promote and Wait does not wait if the promotion is complete at once', async () => {
		platform.clearLog();
		const { items } = await promoteAndWait({
			executable: byName(THERE),
			scope: 'FLOW',
			taskId: byId(
				[...orchestrationOf(state()).tasks.values()].find(
					({ name, workspaceId }) =>
						name === 'Load suppliers' &&
						workspaceId === workspaceIn(state(), 'Development', 'Finance').id,
				)!.id,
			),
		});
		expect(items.map(({ json }) => [json.type, json.verdict])).toEqual(
			expect.arrayContaining([
				['FLOW', 'CREATED'],
				['ACTION', 'CREATED'],
				['CONNECTION', 'REUSED'],
			]),
		);
		expect(design.requests('GET /processing/executions/promotions/{executionId}')).toEqual([]);
	});

	test('Promote and Wait fails if the started promotion has no ID to follow it by', async () => {
		answerNextStart(undefined, 202);
		const { error } = await promoteAndWait({
			executable: byId(idOf(THERE)),
			analyzeFirst: false,
		});
		expect(error!.message).toBe(
			'The promotion was started, but Talend Cloud returned no ID to follow it by',
		);
		expect(error!.description).toMatch(
			/^The node cannot tell how it ends\. Before you start it again, look for it/,
		);
	});

	test('a started promotion without an ID is an output item with a hint', async () => {
		answerNextStart(undefined, 202);
		const { items, hints } = await execution.run('promotionExecution', 'start', {
			executable: byId(idOf(THERE)),
		});
		expect(items.map(({ json }) => json)).toEqual([{ started: true, executionId: null }]);
		expect(hints).toEqual([
			expect.stringMatching(/^The promotion was started, but Talend Cloud returned no ID/),
		]);
	});

	test('the ID of a started promotion is found in the location of the response', async () => {
		answerNextStart(undefined, 202, {
			location: 'https://api.example.com/processing/executions/promotions/e-1',
		});
		expect(
			await execution.succeed('promotionExecution', 'start', { executable: byId(idOf(THERE)) }),
		).toEqual([{ started: true, executionId: 'e-1' }]);
	});

	test('Promote and Wait says which objects failed, or outputs them if it is not to fail', async () => {
		const executionReport = {
			executionId: 'e',
			status: 'PROMOTION_FAILED',
			statusMessage: 'Stopped',
			workspaces: [
				{
					id: 'w',
					name: 'Finance',
					flows: [
						{
							id: 'f',
							name: 'Load',
							type: 'FLOW',
							promotionReport: {
								status: 'FAILED',
								messages: [{ level: 'ERROR', info: 'No engine' }],
							},
						},
					],
				},
			],
		};
		const plain = { executable: byId(idOf(THERE)), analyzeFirst: false };
		answerNextStart({ executionId: 'e', executionReport });
		const { error } = await promoteAndWait(plain);
		expect(error!.message).toBe('The promotion failed: Stopped');
		expect(error!.description).toMatch(
			/^Execution e\. Task Load in Finance: No engine\. Objects that were promoted before stay promoted: this cannot be undone/,
		);
		answerNextStart({ executionId: 'e', executionReport });
		const { items } = await promoteAndWait({ ...plain, failOnFailure: false });
		expect(items.map(({ json }) => [json.outcome, json.type, json.fails])).toEqual([
			['failed', 'WORKSPACE', false],
			['failed', 'FLOW', true],
		]);
	});

	test('the result omits the reason of an object if it is not a text', async () => {
		const promotionReport = {
			status: 'FAILED',
			messages: [{ level: 'ERROR', info: { code: 3 } }, { level: 'ERROR' }],
		};
		answerNextStart({
			executionId: 'e',
			executionReport: {
				executionId: 'e',
				status: 'PROMOTION_FAILED',
				workspaces: [{ id: 'w', name: 'Finance', flows: [{ name: 'Load', promotionReport }] }],
			},
		});
		const { error } = await promoteAndWait({
			executable: byId(idOf(THERE)),
			analyzeFirst: false,
		});
		expect(error!.description).toMatch(
			/^Execution e\. Task Load in Finance: no reason given\. Objects that were/,
		);
	});

	test('a promotion is not started twice if there is no response', async () => {
		platform.clearLog();
		platform.emulator.faults.add({ operation: START, status: 504 });
		const { error } = await promoteAndWait({ executable: byId(idOf(THERE)), analyzeFirst: false });
		expect(error!.description).toMatch(/The request may have succeeded/);
		expect(design.requests(START).length).toBe(1);
	});
});

judgeRequests(platform, 'Processing', ['promotionExecution']);
