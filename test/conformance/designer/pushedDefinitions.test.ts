/** Push: an API definition from a repository is created or replaced if it differs. */
import { strToU8, zipSync } from 'fflate';
import type { IDataObject } from 'n8n-workflow';

import { apiDefinitions } from '../../../emulator/areas/designer/designerStore';
import { writesIn } from '../../support/area';
import { byId } from '../../support/demo';
import {
	CREATE,
	expectRefused,
	ids,
	OPENAPI_YAML,
	platform,
	RAML,
	run,
	state,
	succeed,
	withFile,
} from './stage';

describe('an API definition that is pushed from a repository', () => {
	const PUSHED = {
		openapi: '3.0.3',
		info: { title: 'Pushed API', version: '1.0.0' },
		paths: { '/pushed': { get: {} } },
	};
	const push = async (parameters: IDataObject, more = {}) =>
		(await succeed('apiDefinition', 'push', parameters, more))[0]!;
	const writes = () => writesIn(platform);
	beforeEach(() => {
		platform.emulator.resetAccount();
		platform.clearLog();
	});

	test('a preview of an API definition from a repository changes nothing', async () => {
		const first = await push({ definitionText: JSON.stringify(PUSHED), preview: true });
		expect([first, writes()]).toEqual([{ action: 'create', preview: true }, []]);
		const shown = await run('apiDefinition', 'push', {
			definitionText: JSON.stringify(PUSHED),
			preview: true,
		});
		expect(shown.hints).toEqual([
			'Nothing was changed. The output shows what would be done. To do it, turn off Preview and run the node again.',
		]);
	});

	test('an API definition from a repository is created', async () => {
		expect(await push({ definitionText: JSON.stringify(PUSHED) })).toMatchObject({
			action: 'created',
			metadata: { name: 'Pushed API' },
			validationMessages: [],
		});
		expect(writes()).toHaveLength(1);
	});

	test('an API definition that differs only in its form is left unchanged', async () => {
		await push({ definitionText: JSON.stringify(PUSHED) });
		const before = writes().length;
		const { paths, ...rest } = PUSHED;
		const again = await push(
			{ definitionFrom: 'file' },
			withFile(JSON.stringify({ paths, ...rest }, null, 4), 'api.json'),
		);
		expect(again).toMatchObject({
			action: 'unchanged',
			metadata: { name: 'Pushed API', version: '1.0.0' },
		});
		expect(writes()).toHaveLength(before);
	});

	test('an API definition from a repository is replaced when it differs', async () => {
		await push({ definitionText: JSON.stringify(PUSHED) });
		platform.clearLog();
		const changed = JSON.stringify({ ...PUSHED, paths: { '/pushed': {}, '/more': {} } });
		expect(await push({ definitionText: changed, preview: true })).toMatchObject({
			action: 'update',
			preview: true,
			metadata: { name: 'Pushed API' },
		});
		expect(
			await push({ definitionText: changed, options: { failOnWarnings: true } }),
		).toMatchObject({ action: 'updated', metadata: { name: 'Pushed API' } });
		expect(writes().map(({ method, body, query }) => [method, body, query])).toEqual([
			[
				'PUT',
				changed,
				[
					['format', 'OpenApi3'],
					['failOnWarnings', 'true'],
				],
			],
		]);
		expect((await push({ definitionText: changed })).action).toBe('unchanged');
	});

	test('an API definition from a repository with another name on the platform is pointed out', async () => {
		const definitionText = OPENAPI_YAML.replace('Returns', 'Float').replace('1.2.0', '1.10');
		const metadata = { id: 'x', name: 'Float API', version: '1.1' };
		const hintsOf = async (more: IDataObject = {}) => {
			platform.emulator.faults.add({
				operation: CREATE,
				status: 201,
				body: { metadata },
				times: 1,
			});
			return (await run('apiDefinition', 'push', { definitionText, ...more })).hints;
		};
		expect(await hintsOf()).toEqual([
			'API Designer calls this definition Float API, version 1.1, not Float API, version 1.10, so the next Push would create it again. Put title and version in quotes in the definition, or choose it as API Definition.',
		]);
		metadata.version = '1.10';
		expect(await hintsOf()).toEqual([]);
		metadata.name = 'true';
		expect((await hintsOf()).join()).toContain('calls this definition true, version 1.10, not');
	});

	const titled = (title: string) =>
		JSON.stringify({ ...PUSHED, info: { title, version: '3.0.0' } });

	test.each([
		{ where: 'in the file', first: 'Twin API', second: 'Twin\u00a0API\u200b' },
		{ where: 'on the platform', first: 'Other\u00a0API\u200b', second: 'Other API' },
		{ where: 'in both', first: 'Third\u00a0API', second: 'Third  API' },
	])(
		'an API definition from a repository is found by a title with invisible characters $where',
		async ({ first, second }) => {
			expect((await push({ definitionText: titled(first) })).action).toBe('created');
			platform.clearLog();
			expect((await push({ definitionText: titled(second) })).action).toBe('updated');
			expect(writes().map(({ method }) => method)).toEqual(['PUT']);
		},
	);

	test.each([
		['JSON', '{"openapi":"3.0.3","info":{"title":"Cut \\ud83d","version":"1"},"paths":{}}'],
		['YAML', 'openapi: 3.0.3\ninfo:\n  title: "Cut \\ud83d"\n  version: "1"\npaths: {}\n'],
	])(
		'an API definition from a repository is not searched for by a title with half a character (%s)',
		async (_form, definitionText) => {
			platform.clearLog();
			const { error } = await run('apiDefinition', 'push', { definitionText });
			expect(error?.message).toContain(
				'"API Definition" must be chosen: the title of the given definition, Cut \ufffd, contains half of a character',
			);
			expect(writes()).toEqual([]);
		},
	);

	test('an API definition from a repository is created once even if two items have the same title', async () => {
		platform.clearLog();
		const definitions = ['Item\u00a0API', 'Item API', 'Item  API'].map(titled);
		const pushed = await succeed(
			'apiDefinition',
			'push',
			{ definitionText: '={{ $json.text }}' },
			{ items: definitions.map((text) => ({ json: { text } })) },
		);
		expect(pushed.map(({ action }) => action)).toEqual(['created', 'updated', 'updated']);
		expect(writes().map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT']);
	});

	test('an API definition from a repository can be YAML or RAML, with any line endings', async () => {
		for (const text of [
			OPENAPI_YAML.replace('Returns', 'Pushed returns'),
			RAML.replace('Stock', 'Pushed stock'),
		]) {
			expect((await push({ definitionText: text })).action).toBe('created');
			expect((await push({ definitionText: `${text.replace(/\n/g, ' \r\n')}\n` })).action).toBe(
				'unchanged',
			);
			expect((await push({ definitionText: `${text}# more\n` })).action).toBe('updated');
		}
	});

	const openApi = (title: string) =>
		`openapi: 3.0.0\n${title}paths:\n  /x: {get: {description: y}}\n`;
	test.each<[string, string, string, string?]>([
		[
			'a text in lines that looks like a title',
			'Block API',
			openApi(
				'info:\n  description: |\n    {"title": "wrong"}\n    title: wrong\n  title: Block API\n',
			),
		],
		[
			'a nested title',
			'Outer API',
			openApi('info:\n  contact:\n    title: Inner\n  title: Outer API\n'),
		],
		['single quotes', "It's 'quoted'", openApi("info: {title: 'It''s ''quoted'''}\n")],
		['a number sign in quotes', 'A # B', openApi('info:\n  title: "A # B" # comment\n')],
		[
			'a folded text',
			'Folded over two lines',
			openApi('info:\n  title: >-\n    Folded over\n    two lines\n'),
		],
		['a text with its line break', 'Kept\n', openApi('info:\n  title: |\n    Kept\n')],
		['an anchor', 'Anchored API', openApi('info:\n  title: &t Anchored API\n  x-again: *t\n')],
		['an alias', 'Alias API', openApi('x-title: &t Alias API\ninfo:\n  title: *t\n')],
		[
			'a merged mapping',
			'Merged API',
			openApi('x-info: &i {title: Merged API}\ninfo:\n  <<: *i\n'),
		],
		[
			'an anchor that is used often',
			'Often',
			openApi(`x-a: &a {x: 1}\ninfo: {title: Often}\nx-all: [${'*a, '.repeat(500)}1]\n`),
		],
		[
			'lines that end as on an old Mac',
			'Old Mac',
			openApi('info:\n  title: Old Mac\n').replace(/\n/g, '\r'),
		],
		['an escape of eight digits', 'Smile 😀', openApi('info:\n  title: "Smile \\U0001F600"\n')],
		['two lines in quotes', 'Two lines', openApi('info:\n  title: "Two\n    lines"\n')],
		['two plain lines', 'Two plain lines', openApi('info:\n  title: Two plain\n    lines\n')],
		['a number', '2024', openApi('info:\n  title: 2024\n')],
		['a word for true', 'True', openApi('info:\n  title: True\n')],
		['a word that is true for some', 'Yes', openApi('info:\n  title: Yes\n')],
		[
			'a version that is a number',
			'Number',
			openApi('info:\n  title: Number\n  version: 1.10\n'),
			'1.10',
		],
		[
			'a version that is a date',
			'Date',
			openApi('info:\n  title: Date\n  version: 2024-01-02\n'),
			'2024-01-02',
		],
		['a title at the end', 'Last', 'paths: {/x: {}}\ninfo: {title: Last}\nopenapi: 3.1.0\n'],
		[
			'an indented root',
			'Indented',
			'---\n  openapi: 3.0.0\n  info:\n    title: Indented\n  paths: {/x: {}}\n',
		],
		['YAML in braces', 'Braces', '{openapi: 3.0.0, info: {title: Braces}, paths: {/x: {}}}'],
		[
			'a version of Swagger that is a number',
			'Swagger',
			'{"swagger": 2.0, "info": {"title": "Swagger", "version": 1.0}, "paths": {"/x": {}}}',
			'1.0',
		],
		[
			'a version of Swagger in YAML',
			'Swagger YAML',
			'swagger: 2.0\ninfo: {title: Swagger YAML}\npaths: {/x: {}}\n',
		],
		[
			'a document with its end',
			'Ended',
			`%YAML 1.2\n---\n${openApi('info: {title: Ended}\n')}...\n`,
		],
		[
			'RAML with what it includes',
			'RAML with tags',
			'#%RAML 1.0\n/x: !include x.raml\ndocumentation:\n  - title: Inner\ntitle: RAML with tags\n',
		],
	])(
		'an API definition from a repository is found again: %s',
		async (...[, title, definitionText, version]) => {
			const before = ids().length;
			const first = await push({ definitionText });
			expect(first).toMatchObject({
				action: 'created',
				metadata: { name: title, ...(version === undefined ? {} : { version }) },
			});
			expect((await push({ definitionText })).action).toBe('unchanged');
			const changed = definitionText.replace(/\/x/, '/changed');
			expect((await push({ definitionText: changed })).action).toBe('updated');
			expect(ids()).toHaveLength(before + 1);
		},
	);

	test.each([
		[
			'openapi: 3.0.0\ninfo:\n  title: A\n  title: B\n',
			'line 4, column 3: This name is given a second time',
		],
		[
			'openapi: 3.0.0\ninfo:\n\ttitle: A\n',
			'line 3, column 1: Tabs are not allowed as indentation',
		],
		[
			'{"openapi": "3.0.0",\n"info": {"title": "A"}',
			'line 2, column 23: Flow map must end with a }',
		],
		['openapi: 3.0.0\ninfo: {title: A: B}\n', 'line 2, column 15: '],
		['openapi: 3.0.0\ninfo: *x\n', 'line 2, column 7: There is no anchor &x before this alias'],
	])('%j is refused with its place', async (definitionText, place) => {
		await expectRefused(
			'apiDefinition',
			'push',
			{ definitionText },
			new RegExp(
				`^"Definition" cannot be read as YAML or JSON: ${place.replace(/[{}&*]/g, '\\$&')}`,
			),
		);
	});

	describe('a definition that is pushed after an earlier one', () => {
		const next = JSON.stringify({ ...PUSHED, info: { title: 'Pushed API', version: '2.0.0' } });
		/** The ID of the earlier definition. */
		const pushed = async () => {
			await push({ definitionText: JSON.stringify(PUSHED) });
			return byId(apiDefinitions.all(state()).find(({ name }) => name === 'Pushed API')!.id);
		};

		test('a definition with another version is created beside the earlier one', async () => {
			await pushed();
			const before = ids();
			expect(await push({ definitionText: next })).toMatchObject({
				action: 'created',
				metadata: { version: '2.0.0' },
			});
			expect(ids()).toEqual([...before, expect.any(String)]);
		});

		test('a chosen API definition is replaced, whatever its version', async () => {
			const definitionId = await pushed();
			expect(await push({ definitionText: next, definitionId })).toMatchObject({
				action: 'updated',
				metadata: { id: definitionId.value, version: '2.0.0' },
			});
		});

		test('a RAML definition does not replace an OpenAPI definition', async () => {
			const { error } = await run('apiDefinition', 'push', {
				definitionText: RAML,
				definitionId: await pushed(),
			});
			expect(error!.message).toContain('does not convert');
		});

		test('a definition that cannot be read for comparison is replaced', async () => {
			const definitionId = await pushed();
			platform.emulator.faults.add({
				operation: 'GET /api/v1/api-definitions/{definitionId}',
				status: 415,
			});
			expect(await push({ definitionText: JSON.stringify(PUSHED), definitionId })).toMatchObject({
				action: 'updated',
			});
		});
	});

	test('an API definition is refused if two have its title and version', async () => {
		const twice = JSON.stringify(PUSHED);
		for (let count = 0; count < 2; count++)
			await succeed('apiDefinition', 'create', { definitionText: twice });
		const { error } = await run('apiDefinition', 'push', { definitionText: twice });
		expect(error!.message).toBe('2 API definitions are called Pushed API, version 1.0.0');
		expect(error!.description).toMatch(
			/^Nothing was changed\. Choose one of them as API Definition: \w+, \w+\./,
		);
	});

	test.each([
		[
			'a definition without a title',
			'{"openapi":"3.0.0"}',
			/^"API Definition" must be chosen: the given definition has no title/,
		],
		['a text that is not an API definition', 'hello', /^"Definition" is not an API definition/],
	])('%s is refused', async (_what, definitionText, message) => {
		await expectRefused('apiDefinition', 'push', { definitionText }, message);
	});

	test('a ZIP archive is refused, because it cannot be compared', async () => {
		const { error } = await run(
			'apiDefinition',
			'push',
			{ definitionFrom: 'file' },
			withFile(zipSync({ 'a.yaml': strToU8(OPENAPI_YAML) }), 'a.zip'),
		);
		expect(error!.message).toBe(
			'"Input Binary Field" must be one file: a ZIP archive cannot be compared',
		);
	});

	test('a chosen API definition that does not exist is not created', async () => {
		const { error } = await run('apiDefinition', 'push', {
			definitionText: JSON.stringify(PUSHED),
			definitionId: byId('gone'),
		});
		expect(error).toMatchObject({ httpCode: '404' });
		expect(writes()).toEqual([]);
	});
});
