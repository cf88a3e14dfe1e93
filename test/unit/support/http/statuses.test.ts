import { mayPass } from '../../../../nodes/shared/support/http/statuses';

test('only a status that says nothing about the request or the account may pass', () => {
	const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
	const passing = statuses.filter(mayPass);
	expect(passing.filter((status) => status < 500)).toEqual([408, 425, 429]);
	expect(statuses.filter((status) => status >= 500 && !mayPass(status))).toEqual([501, 505, 511]);
});
