/** Each operation of Talend Cloud API Designer does its work on the platform. */
import { strToU8, zipSync } from 'fflate';
import type { IDataObject } from 'n8n-workflow';

import { apiDefinitions, apiTests } from '../../../emulator/areas/designer/designerStore';
import { groups } from '../../../emulator/areas/scim/scimStore';
import { describeRequests } from '../../support/conformance';
import { byId, byName, userNamed } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import {
	CREATE,
	expectRefused,
	ids,
	OPENAPI_YAML,
	platform,
	RAML,
	requests,
	run,
	state,
	succeed,
	withFile,
} from './stage';

const DEFINITION = JSON.stringify({
	openapi: '3.0.3',
	info: { title: 'Orders API', version: '2.1.0' },
	paths: { '/orders': {} },
});
const demo = () => byId(ids()[0]!);
const idOf = (written: IDataObject | undefined) => String((written!.metadata as IDataObject).id);

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
			withFile(DEFINITION.replace('Orders', 'Filed'), 'filed.json'),
		);
		expect(made).toMatchObject({ metadata: { name: 'Filed API', version: '2.1.0' } });
	});

	test('an API definition is created from an archive with its main file', async () => {
		const archive = zipSync({ 'api/main.yaml': strToU8(OPENAPI_YAML) });
		const [made] = await succeed(
			'apiDefinition',
			'create',
			{ definitionFrom: 'file', options: { mainFile: 'api/main.yaml' } },
			withFile(archive, 'api.zip'),
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
		await succeed('apiDefinition', 'create', parameters, withFile(bytes, 'returns.yaml'));
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
				`"Input Binary Field" must be text in UTF-8, or in UTF-16 with a byte order mark, but it seems to be ${seems}: save it as UTF-8`,
				withFile(bytes, 'returns.yaml'),
			);
	});

	test.each(['hello', '{"a": 1}', '[]', 'title: no RAML\nversion: 1', '{"openapi": "4.0.0"}'])(
		'a text that is not a definition is refused: %s',
		async (definitionText) => {
			await expectRefused(
				'apiDefinition',
				'create',
				{ definitionText },
				/^"Definition" is not an API definition: it must be OpenAPI 3, Swagger 2\.0 or 1\.2/,
			);
		},
	);

	test.each(['', '\ufeff', ' \n\t'])('an empty file is refused: %j', async (content) => {
		await expectRefused(
			'apiDefinition',
			'push',
			{ definitionFrom: 'file' },
			'"Input Binary Field" is empty: it must contain an API definition',
			withFile(content, 'api.yaml'),
		);
	});

	test('choices that do not match the definition are refused', async () => {
		await expectRefused(
			'apiDefinition',
			'create',
			{ definitionText: DEFINITION, options: { format: 'Raml10' } },
			'"Format" must match the definition, which is OpenAPI 3',
		);
		platform.clearLog();
		const archive = withFile(zipSync({ 'a.yaml': strToU8(OPENAPI_YAML) }), 'a.zip');
		const withoutMainFile = await run(
			'apiDefinition',
			'create',
			{ definitionFrom: 'file' },
			archive,
		);
		expect(withoutMainFile.error!.message).toBe(
			'"Main File" must be given for a ZIP archive: the path of its main file',
		);
		const update = await run(
			'apiDefinition',
			'update',
			{ definitionId: demo(), definitionFrom: 'file' },
			archive,
		);
		expect(update.error!.message).toBe(
			'"Input Binary Field" must be one file: a ZIP archive can only be given to Create',
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
			/^The definition produces warnings, and Fail on Warnings is on/,
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
		const { error } = await run('apiDefinition', 'get', { definitionId: byId(id) });
		expect(error).toMatchObject({ httpCode: '404' });
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
				/^"Update Fields" needs at least one field to change/,
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
