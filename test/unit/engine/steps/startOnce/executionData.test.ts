/** The IDs of what was started, kept with n8n’s execution. */
import { saveExecutionId } from '../../../../../nodes/shared/engine/steps/startOnce/executionData';
import type { N8nContext } from '../../../../../nodes/shared/n8n/contexts';
import { stub } from '../../../../support/stub';

function keeper(kept: Record<string, string> = {}) {
	const data = {
		get: (key: string) => kept[key] as string,
		set: (key: string, value: string) => void (kept[key] = value),
	};
	return {
		kept,
		context: stub<N8nContext & { customData: typeof data }>({ customData: data }),
	};
}
const ID = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

test('each ID is stored once, one after another', () => {
	const { kept, context } = keeper({ own: 'x' });
	for (const one of ['a', 'b', 'a', 'c']) saveExecutionId(context, one);
	expect(kept).toEqual({ own: 'x', talendStarted: 'a, b, c' });
});

test('the IDs of what was started are stored in up to four values of the length that n8n accepts', () => {
	const { kept, context } = keeper();
	const ids = Array.from({ length: 30 }, (_, index) => `${ID.slice(0, -2)}${10 + index}`);
	for (const one of ids) saveExecutionId(context, one);
	expect(Object.keys(kept)).toEqual([
		'talendStarted',
		'talendStarted2',
		'talendStarted3',
		'talendStarted4',
	]);
	expect(Object.values(kept).map((value) => value.split(', ').length)).toEqual([6, 6, 6, 6]);
	expect(Object.values(kept).flatMap((value) => value.split(', '))).toEqual(ids.slice(0, 24));
	saveExecutionId(context, ids[20]);
	expect(kept.talendStarted4).toHaveLength(6 * 36 + 5 * 2);
});

test('an ID that does not fit into 255 characters begins the next value', () => {
	const { kept, context } = keeper({ talendStarted: 'x'.repeat(252) });
	saveExecutionId(context, 'a');
	saveExecutionId(context, 'b');
	expect(kept).toEqual({ talendStarted: `${'x'.repeat(252)}, a`, talendStarted2: 'b' });
});

test.each([undefined, null, '', 7])('nothing is read or stored without an ID: %j', (noId) => {
	const { kept, context } = keeper();
	const read = jest.spyOn(context.customData, 'get');
	saveExecutionId(context, noId);
	expect(kept).toEqual({});
	expect(read).not.toHaveBeenCalled();
});

test('an n8n that stores nothing with its executions causes no error', () => {
	const withoutExecution = {
		get customData() {
			throw new Error('no execution');
		},
	};
	for (const context of [{}, { customData: undefined }, withoutExecution])
		expect(() => saveExecutionId(stub<N8nContext>(context), 'a')).not.toThrow();
});
