/** What the rehearsal of a release relies on, without its four minutes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the made-up next version finds in the sources what it changes', () => {
	const script =
		"import { nextSources } from './tools/release/nextVersion.mjs'; console.log(JSON.stringify(nextSources()))";
	const sources = JSON.parse(
		execFileSync(process.execPath, ['--input-type=module', '-e', script], {
			cwd: root,
			encoding: 'utf8',
		}),
	) as Record<string, string>;
	expect(Object.keys(sources)).toHaveLength(2);
	for (const [path, text] of Object.entries(sources)) expect(text).not.toBe(read(path));
});

test('each trigger of the package has an event', () => {
	const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[] } };
	const triggers = n8n.nodes.flatMap(
		(path) => /\/TalendCloud(\w+Trigger)\.node\.js$/.exec(path)?.[1] ?? [],
	);
	const events = [...read('test/e2e/support/events.mjs').matchAll(/type: 'talendCloud(\w+)'/g)].map(
		([, type]) => type,
	);
	expect(events.sort()).toEqual(triggers.sort());
});
