/** Each operation of Talend Cloud API Designer does its work on the platform. */
import { strToU8, zipSync } from 'fflate';
import type { IDataObject } from 'n8n-workflow';

import { apiDefinitions, apiTests } from '../../../emulator/areas/designer/designerStore';
import { groups } from '../../../emulator/areas/scim/scimStore';
import { areaOf } from '../../support/area';
import { describeRequests, judgeRequests } from '../../support/conformance';
import { byId, byName, userNamed } from '../../support/demo';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });
const state = () => platform.emulator.state;
const { run, succeed, requests, expectRefused } = areaOf('Designer', () => platform);

const DEFINITION = JSON.stringify({
	openapi: '3.0.3',
	info: { title: 'Orders API', version: '2.1.0' },
	paths: { '/orders': {} },
});
const RAML = '#%RAML 1.0\ntitle: Stock API\nversion: v1\n/stock:\n  get:\n';
const OPENAPI_YAML =
	'openapi: "3.0.1"\ninfo:\n  title: Returns API\n  version: 1.2.0\npaths:\n  /returns: {}\n';
const ids = () => apiDefinitions.all(state()).map(({ id }) => id);
const demo = () => byId(ids()[0]!);
const idOf = (written: IDataObject | undefined) => String((written!.metadata as IDataObject).id);
const CREATE = 'POST /api/v1/api-definitions';

const file = (bytes: Uint8Array | string, fileName: string) => ({
	items: [
		{
			json: {},
			binary: {
				data: {
					data: Buffer.from(bytes).toString('base64'),
					fileName,
					mimeType: 'application/octet-stream',
				},
			},
		},
	],
});

describe('requests', () => {
	describeRequests('Designer', () => platform, {
		'apiDefinition.delete': { base: { definitionId: byId('gone') } },
		'apiDefinition.setSharings': { keeps: true },
		'apiTest.setSharings': { keeps: true },
	});
});

