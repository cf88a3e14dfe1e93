/** Requests that list dynamic engines and their versions, and the pickers that choose from them. */
import { records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { CLUSTERS, entryWithState, ENVIRONMENTS } from '../../runtimes';

export const getManyEngines = operation('GET /processing/runtimes/dynamic-engines', {
	name: 'Get Many',
	action: 'Get many dynamic engines',
	description: 'List the dynamic engines of the account',
	permissions: [CLUSTERS, 'TMC_RUN_PROFILE_MANAGEMENT', ENVIRONMENTS],
	pages: allAtOnce,
	answers: records('C.DynamicEngineDetailsResponse', { key: 'id' }),
});

const enginePicker = picker({
	noun: 'dynamic engine',
	method: 'searchDynamicEngines',
	list: getManyEngines,
	entry: entryWithState,
	byName: true,
	example: 'c-c97f8',
});

export const dynamicEngineId = (description = 'The dynamic engine') =>
	id(description).label('Dynamic Engine').pick(enginePicker);

export const getVersions = operation('GET /processing/runtimes/dynamic-engine-versions', {
	name: 'Get Versions',
	action: 'Get the versions of dynamic engines',
	description: 'List the supported versions, each a set of compatible services',
	pages: allAtOnce,
	answers: records('C.DynamicEngineVersion', { key: 'id' }),
});

const versionPicker = picker({
	noun: 'version',
	method: 'searchDynamicEngineVersions',
	list: getVersions,
	entry: ({ id: value, name, publicationDate }) => ({
		id: String(value ?? ''),
		name: String(name ?? ''),
		description: publicationDate ? `Published ${String(publicationDate).slice(0, 10)}` : undefined,
	}),
	byName: true,
	example: '1.1.0',
});

/** A field for choosing a version of dynamic engines. */
export const engineVersion = (description: string) =>
	id(description).noNumber('as a number, version 1.10 would be 1.1').pick(versionPicker);
