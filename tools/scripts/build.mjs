/**
 * `npm run build`: sets up what is missing on a fresh clone, then builds `dist/`, `build/` and the
 * reference.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { checkNode, ensureProject, fail, noteBuild, root } from './setup.mjs';

try {
	checkNode();
	await ensureProject();
	const { status } = spawnSync(
		process.execPath,
		[join(root, 'node_modules/gulp/bin/gulp.js'), 'build'],
		{ cwd: root, stdio: 'inherit' },
	);
	if (status === 0) noteBuild();
	process.exit(status ?? 1);
} catch (error) {
	fail(error);
}
