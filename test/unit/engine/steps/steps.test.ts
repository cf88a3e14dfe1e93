/**
 * The steps that a request of an item passes, each with a made-up next one. Starts and forms have
 * tests of their own.
 */
import type { INode } from 'n8n-workflow';

import { fileAnswer, ofKind, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id } from '../../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../../nodes/shared/declare/operation';
import type { SentRequests } from '../../../../nodes/shared/declare/runtime/context';
import type { Answer } from '../../../../nodes/shared/declare/runtime/exchange';
import type { ItemLocks } from '../../../../nodes/shared/engine/locks/itemLocks';
import { followRedirects } from '../../../../nodes/shared/engine/steps/followRedirects';
import { lockRecord } from '../../../../nodes/shared/engine/steps/lockRecord';
import { noteSent } from '../../../../nodes/shared/engine/steps/noteSent';
import { personOnly } from '../../../../nodes/shared/engine/steps/personOnly';
import { checkedLink, fileAt } from '../../../../nodes/shared/transport/download';
import {
	type Outgoing,
	pipeline,
	type Step,
	wireOf,
} from '../../../../nodes/shared/transport/pipeline';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

const get = operation('GET /tasks/{taskId}', {
	...ANY_TEXTS,
	path: { taskId: id('T') },
	answers: record(undefined),
});
const update = operation('PUT /tasks/{taskId}', {
	...ANY_TEXTS,
	path: { taskId: id('T') },
	answers: record(undefined),
});
const start = operation('POST /manifest', {
	...ANY_TEXTS,
	answers: fileAnswer({ fileFormat: 'zip' }),
});
const node = stub<INode>({ name: 'Node', parameters: {} });

const asked = (declared: RequestOperation = get, taskId = 't'): Outgoing => ({
	operation: declared,
	input: { path: { taskId }, query: {}, body: undefined, settings: {}, values: { taskId } },
});
const ok: Answer = { status: 200, headers: {}, body: { id: 't' } };
const nextOk = () => jest.fn<Promise<Answer>, [Outgoing]>(async () => await Promise.resolve(ok));

describe('a pipeline', () => {
	test('a pipeline passes a request from the first step to the last, then its response back', async () => {
		const log: string[] = [];
		const step =
			(name: string): Step =>
			async (request, next) => {
				log.push(`${name} before`);
				const answer = await next(request);
				log.push(`${name} after`);
				return answer;
			};
		const send = pipeline(step('outer'), step('inner'), async () => {
			log.push('sent');
			return await Promise.resolve(ok);
		});
		expect(await send(asked())).toBe(ok);
		expect(log).toEqual(['outer before', 'inner before', 'sent', 'inner after', 'outer after']);
	});
});

test('the wire form of a request is built once, unless the request is changed', () => {
	const request = asked();
	expect(wireOf(request)).toMatchObject({ method: 'GET', url: '/tasks/t' });
	expect(wireOf(request)).toBe(wireOf(request));
	expect(wireOf({ ...request, page: { offset: 2 } }).url).toBe('/tasks/t?offset=2');
	expect(wireOf(fileAt('https://files.example/f')).url).toBe('https://files.example/f');
});

describe('sign-in', () => {
	const personal = { ...get, whyPersonOnly: 'Talend asks for a user.' };

	test('an operation with `whyPersonOnly` requires a person’s credential before anything is sent', async () => {
		const next = nextOk();
		const step = personOnly({ parameter: () => 'serviceAccount' });
		await expect(step(asked(personal), next)).rejects.toMatchObject({ field: 'authentication' });
		expect(next).not.toHaveBeenCalled();
		expect(await personOnly({ parameter: () => 'token' })(asked(personal), next)).toBe(ok);
		expect(await step(asked(), next)).toBe(ok);
	});
});

test('the record is locked while the request is sent', async () => {
	const locked: unknown[] = [];
	const withRecordLock: ItemLocks['withRecordLock'] = async (declared, path, work) => {
		locked.push([declared, path]);
		return await work();
	};
	const next = nextOk();
	const request = asked(update);
	expect(await lockRecord({ locks: { withRecordLock } })(request, next)).toBe(ok);
	expect(locked).toEqual([[update, { taskId: 't' }]]);
	expect(next).toHaveBeenCalledWith(request);
});

describe('the record of what was sent', () => {
	const nothingSent = () => {
		const sent: SentRequests = { any: false, writing: false };
		return { sent, step: noteSent({ sent }) };
	};

	test('a request is noted as sent before the response arrives', async () => {
		const { sent, step } = nothingSent();
		const noted: SentRequests[] = [];
		await step(asked(), async () => {
			noted.push({ ...sent });
			return await Promise.resolve(ok);
		});
		expect(noted).toEqual([{ any: true, writing: false }]);
	});

	test('a request that writes is noted as such until the end', async () => {
		const { sent, step } = nothingSent();
		await expect(
			step(asked(update), async () => await Promise.reject(new Error('x'))),
		).rejects.toThrow('x');
		expect(sent).toEqual({ any: true, writing: true });
		await step(asked(), nextOk());
		expect(sent.writing).toBe(true);
	});
});

describe('a redirect', () => {
	const step = followRedirects({ shownNode: node, itemIndex: 3 });
	const to = (location: string): Answer => ({
		status: 302,
		headers: { location },
		body: undefined,
	});
	/** Sends a request to a platform that answers one after the other. */
	async function following(request: Outgoing, ...answers: Answer[]) {
		const sent: Outgoing[] = [];
		const answer = await step(request, async (each) => {
			sent.push(each);
			return await Promise.resolve(answers[Math.min(sent.length, answers.length) - 1]!);
		}).catch((error: Error) => error.message);
		return { answer, sent, urls: sent.map((each) => `${wireOf(each).method} ${wireOf(each).url}`) };
	}

	test('a redirect of a start is followed as a read of a file, also outside the platform', async () => {
		const { answer, sent, urls } = await following(
			asked(start),
			to('/manifests/1'),
			to('https://files.example/f'),
			to('g'),
			ok,
		);
		expect(answer).toBe(ok);
		expect(urls).toEqual([
			'POST /manifest',
			'GET /manifests/1',
			'GET https://files.example/f',
			'GET https://files.example/g',
		]);
		expect(
			sent
				.slice(1)
				.map(({ operation: { effect, answers } }) => [effect, ofKind('file', answers).fileFormat]),
		).toEqual([
			['read', 'zip'],
			['read', 'zip'],
			['read', 'zip'],
		]);
	});

	test('a redirect is not followed in a loop, or to an address that is not safe', async () => {
		const loop = await following(asked(start), to('/again'));
		expect([loop.answer, loop.urls.length]).toEqual([
			'Talend Cloud returned a download link that redirects in a loop',
			6,
		]);
		for (const unsafe of [
			'http://files.example/f',
			'ftp://files.example/f',
			'//files.example/f',
			'',
		])
			expect((await following(asked(start), to(unsafe))).urls).toEqual(['POST /manifest']);
		expect(() =>
			checkedLink({ shownNode: node, itemIndex: 0 }, 'https://user@files.example/f'),
		).toThrow('not safe');
		expect(checkedLink({ shownNode: node, itemIndex: 0 }, 'https://files.example/f')).toBe(
			'https://files.example/f',
		);
	});
});
