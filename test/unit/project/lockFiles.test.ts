import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lock {
	packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/**
 * `npm ci` refuses a lock file in which the package of another platform is missing, as one written
 * where the registry does not have it. A machine that is set up already never notices.
 */
describe.each(['.', 'tools/demo', 'tools/release', 'tools/database'])(
	'the lock file in %s',
	(folder) => {
		const { packages } = JSON.parse(
			readFileSync(join(__dirname, '../../..', folder, 'package-lock.json'), 'utf8'),
		) as Lock;

		test('the optional dependencies of every platform are listed', () => {
			const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
				Object.keys(optionalDependencies).filter((name) => {
					for (
						let at = path;
						;
						at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))
					) {
						if (packages[`${at && `${at}/`}node_modules/${name}`]) return false;
						if (!at) return true;
					}
				}),
			);
			expect(missing).toEqual([]);
		});

		test('no registry is named', () => {
			expect(JSON.stringify(packages)).not.toContain('"resolved"');
		});
	},
);
