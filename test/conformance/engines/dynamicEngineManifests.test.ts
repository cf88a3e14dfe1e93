/** The manifest and the Helm values of a dynamic engine, their versions and keys. */
import { strFromU8, unzipSync } from 'fflate';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { DURATIONS_MS } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { newEngine, newName, platform, requests, run, succeed, wait } from './stage';

async function manifest(parameters: IDataObject) {
	const { items, error } = await run('dynamicEngine', 'generateManifest', parameters);
	if (error) throw error;
	const [{ json, binary }] = items as [INodeExecutionData];
	const [[field, file]] = Object.entries(binary!) as [
		[string, { data: string; fileName?: string; mimeType: string }],
	];
	const files = Object.fromEntries(
		Object.entries(unzipSync(Buffer.from(file.data, 'base64'))).map(([name, data]) => [
			name,
			strFromU8(data),
		]),
	);
	return {
		json,
		field,
		file,
		files,
		key: /pairingKey: "(.+)"/.exec(files['infrastructure.yaml']!)![1]!,
	};
}

test('the Helm values are a zip, with a new key if requested', async () => {
	const dynamicEngineId = byId(await newEngine());
	const keyIn = async (options: IDataObject) => {
		const { items, error } = await run('dynamicEngine', 'generateHelm', {
			dynamicEngineId,
			binaryPropertyName: 'zip',
			options,
		});
		if (error) throw error;
		const files = unzipSync(Buffer.from(items[0]!.binary!.zip!.data, 'base64'));
		return /pairingKey: (.+)/.exec(strFromU8(files['infrastructure-values.yaml']!))![1];
	};
	const before = await keyIn({});
	expect(await keyIn({})).toBe(before);
	expect(await keyIn({ generateNewPairingKey: true })).not.toBe(before);
});

test('the manifest is a zip with the name from its header', async () => {
	fact('C.135');
	const id = await newEngine();
	const { json, field, file } = await manifest({
		dynamicEngineId: byId(id),
		binaryPropertyName: 'zip',
	});
	expect(field).toBe('zip');
	expect(file).toMatchObject({
		mimeType: 'application/zip',
		fileName: expect.stringMatching(/^engine-\d+-1\.2\.0\.zip$/) as string,
	});
	expect(json).toEqual({
		dynamicEngineId: id,
		fileName: file.fileName,
		mimeType: 'application/zip',
		size: Buffer.from(file.data, 'base64').length,
	});
});

test('the manifest is for the latest version unless another one is requested', async () => {
	fact('C.139');
	const id = await newEngine();
	const { files } = await manifest({ dynamicEngineId: byId(id) });
	expect(Object.keys(files)).toEqual(['infrastructure.yaml']);
	expect(files['infrastructure.yaml']).toContain(`dynamicEngineId: "${id}"\nversion: "1.2.0"`);
	expect(
		requests(
			'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
		).at(-1)!.body,
	).toBe('{}');
});

test('a dynamic engine is connected once its manifest has been applied', async () => {
	const id = byId(await newEngine());
	await manifest({ dynamicEngineId: id });
	wait(DURATIONS_MS.manifest);
	expect(await succeed('dynamicEngine', 'get', { id })).toEqual([
		expect.objectContaining({ state: 'CONNECTED' }),
	]);
});

test('the manifest contains all environments of the engine', async () => {
	fact('C.135');
	const dynamicEngineId = byName(DEMO_ENGINES.otherEngine);
	const expected: IDataObject = {};
	for (let count = 0; count < 2; count++) {
		const [environment] = await succeed('dynamicEngineEnvironment', 'create', {
			name: newName('environment'),
			workspaceName: 'Finance',
		});
		const id = String(environment!.id);
		const [{ linkId } = {}] = await succeed('dynamicEngineEnvironment', 'connect', {
			environmentId: byId(id),
			dynamicEngineId,
		});
		expected[`environments/${id}.yaml`] = `environmentId: "${id}"\nlinkId: "${String(linkId)}"\n`;
	}
	expect((await manifest({ dynamicEngineId })).files).toMatchObject(expected);
});

test('the versions of an engine are listed, with their services', async () => {
	fact('C.83', 'C.85');
	const versions = await succeed('dynamicEngine', 'getVersions', { returnAll: true });
	expect(versions.map(({ id }) => id)).toEqual(['1.2.0', '1.1.0', '1.0.1']);
	expect(versions[0]).toMatchObject({
		kubeVersion: '>= 1.27',
		services: [{ id: 'engine-operator', feature: 'infra', version: '1.2.0' }, expect.anything()],
	});
	expect(schemaFindings('C.DynamicEngineReleaseNote', versions[0]!.releaseNotes)).toEqual([]);
	expect(
		(versions[0]!.services as unknown[]).flatMap((each) =>
			schemaFindings('C.DynamicEngineService', each),
		),
	).toEqual([]);
});

test('the manifest is for the chosen version', async () => {
	fact('C.79', 'C.139');
	const dynamicEngineId = byId(await newEngine());
	const first = await manifest({ dynamicEngineId, options: { version: byName('1.1.0') } });
	expect(first.files['infrastructure.yaml']).toContain('version: "1.1.0"');
});

test('the manifest keeps its key, unless a new one is requested', async () => {
	fact('C.79');
	const dynamicEngineId = byId(await newEngine());
	const first = await manifest({ dynamicEngineId, options: { version: byName('1.1.0') } });
	const again = await manifest({ dynamicEngineId, options: { version: byId('1.0.1') } });
	expect(again.key).toBe(first.key);
	const renewed = await manifest({ dynamicEngineId, options: { generateNewPairingKey: true } });
	expect(renewed.key).not.toBe(first.key);
	expect(renewed.files['infrastructure.yaml']).toContain('version: "1.2.0"');
});

test('a version that does not exist is refused', async () => {
	fact('C.139');
	const dynamicEngineId = byId(await newEngine());
	const { error } = await run('dynamicEngine', 'generateManifest', {
		dynamicEngineId,
		options: { version: byId('0.0.1') },
	});
	expect(error).toMatchObject({ httpCode: '400', message: 'Version 0.0.1 is not supported' });
});

test('an engine has neither a manifest nor a status at first', async () => {
	fact('C.135', 'C.136');
	const [{ id } = {}] = await succeed('dynamicEngine', 'create', { name: newName('engine') });
	for (const dynamicEngineId of [byId(id), byId('no-such-engine')])
		for (const operation of ['generateManifest', 'getInfrastructureStatus']) {
			const { error } = await run('dynamicEngine', operation, { dynamicEngineId });
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error!.description).toMatch(
				/The dynamic engine does not exist, or has no status yet: a new one gets it after some time\./,
			);
		}
});

judgeRequests(platform, 'Engines', [
	'dynamicEngine.getVersions',
	'dynamicEngine.generateHelm',
	'dynamicEngine.generateManifest',
]);
