/** The engines and clusters that users of the trigger can choose; several of them can be chosen. */
import type { IDataObject } from 'n8n-workflow';

import {
	entryWithWorkspace,
	getManyClusters,
	getManyRemoteEngines,
} from '../records/engines/engines';
import { recordsOf } from '../shared/declare/lists/listInResponse';
import { type Ask, choicesOf, type ChoiceSource } from '../shared/declare/lists/loadedChoices';
import type { RequestOperation } from '../shared/declare/operation';
import { getManyEngines } from '../TalendCloudEngines/resources/dynamicEngine/requests';

const all = async (ask: Ask, operation: RequestOperation) =>
	recordsOf(await ask(operation, {})) ?? [];

const dynamicEntry = ({ id, name }: IDataObject) => ({
	id: String(id ?? ''),
	name: String(name ?? ''),
	description: 'Dynamic engine',
});

/**
 * Remote engines and dynamic engines. Users who may see only one kind can choose among that kind.
 */
export const enginesToWatch: ChoiceSource = {
	method: 'loadEnginesToWatch',
	dependsOn: [],
	load: async (ask) => {
		const [remote, dynamic] = await Promise.allSettled([
			all(ask, getManyRemoteEngines),
			all(ask, getManyEngines),
		]);
		if (remote.status === 'rejected' && dynamic.status === 'rejected') throw remote.reason;
		return choicesOf([
			...(remote.status === 'fulfilled' ? remote.value.map(entryWithWorkspace) : []),
			...(dynamic.status === 'fulfilled' ? dynamic.value.map(dynamicEntry) : []),
		]);
	},
};

/** Clusters of remote engines. */
export const clustersToWatch: ChoiceSource = {
	method: 'loadClustersToWatch',
	dependsOn: [],
	load: async (ask) => choicesOf((await all(ask, getManyClusters)).map(entryWithWorkspace)),
};
