/**
 * The rules of n8n's verification, combined from their packages, plus the usual ones
 * for everything else. In what n8n checks, inline comments that switch rules off are ignored.
 */
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What n8n checks: the manifest, nodes and credentials, as sources and as packed. */
const CHECKED = [
	'package.json',
	'{nodes,credentials}/**/*.{js,ts,json}',
	'dist/{nodes,credentials}/**/*.js',
];

/**
 * What is linted with type information: everything that `tsconfig.json` compiles, except for the
 * demo and scripts.
 */
const TYPED = ['{nodes,credentials,emulator,platform,tools,test}/**/*.ts'];

/** Words that continue another sentence: a title that begins with one is not read alone. */
const CONTINUING = [
	// conjunctions and relative pronouns
	'and|or|nor|but|so|then|than|if|unless|because|although|though|since|until|while|when|whether|where|how|that|which|who|whose|whom|what',
	'whatever|whichever|whoever|wherever|whenever|however',
	// prepositions
	'of|in|on|at|by|to|from|for|with|without|within|into|as|after|before|between|through|during|against|under|like|per',
	// verbs without a subject
	'is|are|was|were|has|have|had|does|do|did|can|cannot|may|must|will',
	'creates|explains|finds|keeps|reads|refuses|repeats|returns|sends|shows|stops|waits for',
].join('|');

/** `describe` names a subject, which a clause can do, too: "what is repeated". */
const CONTINUING_A_SUBJECT = CONTINUING.split('|')
	.filter((word) => !/^(wh(?!en$|ile$|ether$|ich$).*|how.*)$/.test(word))
	.join('|');

/**
 * The title of a test or a group of them, in each of the forms in which it is declared: `test(…)`,
 * `testIf(…)(…)`, `test.skip(…)` and `test.each(…)(…)`.
 */
const titleOf = (names) =>
	[
		`[callee.name=/^(${names})$/]`,
		`[callee.callee.name=/^(${names})If$/]`,
		`[callee.object.name=/^(${names})$/][callee.property.name=/^(only|skip|failing)$/]`,
		`[callee.callee.object.name=/^(${names})$/]`,
	].flatMap((call) =>
		['arguments.0.value', 'arguments.0.quasis.0.value.raw'].map((title) => [call, title]),
	);

const refusedTitles = (names, words, message) =>
	titleOf(names).map(([call, title]) => ({
		selector: `CallExpression${call}[${title}=/^(?:${words})\\b/i]`,
		message,
	}));

/** A reader of the report takes in a title at once. */
const TITLE_LENGTH = 110;

const longTitles = titleOf('test|it|describe').map(([call, title]) => ({
	selector: `CallExpression${call}[${title}=/^.{${TITLE_LENGTH + 1}}/]`,
	message: `A title has at most ${TITLE_LENGTH} characters: name the case, not all of its conditions.`,
}));

/** A list of words has no comma before its last "and", so a comma there joins two claims. */
const severalClaims = titleOf('test|it').map(([call, title]) => ({
	selector: `CallExpression${call}[${title}=/, and\\b|;/]`,
	message: 'A title makes one claim: divide the test, or say what its claims have in common.',
}));

/** Under another name, or chosen by a condition, a test would escape the rules about tests. */
const OTHER_NAMES_OF_TESTS = [
	'[name=/^(test|describe)$/]',
	'[object.name=/^(test|describe)$/][property.name=/^(only|skip|failing|each)$/]',
].map((test) => ({
	selector: `:matches(VariableDeclarator > .init, ConditionalExpression > *, LogicalExpression > *)${test}`,
	message: 'Call `test` by its name, or use `testIf` (test/support/testIf.ts).',
}));

/**
 * What a reader takes in of one test: its lines, without blank ones and comments, and its
 * expectations.
 */
const TEST_LINES = 60;
const TEST_EXPECTATIONS = 8;

/**
 * A rule of this project: a test is short. `describe` may be long; a table is not counted, only
 * what is done with its rows.
 */
