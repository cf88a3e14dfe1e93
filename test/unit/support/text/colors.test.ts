import { withoutColors } from '../../../../nodes/shared/support/text/colors';

test.each([
	['\u001b[31mRC=0\u001b[0m', 'RC=0'],
	['\u001b[1;31mRC=0\u001b[m', 'RC=0'],
	['[31mRC=0[0m', 'RC=0'],
	['[31mRC=0[mdone', 'RC=0done'],
	['\u001b[mmain', 'main'],
	['12:00:00 [main] INFO', '12:00:00 [main] INFO'],
	['[my-thread 1] [message] rate[5m]', '[my-thread 1] [message] rate[5m]'],
])('%j without colors is %j', (text, without) => {
	expect(withoutColors(text)).toBe(without);
});