describe('API definition', () => {
	test.each<{ format: string; definitionText: string; type: string; name: string }>([
		{
			format: 'OpenApi3',
			definitionText: DEFINITION,
			type: 'application/json',
			name: 'Orders API',
		},
		{
			format: 'OpenApi3',
			definitionText: OPENAPI_YAML,
			type: 'application/x-yaml',
			name: 'Returns API',
		},
		{ format: 'Raml10', definitionText: RAML, type: 'application/x-yaml', name: 'Stock API' },
		{
			format: 'Swagger20',
			definitionText:
				'{"swagger":"2.0","info":{"title":"Old API","version":"1"},"paths":{"/x":{}}}',
			type: 'application/json',
			name: 'Old API',
		},
		{
			format: 'Raml08',
			definitionText: '#%RAML 0.8\ntitle: Older API\n',
			type: 'application/x-yaml',
			name: 'Older API',
		},
		{
			format: 'Swagger12',
			definitionText: '{"swaggerVersion":"1.2","info":{"title":"Oldest API"},"paths":{"/x":{}}}',
			type: 'application/json',
			name: 'Oldest API',
		},
	])(
		'an API definition is created from text as $format',
		async ({ format, definitionText, type, name }) => {
			const [made] = await succeed('apiDefinition', 'create', { definitionText });
			expect(made).toMatchObject({ metadata: { name }, validationMessages: [] });
			const sent = requests(CREATE).at(-1)!;
			expect([sent.query, sent.headers['content-type'], sent.body]).toEqual([
				[],
				type,
				definitionText,
			]);
			expect(apiDefinitions.find(state(), idOf(made)).format).toBe(format);
			await succeed('apiDefinition', 'create', { definitionText, options: { format } });
		},
	);

	test('an API definition is created from a file', async () => {
		const [made] = await succeed(
			'apiDefinition',
			'create',
			{ definitionFrom: 'file', binaryField: 'data', options: { failOnWarnings: true } },
			file(DEFINITION.replace('Orders', 'Filed'), 'filed.json'),
		);
		expect(made).toMatchObject({ metadata: { name: 'Filed API', version: '2.1.0' } });
	});

	test('an API definition is created from an archive with its main file', async () => {
		const archive = zipSync({ 'api/main.yaml': strToU8(OPENAPI_YAML) });
		const [made] = await succeed(
			'apiDefinition',
			'create',
			{ definitionFrom: 'file', options: { mainFile: 'api/main.yaml' } },
			file(archive, 'api.zip'),
		);
		expect(made).toMatchObject({ metadata: { name: 'main' } });
		expect(
			Buffer.from(apiDefinitions.find(state(), idOf(made)).content).equals(Buffer.from(archive)),
		).toBe(true);
		expect(requests(CREATE).at(-1)!.headers['content-type']).toBe('application/zip');
	});

	test.each<[string, Buffer]>([
		['UTF-8 with a mark', Buffer.from(`\ufeff${OPENAPI_YAML}# Zürich`)],
		['UTF-16', Buffer.from(`\ufeff${OPENAPI_YAML}# Zürich`, 'utf16le')],
		[
			'UTF-16 the other way round',
			Buffer.from(`\ufeff${OPENAPI_YAML}# Zürich`, 'utf16le').swap16(),
		],
	])('a file in %s arrives as UTF-8', async (_name, bytes) => {
		const parameters = { definitionFrom: 'file', binaryField: 'data' };
		await succeed('apiDefinition', 'create', parameters, file(bytes, 'returns.yaml'));
		expect(requests(CREATE).at(-1)!.body).toBe(`${OPENAPI_YAML}# Zürich`);
	});

	test.each<[string, Buffer]>([
		['in Windows-1252', Buffer.from(`${OPENAPI_YAML}# Z\xfcrich \x80`, 'latin1')],
		['in Windows-1252 or ISO-8859-1', Buffer.from(`${OPENAPI_YAML}# Z\xfcrich`, 'latin1')],
		['in UTF-16 without a byte order mark', Buffer.from(OPENAPI_YAML, 'utf16le')],
		['no text', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
	])('a file %s is refused', async (seems, bytes) => {
		for (const operation of ['create', 'push'])
			await expectRefused(
				'apiDefinition',
				operation,
				{ definitionFrom: 'file', binaryField: 'data' },
				`Input Binary Field must be text in UTF-8, or in UTF-16 with a byte order mark, but it seems to be ${seems}: save it as UTF-8`,
				file(bytes, 'returns.yaml'),
			);
	});

	test.each(['hello', '{"a": 1}', '[]', 'title: no RAML\nversion: 1', '{"openapi": "4.0.0"}'])(
		'a text that is not a definition is refused: %s',
		async (definitionText) => {
			await expectRefused(
				'apiDefinition',
				'create',
				{ definitionText },
				/^Definition is not an API definition: it must be OpenAPI 3, Swagger 2\.0 or 1\.2/,
			);
		},
	);

	test.each(['', '\ufeff', ' \n\t'])('an empty file is refused: %j', async (content) => {
		await expectRefused(
			'apiDefinition',
			'push',
			{ definitionFrom: 'file' },
			'Input Binary Field is empty: it must have an API definition',
			file(content, 'api.yaml'),
		);
	});

	test('choices that do not match the definition are refused', async () => {
		await expectRefused(
			'apiDefinition',
			'create',
			{ definitionText: DEFINITION, options: { format: 'Raml10' } },
			'Format must match the definition, which is OpenAPI 3',
		);
		platform.clearLog();
		const archive = file(zipSync({ 'a.yaml': strToU8(OPENAPI_YAML) }), 'a.zip');
		const withoutMainFile = await run(
			'apiDefinition',
			'create',
			{ definitionFrom: 'file' },
			archive,
		);
		expect(withoutMainFile.error!.message).toBe(
			'Main File must be given for a ZIP archive: the path of its main file',
		);
		const update = await run(
			'apiDefinition',
			'update',
			{ definitionId: demo(), definitionFrom: 'file' },
			archive,
		);
		expect(update.error!.message).toBe(
			'Input Binary Field must be one file: a ZIP archive can only be given to Create',
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('an API definition with warnings can be refused', async () => {
		const definitionText = DEFINITION.replace('{"/orders":{}}', '{}');
		const { error } = await run('apiDefinition', 'create', {
			definitionText,
			options: { failOnWarnings: true },
		});
		expect(error).toMatchObject({ httpCode: '412' });
		expect(error!.description).toMatch(
			/^The definition produces warnings, and Fail On Warnings is on/,
		);
		expect(await succeed('apiDefinition', 'create', { definitionText })).toMatchObject([
			{ validationMessages: [{ type: 'warning' }] },
		]);
	});

	test('an API definition is read as a file', async () => {
		const { items } = await run('apiDefinition', 'get', { definitionId: demo() });
		expect(items[0]!.json).toMatchObject({
			fileName: 'Invoices-API.json',
			mimeType: 'application/json',
		});
		const text = Buffer.from(items[0]!.binary!.data!.data, 'base64').toString();
		expect(JSON.parse(text)).toMatchObject({ info: { title: 'Invoices API' } });
	});

	test('an API definition is not read in a format that the platform does not offer', async () => {
		const { error } = await run('apiDefinition', 'get', {
			definitionId: demo(),
			options: { format: 'Raml08' },
		});
		expect(error).toMatchObject({ httpCode: '501' });
	});

	describe('an API definition that is replaced', () => {
		beforeAll(async () => {
			const { items } = await run('apiDefinition', 'get', { definitionId: demo() });
			const text = Buffer.from(items[0]!.binary!.data!.data, 'base64').toString();
			const definitionText = text.replace('1.0.0', '1.1.0');
			const [changed] = await succeed('apiDefinition', 'update', {
				definitionId: demo(),
				definitionText,
			});
			expect(changed).toMatchObject({ metadata: { name: 'Invoices API', version: '1.1.0' } });
		});

		test('the description of a definition has its new version', async () => {
			expect(await succeed('apiDefinition', 'getMetadata', { definitionId: demo() })).toMatchObject(
				[{ version: '1.1.0', sharings: { groups: [] } }],
			);
		});

		test('a definition is found by its new version', async () => {
			const listed = await succeed('apiDefinition', 'getMany', {
				returnAll: true,
				simplify: true,
				filters: {
					name: 'Invoices API',
					version: '1.1.0',
					sortBy: 'name',
					sortOrder: 'desc',
					creationDateFrom: '2001-01-01T00:00:00Z',
					most: 5,
				},
			});
			expect(listed.map(({ version }) => version)).toEqual(['1.1.0']);
		});
	});

	test('an API definition is audited', async () => {
		const findings = await succeed('apiDefinition', 'audit', {
			definitionId: demo(),
			format: 'OpenApi3Aws',
			returnAll: true,
		});
		expect(findings).toMatchObject([{ type: 'warning' }]);
	});

	test('an API definition is deleted', async () => {
		const [made] = await succeed('apiDefinition', 'create', {
			definitionText: DEFINITION.replace('Orders', 'Gone'),
		});
		const id = idOf(made);
		expect(await succeed('apiDefinition', 'delete', { definitionId: byId(id) })).toEqual([
			{ deleted: true, definitionId: id },
		]);
	});

	describe('pushed from a repository', () => {
		const PUSHED = {
			openapi: '3.0.3',
			info: { title: 'Pushed API', version: '1.0.0' },
			paths: { '/pushed': { get: {} } },
		};
		const push = async (parameters: IDataObject, more = {}) =>
			(await succeed('apiDefinition', 'push', parameters, more))[0]!;
		const writes = () => platform.emulator.log.filter(({ method }) => method !== 'GET');
		beforeEach(() => platform.clearLog());

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
				file(JSON.stringify({ paths, ...rest }, null, 4), 'api.json'),
			);
			expect(again).toMatchObject({
				action: 'unchanged',
				metadata: { name: 'Pushed API', version: '1.0.0' },
			});
			expect(writes()).toHaveLength(before);
		});

		test('an API definition from a repository is replaced when it differs', async () => {
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
					'API Definition must be chosen: the title of the given definition, Cut \ufffd, contains half of a character',
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
					`^Definition cannot be read as YAML or JSON: ${place.replace(/[{}&*]/g, '\\$&')}`,
				),
			);
		});

		test('a definition with another version is another one, unless the user chooses which one it replaces', async () => {
			const next = JSON.stringify({ ...PUSHED, info: { title: 'Pushed API', version: '2.0.0' } });
			const held = apiDefinitions.all(state()).find(({ name }) => name === 'Pushed API')!;
			expect(await push({ definitionText: next, definitionId: byId(held.id) })).toMatchObject({
				action: 'updated',
				metadata: { id: held.id, version: '2.0.0' },
			});
			expect(await push({ definitionText: JSON.stringify(PUSHED) })).toMatchObject({
				action: 'created',
				metadata: { version: '1.0.0' },
			});
			const unconvertible = await push({ definitionText: RAML, definitionId: byId(held.id) }).catch(
				(error: Error) => error,
			);
			expect(String(unconvertible)).toContain('does not convert');
			platform.emulator.faults.add({
				operation: 'GET /api/v1/api-definitions/{definitionId}',
				status: 415,
			});
			expect(await push({ definitionText: next, definitionId: byId(held.id) })).toMatchObject({
				action: 'updated',
			});
		});

		test('endpoints that cannot be distinguished, found or compared are refused', async () => {
			const twice = JSON.stringify({ ...PUSHED, info: { title: 'Twice API', version: '1' } });
			for (let count = 0; count < 2; count++)
				await succeed('apiDefinition', 'create', { definitionText: twice });
			const both = await run('apiDefinition', 'push', { definitionText: twice });
			expect(both.error!.message).toBe('2 API definitions are called Twice API, version 1');
			expect(both.error!.description).toMatch(
				/^Nothing was changed\. Choose one of them as API Definition: \w+, \w+\./,
			);
			await expectRefused(
				'apiDefinition',
				'push',
				{ definitionText: '{"openapi":"3.0.0"}' },
				/^API Definition must be chosen: the given definition has no title/,
			);
			await expectRefused(
				'apiDefinition',
				'push',
				{ definitionText: 'hello' },
				/^Definition is not an API definition/,
			);
			const archive = await run(
				'apiDefinition',
				'push',
				{ definitionFrom: 'file' },
				file(zipSync({ 'a.yaml': strToU8(OPENAPI_YAML) }), 'a.zip'),
			);
			expect(archive.error!.message).toBe(
				'Input Binary Field must be one file: a ZIP archive cannot be compared',
			);
			const gone = await run('apiDefinition', 'push', {
				definitionText: twice,
				definitionId: byId('gone'),
			});
			expect(gone.error).toMatchObject({ httpCode: '404' });
		});
	});

	describe('the sharing of API definitions', () => {
		test('an API definition can be shared with the users of the account', async () => {
			const ana = userNamed(state(), 'ana.demo');
			expect((await pick(platform, 'Designer', 'searchEligibleUsers', {}, 'ana')).results).toEqual([
				{ name: 'Ana Demo', value: ana },
			]);
			const eligible = (await succeed('apiDefinition', 'getEligibles', {}))[0] as {
				users: IDataObject[];
			};
			expect(eligible.users).toContainEqual({ userId: ana, firstName: 'Ana', lastName: 'Demo' });
		});

		test('an API definition that is shared with groups keeps its users', async () => {
			const ana = userNamed(state(), 'ana.demo');
			const [group] = groups.all(state());
			await succeed('apiDefinition', 'setSharings', {
				definitionId: demo(),
				groupsJson: [{ groupId: group!.id, level: { code: 'WRITER' } }],
			});
			expect(await succeed('apiDefinition', 'getSharings', { definitionId: demo() })).toMatchObject(
				[
					{
						users: [{ userId: ana, level: { code: 'OWNER' } }],
						groups: [{ groupId: group!.id, level: { code: 'WRITER' } }],
					},
				],
			);
		});

		test('an unknown user cannot be given access to an API definition', async () => {
			const { error } = await run('apiDefinition', 'setSharings', {
				definitionId: demo(),
				usersJson: [{ userId: 'nobody', level: { code: 'OWNER' } }],
			});
			expect(error!.description).toMatch(
				/^Check that each ID is that of a user or group that can share an API definition/,
			);
		});

		test('a change of sharings requires users or groups', async () => {
			await expectRefused(
				'apiDefinition',
				'setSharings',
				{ definitionId: demo() },
				/^Update Fields needs at least one field to change/,
			);
		});
	});
});

test('test projects are listed and shared', async () => {
	const [project] = apiTests.all(state());
	expect(await succeed('apiTest', 'getMany', { returnAll: true })).toEqual([
		{ id: project!.id, name: 'Invoices smoke test' },
	]);
	const testId = byName('Invoices smoke test');
	await succeed('apiTest', 'setSharings', {
		testId,
		usersJson: [{ userId: userNamed(state(), 'bao.nguyen'), level: { code: 'OWNER' } }],
	});
	expect(await succeed('apiTest', 'getSharings', { testId })).toMatchObject([
		{ users: [{ userId: userNamed(state(), 'bao.nguyen'), level: { code: 'OWNER' } }] },
	]);
});

judgeRequests(platform, 'Designer', ['apiDefinition', 'apiTest']);
