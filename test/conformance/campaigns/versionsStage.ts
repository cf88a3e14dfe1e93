/** A made-up node of two versions. */
import { DirectoryLoader } from 'n8n-core';
import {
	type IDataObject,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { operation, resource } from '../../../nodes/shared/declare/define';
import { integer, object, rows, text } from '../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import { credentials } from '../../../nodes/shared/editor/authentication';
import { propertiesOfNode } from '../../../nodes/shared/editor/nodeProperties';
import { routed } from '../../../nodes/shared/editor/routing';
import { customOperations } from '../../../nodes/shared/engine/entryPoints/workflow';
import { refusedWords } from '../../support/area';
import { nodeTypes } from '../../support/engine';
import { type Platform, startPlatform } from '../../support/platform';

const reported = { action: 'Do it', description: 'Does it' };

const paging = {
	limit: integer('Size of a page').max(100).optional(),
	offset: integer('Skipped').optional(),
};

const list = (name: string, more: object, versions = {}) =>
	operation('GET /orchestration/executables/tasks', {
		...reported,
		name,
		query: {
			name: text('Name').optional(),
			workspaceId: text('Old').until(1).optional(),
			environmentId: text('New').since(2),
			runtime: text('Newer').optional().since(2).until(3),
			...more,
			...paging,
		},
		pages: limitOffset(),
		answers: records(undefined),
		...versions,
	});

const make = operation('POST /orchestration/environments', {
	...reported,
	name: 'Make',
	body: {
		name: text('Name'),
		parts: rows('Parts', { a: text('A'), b: text('B').since(2), c: text('C').until(1).optional() }),
		whole: object('W', { d: text('D').since(2).optional() }).optional(),
	},
	answers: records(undefined),
});

const resources = [
	resource('thing', 'Thing', {
		getMany: list('Get Many', {}),
		old: list('Old', {}, { until: 1 }),
		fresh: list('Fresh', {}, { since: 2 }),
		make,
	}),
];

class Made implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Made',
		name: 'made',
		group: [],
		version: [1, 2],
		description: 'Made up',
		defaults: { name: 'Made' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		requestDefaults: {},
		properties: routed(propertiesOfNode(resources), resources),
	};

	customOperations = customOperations(resources);
}

let platform: Platform;

export const made = new Made();

beforeAll(async () => {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(made);
	nodeTypes.Made = made;
	platform = await startPlatform();
});

afterAll(async () => {
	delete nodeTypes.Made;
	await platform.close();
});

/** What is sent in a version of the node, or the words of the refusal. */
export async function sent(
	typeVersion: number,
	name: string,
	parameters: IDataObject,
	entryPoint: 'workflow' | 'tool',
) {
	platform.clearLog();
	const { error } = await platform.run('Made', 'thing', name, parameters, {
		typeVersion,
		entryPoint,
	});
	const [request] = platform.emulator.log.filter(({ path }) => !path.includes('token'));
	if (!request)
		return /^Nothing was sent/.test(error!.description!) ? error!.message : refusedWords(error);
	return request.body === ''
		? Object.fromEntries(request.query.filter(([key]) => key !== 'limit'))
		: (JSON.parse(request.body) as IDataObject);
}
