/**
 * Who sends a request, and with which options.
 */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { loadOptionsSender, senderOf } from '../../../nodes/shared/transport/senders';
import { context, GET } from './sendersStage';

test('a service account is identified by its client ID', async () => {
	const asker = async (clientId?: unknown) =>
		await senderOf(
			context({ credential: { clientId } as IDataObject }).given,
			'talendCloudTokenApi',
		).clientId();
	expect(await asker(' id ')).toBe('id');
	expect(await asker('  ')).toBeUndefined();
	expect(await asker(17)).toBeUndefined();
	expect(await asker()).toBeUndefined();
});

describe('a request', () => {
	test('a request is sent with the credential and the options of the node', async () => {
		const { given, requested } = context();
		await senderOf(given, 'talendCloudTokenApi', { url: '/other', json: false }).httpSend(
			{ ...GET },
			{ uninterrupted: false },
		);
		expect(requested).toEqual([
			{
				caller: given,
				type: 'talendCloudTokenApi',
				options: { method: 'GET', url: '/other', json: false },
				credential: {},
			},
		]);
	});

	describe('a workflow that is stopped', () => {
		const callerOf = async (options: { uninterrupted: boolean }) => {
			const { given, requested, stop } = context();
			await senderOf(given, 'talendCloudTokenApi').httpSend({ ...GET }, options);
			return { caller: requested[0]!.caller, stop };
		};

		test('a request that starts something is not aborted', async () => {
			const { caller } = await callerOf({ uninterrupted: true });
			expect(caller.getExecutionCancelSignal()).toBeUndefined();
			expect(caller.getNode().id).toBe('node');
		});

		test('a request that may be interrupted is aborted', async () => {
			const { caller, stop } = await callerOf({ uninterrupted: false });
			expect(caller.getExecutionCancelSignal()).toBe(stop.signal);
		});
	});

	test.each<{ what: string; answer: () => Promise<object>; outcome: object }>([
		{
			what: 'is answered with a 401',
			answer: async () => await Promise.resolve({ statusCode: 401 }),
			outcome: { statusCode: 401 },
		},
		{
			what: 'is refused with a 401 by n8n',
			answer: async () =>
				await Promise.reject(Object.assign(new Error('refused'), { httpCode: '401' })),
			outcome: { message: 'refused' },
		},
		{
			what: 'fails',
			answer: async () => await Promise.reject(new Error('broken')),
			outcome: { message: 'broken' },
		},
	])(
		'a request that $what is sent once if it has no token from an exchange',
		async ({ answer, outcome }) => {
			const { given, requested } = context({ answer });
			expect(
				await senderOf(given, 'talendCloudTokenApi')
					.httpSend({ ...GET }, { uninterrupted: false })
					.catch((error: Error) => error),
			).toMatchObject(outcome);
			expect(requested).toHaveLength(1);
		},
	);
});

test.each(['token', 'serviceAccount'])(
	'the editor uses the chosen credential: %s',
	async (authentication) => {
		const { given, requested } = context({ authentication });
		const sender = loadOptionsSender(given);
		await sender.httpSend({ ...GET }, { uninterrupted: false });
		expect(sender.credentialKey).toBe(
			authentication === 'token' ? 'talendCloudTokenApi 7' : 'talendCloudApi node',
		);
		expect(
			sender.errorOf({ status: 404 }, { endpoint: '/x' } as RequestOperation, []),
		).toMatchObject({ node: { id: 'node' }, httpCode: '404' });
		expect(requested.map(({ type }) => type)).toEqual([
			authentication === 'token' ? 'talendCloudTokenApi' : 'talendCloudApi',
		]);
	},
);
