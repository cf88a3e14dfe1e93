/** What the rehearsal of a release relies on, without its four minutes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The sources of the made-up next version that differ from those of this one. */
function nextSources(): Record<string, string> {
	const script =
		"import { nextSources } from './tools/release/nextVersion.mjs'; console.log(JSON.stringify(nextSources()))";
	return JSON.parse(
		execFileSync(process.execPath, ['--input-type=module', '-e', script], {
			cwd: root,
			encoding: 'utf8',
		}),
	) as Record<string, string>;
}

test('the changes of the made-up next version match the sources', () => {
	const sources = nextSources();
	expect(Object.keys(sources)).toHaveLength(3);
	for (const [path, text] of Object.entries(sources)) expect(text).not.toBe(read(path));
});

test('the made-up next version compiles', () => {
	const sources = Object.entries(nextSources()).map(([path, text]) => [join(root, path), text]);
	const changed = new Map(sources as Array<[string, string]>);
	const { options } = ts.parseJsonConfigFileContent(
		ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
		ts.sys,
		root,
	);
	const host = ts.createCompilerHost(options);
	const readFile = host.readFile.bind(host);
	host.readFile = (path) => changed.get(path) ?? readFile(path);
	const program = ts.createProgram([...changed.keys()], { ...options, noEmit: true }, host);
	const messages = [...changed.keys()].flatMap((path) =>
		program
			.getSemanticDiagnostics(program.getSourceFile(path))
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
	);
	expect(messages).toEqual([]);
});

test('an event is caused for each trigger of the package', () => {
	const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[] } };
	const triggers = n8n.nodes.flatMap(
		(path) => /\/TalendCloud(\w+Trigger)\.node\.js$/.exec(path)?.[1] ?? [],
	);
	const events = [...read('test/e2e/support/events.mjs').matchAll(/type: 'talendCloud(\w+)'/g)].map(
		([, type]) => type,
	);
	expect(events.sort()).toEqual(triggers.sort());
});