const shortTests = {
	meta: { type: 'suggestion', schema: [] },
	create({ sourceCode, report }) {
		const isTest = ({ callee }) => /^(test|testIf|it)\b/.test(sourceCode.getText(callee));
		/** Whether it is `expect(…)`, or `assert.equal(…)` of Node; `expect.any(…)` is a value. */
		const isExpectation = ({ name = '', object }) =>
			/^(expect|assert)/.test(name) || object?.name === 'assert';
		const tests = [];
		return {
			CallExpression(node) {
				if (isExpectation(node.callee)) for (const test of tests) test.expectations++;
				if (isTest(node) && /Function/.test(node.arguments[1]?.type))
					tests.push({ node, expectations: 0 });
			},
			'CallExpression:exit'(node) {
				if (tests.at(-1)?.node !== node) return;
				const { expectations } = tests.pop();
				const [, work] = node.arguments;
				const comments = new Set(
					sourceCode
						.getCommentsInside(work)
						.filter(({ loc }) =>
							/^\s*$/.test(sourceCode.lines[loc.start.line - 1].slice(0, loc.start.column)),
						)
						.flatMap(({ loc }) =>
							Array.from(
								{ length: loc.end.line - loc.start.line + 1 },
								(_, each) => loc.start.line + each,
							),
						),
				);
				const lines = sourceCode.lines
					.slice(work.loc.start.line - 1, work.loc.end.line)
					.filter(
						(line, each) => line.trim() !== '' && !comments.has(work.loc.start.line + each),
					).length;
				if (lines > TEST_LINES)
					report({
						node,
						message: `A test has at most ${TEST_LINES} lines, and this one ${lines}: divide it by what it claims.`,
					});
				if (expectations > TEST_EXPECTATIONS)
					report({
						node,
						message: `A test has at most ${TEST_EXPECTATIONS} expectations, and this one ${expectations}: divide it by what it claims, or make a table of it.`,
					});
			},
		};
	},
};

/** What a reader passes in a test file before its first test, without the imports. */
const LINES_BEFORE_TESTS = 90;

/** A rule of this project: a test file begins with tests, and long helpers are in a stage. */
const testsFirst = {
	meta: { type: 'suggestion', schema: [] },
	create({ sourceCode, report }) {
		const isTest = ({ type, expression }) =>
			type === 'ExpressionStatement' &&
			/^(test|it|describe)(If)?\b/.test(sourceCode.getText(expression));
		return {
			Program({ body }) {
				const first = body.findIndex(isTest);
				const lines = body
					.slice(0, Math.max(0, first))
					.filter(({ type }) => type !== 'ImportDeclaration')
					.reduce((sum, { loc }) => sum + loc.end.line - loc.start.line + 1, 0);
				if (lines > LINES_BEFORE_TESTS)
					report({
						node: body[first],
						message: `At most ${LINES_BEFORE_TESTS} lines of helpers stand before the first test, and here ${lines}: move them to a stage.`,
					});
			},
		};
	},
};

/** The titles of tests do not repeat the title of a group of more words than this. */
const GROUP_WORDS = 5;

/** A rule of this project: a title does not begin with the whole title of its group. */
const ownTitles = {
	meta: { type: 'suggestion', schema: [] },
	create({ sourceCode, report }) {
		const groups = [];
		const titleIn = ({ callee, arguments: [title] }) => ({
			what: /^(describe|test|testIf|it)\b/.exec(sourceCode.getText(callee))?.[1],
			title: typeof title?.value === 'string' ? title.value : title?.quasis?.[0].value.raw,
		});
		return {
			CallExpression(node) {
				const { what, title } = titleIn(node);
				if (what === undefined || title === undefined) return;
				const group = groups.at(-1)?.title;
				if (
					group?.split(' ').length > GROUP_WORDS &&
					title.toLowerCase().startsWith(`${group.toLowerCase()} `)
				)
					report({
						node,
						message: 'This repeats the title of the group: begin with a shorter subject.',
					});
				if (what === 'describe') groups.push({ node, title });
			},
			'CallExpression:exit'(node) {
				if (groups.at(-1)?.node === node) groups.pop();
			},
		};
	},
};

/**
 * A rule of this project: between the declarations of a file, one of several lines is followed by
 * a blank line. Within functions, blank lines are a matter of sense.
 */
