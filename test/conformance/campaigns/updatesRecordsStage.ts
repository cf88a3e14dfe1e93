/** Updates that read the record first, and responses that are no record. */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../emulator';
import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areas } from '../../../nodes/areas';
import { byId, environmentNamed, taskNamed, userNamed, workspaceIn } from '../../support/demo';
import { state } from './updatesStage';

/** Answers that are no record. */
export const ODD: Record<string, Partial<Fault>> = {
	'a text': { status: 200, body: 'OK', contentType: 'text/plain' },
	'cut JSON': { status: 200, body: '{"id":"x","name":"N' },
	'an empty object': { status: 200, body: {} },
	null: { status: 200, body: 'null' },
	'an empty body': { status: 200, body: '' },
	'no content': { status: 204, body: '' },
	'a list': { status: 200, body: [] },
	'another record': {
		status: 200,
		body: {
			id: 'another',
			name: 'Another',
			label: 'Another',
			mandatory: true,
			userName: 'x',
			permissions: ['TMC_OPERATOR'],
			workspace: { id: 'w' },
			artifact: { id: 'a', version: '1' },
		},
	},
};

const ANY_UUID = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

/** Changes of a part of a record of the demo, by node and operation. */
export const PARTIAL: Record<string, () => IDataObject> = {
	'Account serviceAccount.update': () => ({
		id: byId(DEMO_ACCOUNT.id),
		updateFields: { name: 'New' },
	}),
	'SCIM user.update': () => ({
		id: byId(userNamed(state(), 'ana.demo')),
		keepOthers: true,
		updateFields: { title: 'New' },
	}),
	'Orchestration environment.update': () => ({
		Id: byId(environmentNamed(state(), 'Production').id),
		updateFields: { description: 'New' },
	}),
	'Orchestration workspace.update': () => ({
		id: byId(workspaceIn(state(), 'Production', 'Finance').id),
		updateFields: { description: 'New' },
	}),
	'Orchestration task.update': () => ({
		taskId: byId(taskNamed(state(), DEMO.goodTask).id),
		updateFields: { name: 'New' },
	}),
	'Orchestration connection.update': () => ({
		connectionId: byId('any'),
		keepOtherParameters: true,
		updateFields: { name: 'New' },
	}),
	'Orchestration project.update': () => ({
		authentication: 'token',
		projectId: byId('any'),
		updateFields: { description: 'New' },
	}),
	'Catalog customAttribute.update': () => ({
		definitionId: byId([...catalogOf(state()).attributes.keys()][0]!),
		updateFields: { label: 'New' },
	}),
	'Catalog crawler.changeSelection': () => ({
		crawlerId: byId(DEMO_CATALOG.crawlerId),
		selectedDatasets: ['SALES.ORDERS'],
		keepSelected: true,
	}),
	'Stewardship dataModel.update': () => ({
		dataModelName: byId('rejected_invoices'),
		updateFields: { displayName: 'New' },
	}),
	'Designer apiDefinition.setSharings': () => ({
		definitionId: byId('any'),
		usersJson: [{ userId: ANY_UUID, level: { code: 'OWNER' } }],
	}),
	'Designer apiTest.setSharings': () => ({
		testId: byId('any'),
		usersJson: [{ userId: ANY_UUID, level: { code: 'OWNER' } }],
	}),
	'Engines dataPlane.update': () => ({ id: byId('any'), updateFields: { name: 'New' } }),
	'Engines dynamicEngine.update': () => ({ id: byId('any'), updateFields: { name: 'New' } }),
	'Account user.update': () => ({ id: byId(ANY_UUID), updateFields: { title: 'New' } }),
	'Account role.update': () => ({ id: byId(ANY_UUID), updateFields: { name: 'New' } }),
	'SCIM group.replace': () => ({
		id: byId(ANY_UUID),
		keepOthers: true,
		updateFields: { displayName: 'New' },
	}),
	'SCIM role.replace': () => ({
		id: byId(ANY_UUID),
		keepOthers: true,
		updateFields: { name: 'New' },
	}),
	'Security ipAllowlist.update': () => ({
		confirmAccess: true,
		updateFields: { description: 'New' },
	}),
	'Security ipAllowlist.updateAddress': () => ({
		ipEntryId: byId('any'),
		confirmAccess: true,
		updateFields: { description: 'New' },
	}),
	'Engines remoteEngine.updateRunProfile': () => ({
		engineId: byId('any'),
		runProfileId: byId('any'),
		updateFields: { description: 'New' },
	}),
	'Engines remoteEngineCluster.updateRunProfile': () => ({
		clusterId: byId('any'),
		runProfileId: byId('any'),
		updateFields: { description: 'New' },
	}),
	...Object.fromEntries(
		['Standard', 'Advanced', 'BigData', 'Databricks', 'DataIntegration'].map((kind) => [
			`Engines pipelineEngineRunProfile.update${kind}`,
			() => ({
				engineId: byId('any'),
				runProfileId: byId('any'),
				updateFields: { description: 'New' },
			}),
		]),
	),
};

export const declared = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) =>
			operation.kind === 'request' && operation.readFirst
				? [{ title: `${node} ${value}.${name}`, node, value, name, operation }]
				: [],
		),
	),
);
