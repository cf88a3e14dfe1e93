/**
 * The lists of engines, data planes and their environments, and the pickers that choose from them.
 * They are in one file because engines refer to environments and environments to engines.
 */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../shared/declare/answers';
import { operation } from '../shared/declare/define';
import { type Choice, type Field, id, integer, suggestion, text } from '../shared/declare/field';
import { allAtOnce, limitOffset } from '../shared/declare/lists/paging';
import { picker } from '../shared/declare/lists/picker';

/** The interface documents also call it "Engine Manage". */
export const CLUSTERS = 'TMC_CLUSTER_MANAGEMENT';
/** The interface documents also call it "Environments Manage". */
export const ENVIRONMENTS = 'TMC_ENVIRONMENT_MANAGEMENT';

/** A record by its name, with the state that it is in. */
const entryWithState = ({ id: value, name, state, status }: IDataObject) => ({
	id: String(value ?? ''),
	name: String(name ?? ''),
	description: String(state ?? status ?? ''),
});

// ---------------------------------------------------------------------------------------------
// Dynamic engines

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

/** A field for choosing a dynamic engine. */
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

// ---------------------------------------------------------------------------------------------
// Data planes

/** What most users need of a data plane. */
export const simplePlane = [
	'id',
	'name',
	'description',
	'provider',
	'version',
	'state',
	'statusDetails',
	'creationDate',
	'lastModifiedStateDate',
] as const;

/** The command that connects a cluster contains a token. */
export const sensitivePlane = ['bootstrapCommand'];

export const getManyPlanes = operation('GET /processing/data-planes', {
	name: 'Get Many',
	action: 'Get many data planes',
	description: 'List the data planes of the account',
	permissions: CLUSTERS,
	pages: allAtOnce,
	answers: records('C.DataPlaneDetailsResponse', {
		simple: simplePlane,
		sensitive: sensitivePlane,
		key: 'id',
	}),
});

const planePicker = picker({
	noun: 'data plane',
	method: 'searchDataPlanes',
	list: getManyPlanes,
	entry: entryWithState,
	byName: true,
	example: 'c-7k2mv',
});

/** A field for choosing a data plane. */
export const dataPlaneId = (description = 'The data plane') =>
	id(description).label('Data Plane').pick(planePicker);

const ofPlane = { permissions: CLUSTERS, path: { dataPlaneId: dataPlaneId() }, pages: allAtOnce };

export const getMembers = operation('GET /processing/data-planes/{dataPlaneId}/members', {
	...ofPlane,
	name: 'Get Members',
	action: 'Get the members of a data plane',
	description: 'List who can work on a data plane, until when and in which role',
	answers: records('C.DataPlaneMember', { sensitive: ['password'], key: 'id' }),
});

const memberPicker = picker({
	noun: 'member',
	method: 'searchDataPlaneMembers',
	list: getMembers,
	within: ['dataPlaneId'],
	entry: ({ id: value, username, role }) => ({
		id: String(value ?? ''),
		name: String(username ?? ''),
		description: String(role ?? ''),
	}),
	byName: true,
	example: 'u-4xk8p',
});

/** A field for choosing a member of the data plane that was chosen. */
export const memberId = (description = 'The member') =>
	id(description).label('Member').pick(memberPicker);

export const getMemberRoles = operation('GET /processing/data-planes/{dataPlaneId}/members/roles', {
	...ofPlane,
	name: 'Get Member Roles',
	action: 'Get the roles of data plane members',
	description: 'List the roles that a member of a data plane can have',
	answers: records('C.DataPlaneRole', { key: 'id' }),
});

const rolePicker = picker({
	noun: 'role',
	method: 'searchDataPlaneRoles',
	list: getMemberRoles,
	within: ['dataPlaneId'],
	entry: ({ id: value, description }) => ({
		id: String(value ?? ''),
		name: String(value ?? ''),
		description: String(description ?? ''),
	}),
	byName: false,
	example: 'cluster-member',
});

/** A field for choosing a role on the data plane that was chosen. */
export const dataPlaneRoleId = (description: string) =>
	id(description).label('Role').pick(rolePicker);

// ---------------------------------------------------------------------------------------------
// Their environments

/** What most users need of an environment. */
export const simpleEnvironment = [
	'id',
	'name',
	'description',
	'deId',
	'dpId',
	'status',
	'linkId',
	'logStrategy',
	'metricsStrategy',
	'lastModifiedDate',
] as const;