const blankLines = {
	meta: { type: 'layout', schema: [], fixable: 'whitespace' },
	create({ sourceCode, report }) {
		const isLong = ({ type, loc }) => loc.end.line > loc.start.line && type !== 'ImportDeclaration';
		return {
			Program({ body }) {
				for (const statement of body.slice(0, -1).filter(isLong)) {
					const next = sourceCode.getTokenAfter(statement, { includeComments: true });
					const isBehind = next.loc.start.line === statement.loc.end.line;
					const after = isBehind ? sourceCode.getTokenAfter(next, { includeComments: true }) : next;
					const last = isBehind ? next : statement;
					if (after.loc.start.line - last.loc.end.line > 1) continue;
					report({
						node: statement,
						message: 'A declaration of several lines is followed by a blank line.',
						fix: (fixer) => fixer.insertTextAfter(last, '\n'),
					});
				}
			},
		};
	},
};

/**
 * What a name promises ("Words" in docs/project/architecture.md): what only checks returns nothing,
 * and what returns its argument checked says so.
 */
const CONTRACTS = [
	...[
		'FunctionDeclaration[id.name=/^check[A-Z]/]',
		'MethodDefinition[key.name=/^check([A-Z]|$)/] > FunctionExpression',
	]
		.map((declaration) => `${declaration} > TSTypeAnnotation.returnType`)
		.flatMap((returns) => [
			`${returns} > :not(TSVoidKeyword, TSTypeReference[typeName.name="Promise"])`,
			`${returns} > TSTypeReference[typeName.name="Promise"][typeArguments.params.0.type!="TSVoidKeyword"]`,
		]),
	'VariableDeclarator[id.name=/^check[A-Z]/][init.type=/Function/][init.returnType.typeAnnotation.type!="TSVoidKeyword"]',
	'FunctionDeclaration[id.name=/^checked[A-Z]/] > TSTypeAnnotation.returnType > TSVoidKeyword',
].map((selector) => ({
	selector,
	message:
		'What is called check… throws and returns nothing; checked… returns its argument. For what returns something else, see "Words" in docs/project/architecture.md.',
}));

/** Folders whose functions a reader takes in at one look. */
const SHORT_FUNCTIONS = ['nodes', 'credentials', 'emulator', 'platform', 'tools'];

const rulesOf = (name) => {
	const { rules } = n8nNodesBase.configs[name];
	return rules;
};

