/** The order of the emulator's routes decides which of two that fit a path is meant. */
import { routesOf } from '../../../emulator/server/router';
import { areas } from '../../../nodes/areas';

test('literal segments take precedence over variables', () => {
	const paths = routesOf(areas)
		.filter(({ method }) => method === 'GET')
		.map(({ path }) => path);
	expect(paths.indexOf('/account/service-accounts/count')).toBeLessThan(
		paths.indexOf('/account/service-accounts/{id}'),
	);
	for (const [index, path] of paths.entries()) {
		const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
		expect(paths.slice(index + 1).filter((later) => pattern.test(later))).toEqual([]);
	}
});
