/** What the build leaves out of the published code, and what stays in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { everyOperation } from '../../../platform/operations';

const root = join(__dirname, '../../..');
const { LEFT_OUT, withoutTexts, withoutDescription, withoutMethod } = jest.requireActual<{
	LEFT_OUT: readonly string[];
	withoutTexts: (
		text: string,
		path: string,
	) => { contents: string; leftOut: Record<string, number> };
	withoutDescription: (text: string, path: string, inputs: string) => string;
	withoutMethod: (text: string, path: string, name: string) => string;
}>(join(root, 'tools/build/withoutTexts.cjs'));

const FIELDS = "import { choice, text } from '../shared/declare/fields';\n";
const left = (code: string, path = 'nodes/TalendCloudX/x.ts') => withoutTexts(code, path).contents;

test.each([
	['the description of a field', `text('The name')`, `text('')`],
	['a description in double quotes', `text("The user's name")`, `text('')`],
	['a description on a line of its own', `text(\n\t\t'The name',\n)`, `text(\n\t\t'',\n)`],
	['a description with a value in it', 'text(`The ${noun}`)', `text('')`],
	['a description of two texts', `text('The ' + 'name')`, `text('')`],
	['an example', `text('').eg('A1').optional()`, `text('').optional()`],
	['an example that is a list of objects', `text('').eg([{ a: { b: 1 } }])`, `text('')`],
	[
		'the description of an operation',
		`({ action: 'X', description: 'List all' })`,
		`({ action: 'X',  })`,
	],
	['a notice', `({ notice: 'Mind this', a })`, `({  a })`],
	['what a rule says', `({ says: 'a or b', a })`, `({  a })`],
	['the origin of an operation', `({ origin: FROM_VENDOR, a })`, `({  a })`],
	['the origin of an operation by its name', `({ origin, a })`, `({  a })`],
	['the schema of a response', `record('B.User', { key })`, `record('', { key })`],
])('%s is left out', (_what, code, rest) => {
	expect(left(FIELDS + code)).toBe(FIELDS + rest);
});

test.each([
	['the argument of a function that declares no field', `other('The name')`],
	['a default, which an example can be', `text('').sample(3)`],
	['an example that is computed', `text('').eg(exampleOf('A1'))`],
	['an example with a part that is computed', `text('').eg([exampleOf('A1')])`],
	['a field called description', `({ description: 'description' })`],
	['the description of a record in a list', '({ name, description: `From ${a} to ${b}` })'],
	['a parameter called origin', `const f = ({ origin }) => origin;`],
	['a text that users see', `({ name: 'Name', hint: 'Do this' })`],
])('%s stays', (_what, code) => {
	expect(left(FIELDS + code)).toBe(FIELDS + code);
});

test('the texts of causes are left out only in their folder', () => {
	const code = `({ id: 'a', what: \`It has \${n}\`, source: 'a manual' })`;
	expect(left(code, 'nodes/TalendCloudProcessing/explain/causes/a.ts')).toBe(`({ id: 'a',   })`);
	expect(left(code)).toBe(code);
});

test('the description of a node keeps what computes its inputs', () => {
	const node = `class A { description: INodeTypeDescription = { name: 'a', properties: withAll(propertiesOfNode(resources)) }; }`;
	expect(withoutDescription(node, 'a.node.ts', 'inputs')).toBe(
		'class A { description: INodeTypeDescription = { properties: withAll(inputs) }; }',
	);
	expect(() => withoutDescription('class A {}', 'a.node.ts', 'inputs')).toThrow(
		'a.node.ts must have one description',
	);
});

test('a method is left out', () => {
	expect(withoutMethod('class A { override b() { return 1; } c() {} }', 'a.ts', 'b')).toBe(
		'class A {  c() {} }',
	);
});

test('a method that does not exist is an error', () => {
	expect(() => withoutMethod('class A { c() {} }', 'a.ts', 'b')).toThrow(
		'a.ts must have the method b',
	);
});

describe('the code of all nodes', () => {
	const sources = [
		'nodes/records',
		...readdirSync(join(root, 'nodes'))
			.filter((name) => /^Talend/.test(name))
			.map((name) => `nodes/${name}`),
	]
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
				(name) => `${folder}/${name.replaceAll('\\', '/')}`,
			),
		)
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.node.ts'));
	const results = sources.map((path) => withoutTexts(readFileSync(join(root, path), 'utf8'), path));

	test('each kind of text occurs somewhere', () => {
		const found = new Set(results.flatMap(({ leftOut }) => Object.keys(leftOut)));
		expect([...found].sort()).toEqual([...LEFT_OUT].sort());
	});

	test('no operation contains its description unless its action says the same', () => {
		const code = results.map(({ contents }) => contents).join('\n');
		const kept = everyOperation.filter(
			({ operation: { action, description } }) =>
				code.includes(description) && !action.startsWith(description),
		);
		expect(everyOperation.length).toBeGreaterThan(300);
		// The operations of these two are declared by one function, which gets the texts as arguments.
		expect(new Set(kept.map(({ resource }) => resource.value))).toEqual(
			new Set(['schema', 'resourceType']),
		);
	});
});
