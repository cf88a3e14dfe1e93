import { isOnPlatform } from '../../../../nodes/shared/declare/runtime/exchange';

test.each(['/orchestration/tasks?limit=1', '/'])('"%s" is on the platform', (url) => {
	expect(isOnPlatform(url)).toBe(true);
});

test.each(['https://files.example/f', '//files.example/f', '/\\files.example/f', ''])(
	'"%s" is not on the platform',
	(url) => {
		expect(isOnPlatform(url)).toBe(false);
	},
);
