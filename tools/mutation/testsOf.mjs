/** Says which tests must notice a change of a file, for mutation testing. */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { relatedTests } from '../ci/relatedTests.mjs';
import { root } from '../programs.mjs';

/** Files in which at least 95 % of the changes must be noticed; 85 % in all others. */
const CRITICAL = [
	'credentials/signIn/serviceAccount.ts',
	'credentials/signIn/token.ts',
	'credentials/signIn/tokenExchange.ts',
	'nodes/shared/transport/attempt.ts',
	'nodes/shared/transport/credential.ts',
	'nodes/shared/transport/failure/fate.ts',
	'nodes/shared/transport/limitAndRetry.ts',
	'nodes/shared/transport/queue/requestedWait.ts',
	'nodes/shared/transport/queue/requestQueue.ts',
	'nodes/shared/transport/senders.ts',
	'nodes/shared/trigger/streams/cursor.ts',
	'nodes/shared/trigger/streams/window.ts',
];

/** The share of changes of a file that tests must notice, in percent. */
export const leastOf = (file) => (CRITICAL.includes(file) ? 95 : 85);

/** The folder of the unit tests of a file (test/unit/project/testNames.test.ts). */
const folderOf = (file) => {
	const [, folder] = /^(?:nodes\/(?:shared\/)?)?(\w+)\//.exec(file);
	return `test/unit/${folder}/`;
};

/**
 * The tests that try a file: of the unit tests that reach it, those named after it
 * (`readPages.test.ts`, `readPagesEdges.test.ts`), otherwise those of its folder, otherwise all.
 * Short ones come first, because the first failure is enough.
 */
export function testsOf(file) {
	const related = relatedTests([file]).filter((path) => path.startsWith('test/unit/'));
	const ofFolder = related.filter((path) => path.startsWith(folderOf(file)));
	const named = ofFolder.filter((path) => basename(path).startsWith(basename(file, '.ts')));
	const chosen = [named, ofFolder, related].find(({ length }) => length > 0) ?? [];
	const sizeOf = (path) => statSync(join(root, path)).size;
	return chosen.sort((one, other) => sizeOf(one) - sizeOf(other));
}
