/** What an item remembers of its starts from one try to the next. */
import type { INodeExecutionData } from 'n8n-workflow';

import { memoryOf } from '../../../../../nodes/shared/engine/steps/startOnce/starts';
import type { N8nContext } from '../../../../../nodes/shared/n8n/contexts';
import type { ToolContext } from '../../../../support/fakeNode';
import { stub } from '../../../../support/stub';
import { answerOf, answersWith, failsWith, itemWith, lostError, START } from './startOnceStage';

/** An error of these tests says itself whether its response was lost. */
jest.mock('../../../../../nodes/shared/transport/failure/fate', () => ({
	lostResponseOf: (error: { lost?: object } | undefined) => error?.lost,
}));

test('once() runs work a single time for all tries of an item', async () => {
	const { nextTry } = itemWith();
	const work = jest.fn(async () => await Promise.resolve(7));
	expect(await nextTry().once('a', work)).toBe(7);
	expect(await nextTry().once('a', work)).toBe(7);
	expect(work).toHaveBeenCalledTimes(1);
});

test('once() runs the work of each key', async () => {
	const { nextTry } = itemWith();
	const work = jest.fn(async () => await Promise.resolve(7));
	await nextTry().once('a', work);
	await nextTry().once('b', work);
	expect(work).toHaveBeenCalledTimes(2);
});

test('once() runs failed work again', async () => {
	const { nextTry } = itemWith();
	await expect(nextTry().once('a', failsWith(new Error('x')))).rejects.toThrow('x');
	expect(await nextTry().once('a', async () => await Promise.resolve(7))).toBe(7);
});

test('forget() says whether an earlier try did the work', async () => {
	const { nextTry } = itemWith();
	const first = nextTry();
	await first.once('a', async () => await Promise.resolve(1));
	expect(first.forget()).toBe(false);
	await first.once('a', async () => await Promise.resolve(1));
	const second = nextTry();
	await second.once('a', async () => await Promise.resolve(2));
	expect(second.forget()).toBe(true);
});

test('a start that was refused is sent again by the next try, whatever was started after it', async () => {
	const { nextTry } = itemWith();
	const refused = failsWith(new Error('refused'));
	const first = nextTry();
	await expect(first.send(START, refused)).rejects.toThrow('refused');
	await first.send(START, answersWith('a'));
	const second = nextTry();
	expect(await second.send(START, answersWith('b'))).toEqual(answerOf('b'));
	expect(await second.send(START, answersWith('c'))).toEqual(answerOf('a'));
});

describe('a start that has ended', () => {
	test('forget() says whether an earlier try has started it', async () => {
		const { nextTry } = itemWith();
		const first = nextTry();
		await first.send(START, answersWith('a'));
		expect(first.forget()).toBe(false);
		await first.send(START, answersWith('b'));
		const second = nextTry();
		await second.send(START, answersWith('z'));
		expect(second.forget()).toBe(true);
		expect(second.forget()).toBe(false);
	});

	test('the start that replaces a forgotten one is remembered by later tries', async () => {
		const { nextTry } = itemWith();
		const first = nextTry();
		await first.send(START, answersWith('a'));
		first.forget();
		expect(await first.send(START, answersWith('b'))).toEqual(answerOf('b'));
		expect(await nextTry().send(START, answersWith('c'))).toEqual(answerOf('b'));
	});
});

describe('the result of once()', () => {
	test('the result is forgotten if the start after it certainly did not happen', async () => {
		const { nextTry } = itemWith();
		const first = nextTry();
		await first.once('a', async () => await Promise.resolve(1));
		await expect(first.send(START, failsWith(new Error('refused')))).rejects.toThrow('refused');
		const second = nextTry();
		expect(await second.once('a', async () => await Promise.resolve(2))).toBe(2);
	});

	test('the result is kept if something was started before', async () => {
		const { nextTry } = itemWith();
		const second = nextTry();
		expect(await second.once('a', async () => await Promise.resolve(2))).toBe(2);
		await second.send(START, answersWith('a'));
		await expect(
			second.send(START, failsWith(new Error('refused')), { url: '/others' }),
		).rejects.toThrow('refused');
		expect(await nextTry().once('a', async () => await Promise.resolve(3))).toBe(2);
	});

	test('a try whose only start was refused no longer continues an earlier one', async () => {
		const { nextTry } = itemWith();
		await nextTry().once('a', async () => await Promise.resolve(1));
		const second = nextTry();
		expect(await second.once('a', async () => await Promise.resolve(2))).toBe(1);
		await expect(second.send(START, failsWith(new Error('refused')))).rejects.toThrow('refused');
		expect(second.forget()).toBe(false);
	});

	test('the result is kept if the response of a start was lost', async () => {
		const lost = itemWith();
		const third = lost.nextTry();
		await third.once('a', async () => await Promise.resolve(1));
		await expect(third.send(START, failsWith(lostError()))).rejects.toThrow('No response');
		await expect(
			third.send(START, failsWith(new Error('refused')), { url: '/others' }),
		).rejects.toThrow('refused');
		expect(await lost.nextTry().once('a', async () => await Promise.resolve(2))).toBe(1);
	});
});

describe('the memory of an item', () => {
	const workflow = (items: INodeExecutionData[]) => stub<N8nContext>({ getInputData: () => items });
	const tool = (inputData: object | undefined, item: INodeExecutionData = { json: {} }) =>
		stub<ToolContext>({ getItemIndex: () => 0, inputData, getInputData: () => item });

	test('the memory of an item is kept between the tries of that item only', () => {
		const items = [{ json: {} }, { json: {} }];
		const first = memoryOf(workflow(items), 0);
		expect(memoryOf(workflow(items), 0)).toBe(first);
		expect(memoryOf(workflow(items), 1)).not.toBe(first);
		expect(memoryOf(workflow([{ json: {} }]), 0)).not.toBe(first);
		expect(memoryOf(workflow([items[1]!, items[0]!]), 1)).toBe(first);
	});

	test('the memory of an item of a tool belongs to the call, by the index of the item', () => {
		const [one, two] = [{}, {}];
		const shared = { json: {} };
		const first = memoryOf(tool(one, shared), 0);
		expect(memoryOf(tool(one, shared), 0)).toBe(first);
		expect(memoryOf(tool(one, shared), 1)).not.toBe(first);
		expect(memoryOf(tool(two, shared), 0)).not.toBe(first);
		const context = tool(undefined);
		expect(memoryOf(context, 0)).toBe(memoryOf(context, 0));
		expect(memoryOf(tool(undefined), 0)).not.toBe(memoryOf(context, 0));
	});
});