interface Search {
	noun: string;
	base: `/orchestration/${string}`;
	/** Name of the filter by what the environments run on. */
	on: string;
	target: Field<string>;
	/**
	 * The interface documents name `status` with the endpoint, not in its schema; the vendor's
	 * OpenAPI file has it.
	 */
	statuses: readonly Choice[];
	schema: 'B.DEEnvironment' | 'B.DPEnvironment';
}

const searchOf = ({ noun, base, on, target, statuses, schema }: Search) =>
	operation(`POST ${base}/search`, {
		name: 'Search',
		action: `Search ${noun} environments`,
		description: `List ${noun} environments by name, status and ${noun}`,
		permissions: ENVIRONMENTS,
		effect: 'read',
		body: {
			name: text('Only environments whose name contains this').eg('Production').optional(),
			[on]: target.describe(`Only environments of this ${noun}`).optional(),
			status: suggestion('Only environments with this status', statuses).optional(),
			sortBy: suggestion('Field to sort by; defaults to the time of creation', [
				{ value: 'NAME', name: 'Name' },
				{ value: 'STATUS', name: 'Status' },
			]).optional(),
			sortOrder: suggestion('Sort direction', [
				{ value: 'ASC', name: 'Ascending' },
				{ value: 'DESC', name: 'Descending' },
			]).optional(),
			limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
			offset: integer('How many environments to skip').min(0).byDefault(0).sample(10).optional(),
		},
		pages: limitOffset({ where: 'body' }),
		answers: records(schema, { page: `${schema}Page`, simple: simpleEnvironment, key: 'id' }),
	});

const environmentPicker = (noun: string, method: string, list: ReturnType<typeof searchOf>) =>
	picker({
		noun,
		method,
		list,
		search: (name) => ({ name }),
		entry: entryWithState,
		byName: true,
		example: '57f64991e4b0b689a64feed1',
	});

export const searchEngineEnvironments = searchOf({
	noun: 'dynamic engine',
	base: '/orchestration/dynamic-engine-environments',
	on: 'deId',
	target: dynamicEngineId(),
	statuses: [
		{ value: 'NOT_ASSIGNED', name: 'Not Assigned' },
		{ value: 'NOT_READY', name: 'Not Ready' },
		{ value: 'READY', name: 'Ready' },
		{ value: 'SET_UP_REQUIRED', name: 'Set Up Required' },
	],
	schema: 'B.DEEnvironment',
});

const engineEnvironmentPicker = environmentPicker(
	'dynamic engine environment',
	'searchDynamicEngineEnvironments',
	searchEngineEnvironments,
);

/** A field for choosing a dynamic-engine environment. */
export const engineEnvironmentId = () =>
	id('The dynamic engine environment').label('Environment').pick(engineEnvironmentPicker);

/**
 * An environment that is assigned to the chosen engine; the search uses another name for the
 * engine.
 */
const assignedPicker = picker({
	...engineEnvironmentPicker,
	method: 'searchAssignedEnvironments',
	within: ['dynamicEngineId'],
	keep: ({ deId }, { dynamicEngineId: engine }) => engine === undefined || deId === engine,
});

/** A field for choosing an environment of the engine that was chosen. */
export const assignedEnvironmentId = () =>
	id('An environment that is assigned to the dynamic engine')
		.label('Environment')
		.pick(assignedPicker);

export const searchPlaneEnvironments = searchOf({
	noun: 'data plane',
	base: '/orchestration/dataplane-environments',
	on: 'dpId',
	target: dataPlaneId(),
	statuses: [
		{ value: 'CONNECTED', name: 'Connected' },
		{ value: 'CONNECTING', name: 'Connecting' },
		{ value: 'DISCONNECTING', name: 'Disconnecting' },
		{ value: 'IN_ERROR', name: 'In Error' },
		{ value: 'NOT_CONNECTED', name: 'Not Connected' },
	],
	schema: 'B.DPEnvironment',
});

const planeEnvironmentPicker = environmentPicker(
	'data plane environment',
	'searchDataPlaneEnvironments',
	searchPlaneEnvironments,
);

/** A field for choosing a data-plane environment. */
export const planeEnvironmentId = () =>
	id('The data plane environment').label('Environment').pick(planeEnvironmentPicker);
