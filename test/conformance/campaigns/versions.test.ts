/** A made-up node of two versions: what an operation or a field is may differ between them. */
import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { text } from '../../../nodes/shared/declare/fields';
import { rulesOf, versionRules } from '../../../tools/reference/rules';
import { made, sent } from './versionsStage';

describe.each(['workflow', 'tool'] as const)('each version as a %s', (entryPoint) => {
	test('a field is read only in the versions that have it', async () => {
		const parameters = {
			filters: { name: 'a', workspaceId: 'w', runtime: 'r' },
			environmentId: 'e',
		};
		expect(await sent(1, 'getMany', parameters, entryPoint)).toEqual({
			name: 'a',
			workspaceId: 'w',
		});
		expect(await sent(2, 'getMany', parameters, entryPoint)).toEqual({
			name: 'a',
			environmentId: 'e',
			runtime: 'r',
		});
		expect(await sent(2, 'getMany', { environmentId: '={{ $json.missing }}' }, entryPoint)).toBe(
			'"Environment ID" is required',
		);
	});

	test('an operation is available only in the versions that have it', async () => {
		expect(await sent(1, 'old', {}, entryPoint)).toEqual({});
		expect(await sent(2, 'fresh', { environmentId: 'e' }, entryPoint)).toEqual({
			environmentId: 'e',
		});
		expect(await sent(1, 'fresh', {}, entryPoint)).toBe(
			'"Operation" is Fresh, which is not in version 1 of this node: choose another operation, or add a new node',
		);
		expect(await sent(2, 'old', { environmentId: 'e' }, entryPoint)).toBe(
			'"Operation" is Old, which is not in version 2 of this node: choose another operation, or add a new node',
		);
	});

	test('the fields of a form also depend on the version', async () => {
		const json = (parts: unknown) => ({
			name: 'n',
			filters: { partsJson: JSON.stringify(parts) },
		});
		expect(await sent(1, 'make', json([{ a: 'x', c: 'z' }]), entryPoint)).toEqual({
			name: 'n',
			parts: [{ a: 'x', c: 'z' }],
		});
		expect(await sent(2, 'make', json([{ a: 'x', b: 'y' }]), entryPoint)).toEqual({
			name: 'n',
			parts: [{ a: 'x', b: 'y' }],
		});
		expect(await sent(2, 'make', json([{ a: 'x', b: 'y', c: 'z' }]), entryPoint)).toBe(
			'"Parts, row 1" has no field c: remove it, or check its spelling',
		);
		expect(await sent(2, 'make', json([{ a: 'x' }]), entryPoint)).toBe(
			'"Parts, row 1: B" is required',
		);
	});
});

test('the editor shows the fields of the version', () => {
	const shown = (typeVersion: number, operationName: string) => {
		const values = {
			authentication: 'serviceAccount',
			resource: 'thing',
			operation: operationName,
		};
		const visible = (each: INodeProperties) =>
			NodeHelpers.displayParameter(values, each, { typeVersion }, made.description);
		const top = made.description.properties.filter(visible);
		const filters = top.find(({ name }) => name === 'filters')!.options as INodeProperties[];
		const operations = top.find(({ name }) => name === 'operation')!.options as INodeProperties[];
		return [
			...top.map(({ name }) => name).filter((name) => name === 'environmentId'),
			...filters.filter(visible).map(({ name }) => name),
			...operations.filter(visible).map(({ name }) => name),
		];
	};
	expect(shown(1, 'getMany')).toEqual(['name', 'offset', 'workspaceId', 'Get Many', 'Make', 'Old']);
	expect(shown(2, 'getMany')).toEqual([
		'environmentId',
		'name',
		'offset',
		'runtime',
		'Fresh',
		'Get Many',
		'Make',
	]);
});

test('the reference says which versions have a field', () => {
	expect([{}, { since: 2 }, { until: 1 }, { since: 1, until: 2 }].map(versionRules)).toEqual([
		[],
		['since version 2 of the node'],
		['until version 1 of the node'],
		['versions 1 to 2 of the node'],
	]);
	expect(rulesOf(text('T').since(2))).toEqual(['since version 2 of the node']);
});