export default tseslint.config(
	{
		ignores: [
			'node_modules/',
			'tools/*/node_modules/',
			'tools/demo/versions/',
			'build/',
			'coverage/',
			'reports/',
			'dist/',
			'test/fixtures/',
		],
	},
	js.configs.recommended,
	tseslint.configs.recommended,
	{
		plugins: { 'import-x': importX },
		rules: {
			// Prettier wraps the code, but no comments. A reason to switch a rule off stays in its line.
			'max-len': [
				'error',
				{
					comments: 100,
					code: 10_000,
					tabWidth: 2,
					ignoreUrls: true,
					ignorePattern: 'eslint-disable',
				},
			],
			// What is taken out of an object only to get the rest of it is not used.
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
			'import-x/no-duplicates': 'error',
			'import-x/no-cycle': 'off',
			// Packages; after a blank line, other folders, then the own one; each by the alphabet.
			'import-x/order': [
				'error',
				{
					groups: [['builtin', 'external'], 'parent'],
					pathGroups: [{ pattern: '{.,./**}', group: 'parent', position: 'after' }],
					distinctGroup: false,
					'newlines-between': 'always',
					alphabetize: { order: 'asc', caseInsensitive: true },
					named: { enabled: true, types: 'mixed' },
				},
			],
		},
	},
	{
		files: ['**/*.{js,cjs,mjs}'],
		languageOptions: {
			globals: Object.fromEntries(
				[
					'process',
					'console',
					'require',
					'module',
					'exports',
					'__dirname',
					'Buffer',
					'URL',
					'fetch',
					'setTimeout',
					'clearTimeout',
					'setInterval',
					'clearInterval',
					'AbortController',
					'AbortSignal',
					'performance',
					'structuredClone',
					'globalThis',
				].map((name) => [name, 'readonly']),
			),
		},
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	// What runs in a browser.
	{
		files: ['emulator/page/*.js', 'test/e2e/**/*.mjs', 'tools/pictures/camera.mjs'],
		languageOptions: {
			globals: {
				document: 'readonly',
				Image: 'readonly',
				location: 'readonly',
				URLSearchParams: 'readonly',
			},
		},
	},
	tseslint.configs.recommendedTypeCheckedOnly.map((config) => ({ ...config, files: TYPED })),
	{
		files: TYPED,
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			// In n8n's types, each value of an item may be an object, and the contents of a record of the
			// platform are unknown: that it is a plain value is checked when it is read
			// (nodes/shared/declare/field/reading.ts).
			'@typescript-eslint/no-base-to-string': [
				'error',
				{
					ignoredTypeNames: [
						'object',
						'{}',
						'IDataObject',
						'Error',
						'RegExp',
						'URL',
						'URLSearchParams',
					],
				},
			],
		},
	},
	{
		files: SHORT_FUNCTIONS.map((folder) => `${folder}/**/*.{ts,mjs}`),
		plugins: { layout: { rules: { 'blank-lines': blankLines } } },
		rules: {
			'layout/blank-lines': 'error',
			'@typescript-eslint/no-shadow': 'error',
			'no-nested-ternary': 'error',
			complexity: ['error', 15],
			'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
			'max-params': ['error', 4],
		},
	},
	{
		files: SHORT_FUNCTIONS.map((folder) => `${folder}/**/*.ts`),
		rules: { 'no-restricted-syntax': ['error', ...CONTRACTS] },
	},
	// n8n's interfaces require promises even if there is nothing to wait for; an async function turns
	// what it throws into a rejection.
	{ files: TYPED, rules: { '@typescript-eslint/require-await': 'off' } },
	// Jest's matchers (`expect.any`) and the JSON of fixtures are untyped.
	{ files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
	{
		files: ['test/**/*.{ts,mjs}'],
		rules: {
			'no-restricted-syntax': [
				'error',
				...refusedTitles(
					'test|it',
					CONTINUING,
					'A title is a sentence that is true alone: begin it with its subject.',
				),
				...refusedTitles(
					'describe',
					CONTINUING_A_SUBJECT,
					'The title of a group names a subject: begin it with a noun.',
				),
				...longTitles,
				...severalClaims,
				{
					selector: 'CallExpression[callee.name="it"], MemberExpression[object.name="it"]',
					message: 'Call it `test`, like all others.',
				},
				...OTHER_NAMES_OF_TESTS,
				{
					selector: 'TSAsExpression > TSNeverKeyword',
					message:
						'This hides names and values that the type does not have: use `stub` (test/support/stub.ts).',
				},
				{
					selector:
						'CallExpression[callee.property.name="toThrow"][callee.object.property.name!="not"][arguments.length=0]',
					message: 'Say why it throws: any mistake of the test throws, too.',
				},
			],
		},
	},
	{
		files: ['test/conformance/**/*.ts'],
		// A platform whose responses take different times.
		ignores: ['test/conformance/campaigns/oneRecordStage.ts'],
		rules: {
			'no-restricted-globals': [
				'error',
				...['setTimeout', 'setInterval'].map((name) => ({
					name,
					message:
						'How long something takes depends on the machine: wait for what happens with `until` or `quiet` (test/support/followedClock.ts), or act at a request with `onRequest` or `onAnswer` of the platform.',
				})),
			],
			'no-restricted-imports': ['error', 'node:timers', 'node:timers/promises'],
		},
	},
	{
		files: ['test/**/*.ts'],
		ignores: ['test/support/report.ts'],
		rules: {
			'no-console': 'error',
			'no-restricted-properties': [
				'error',
				{
					object: 'process',
					property: 'stdout',
					message: 'Print counts with `report` (test/support/report.ts).',
				},
				{
					object: 'Math',
					property: 'random',
					message: 'Use `random` (test/support/random.ts): a seed repeats it.',
				},
			],
		},
	},
	{
		files: ['test/**/*.{ts,mjs}'],
		plugins: { project: { rules: { 'own-titles': ownTitles, 'short-tests': shortTests } } },
		rules: { 'project/own-titles': 'error', 'project/short-tests': 'error' },
	},
	{
		files: ['test/**/*.test.ts'],
		ignores: ['test/triggers/executionHistories.test.ts'],
		plugins: { stage: { rules: { 'tests-first': testsFirst } } },
		rules: { 'stage/tests-first': 'error' },
	},
	{ files: CHECKED, linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: CHECKED },
	{
		files: ['package.json'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: rulesOf('community'),
	},
	{
		files: ['**/*.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { '@typescript-eslint/no-unused-expressions': 'off' },
	},
	// The rules that are off are also off in n8n's own scanner.
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...rulesOf('credentials'),
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...rulesOf('nodes'),
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
