/** The requests that search the environments of dynamic engines and of data planes. */
import { records } from '../shared/declare/answers';
import { operation } from '../shared/declare/define';
import { type Choice, type Field, id, suggestion, text } from '../shared/declare/fields';
import { pageFields } from '../shared/declare/lists/pageFields';
import { limitOffset } from '../shared/declare/lists/paging';
import { picker } from '../shared/declare/lists/picker';
import { dataPlaneField } from './resources/dataPlane/requests';
import { dynamicEngineField } from './resources/dynamicEngine/requests';
import { entryWithState, ENVIRONMENTS } from './runtimes';

/** The fields of an environment that Simplify keeps. */
export const simpleEnvironmentFields = [
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
	/** The name of the filter for the engine or data plane. */
	on: string;
	target: Field<string>;
	/**
	 * The values of the filter `status`. The interface documents mention this filter only in a text,
	 * but Talend's OpenAPI file declares it.
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
			...pageFields('environments'),
		},
		pages: limitOffset({ where: 'body' }),
		answers: records(schema, { page: `${schema}Page`, simple: simpleEnvironmentFields, key: 'id' }),
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
	target: dynamicEngineField(),
	statuses: [
		{ value: 'NOT_ASSIGNED', name: 'Not Assigned' },
		{ value: 'NOT_READY', name: 'Not Ready' },
		{ value: 'READY', name: 'Ready' },
		{ value: 'SET_UP_REQUIRED', name: 'Set Up Required' },
	],
	schema: 'B.DEEnvironment',
});

export const engineEnvironmentPicker = environmentPicker(
	'dynamic engine environment',
	'searchDynamicEngineEnvironments',
	searchEngineEnvironments,
);

/** A field for choosing a dynamic-engine environment. */
export const engineEnvironmentField = () =>
	id('The dynamic engine environment').label('Environment').pick(engineEnvironmentPicker);

export const searchPlaneEnvironments = searchOf({
	noun: 'data plane',
	base: '/orchestration/dataplane-environments',
	on: 'dpId',
	target: dataPlaneField(),
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
export const planeEnvironmentField = () =>
	id('The data plane environment').label('Environment').pick(planeEnvironmentPicker);
