/**
 * The two kinds of environments whose tasks do not run on cloud or remote engines, but on a dynamic
 * engine or on a data plane. They have the same operations, with the data plane in place of the
 * dynamic engine (docs/platform/interface.md, "Engines and data planes").
 */
import { record } from '../../shared/declare/answers';
import type { Field } from '../../shared/declare/fields';
import type { RequestOperation } from '../../shared/declare/operation';
import {
	engineEnvironmentField,
	planeEnvironmentField,
	searchEngineEnvironments,
	searchPlaneEnvironments,
	simpleEnvironmentFields,
} from '../environmentSearch';
import { dataPlaneField } from '../resources/dataPlane/requests';
import { dynamicEngineField } from '../resources/dynamicEngine/requests';

export interface EnvironmentHost {
	/** What such environments run on. */
	noun: 'dynamic engine' | 'data plane';
	base: `/orchestration/${string}`;
	environmentId: () => Field<string>;
	/** The name of the parameter for the engine or data plane to connect to. */
	targetName: 'dynamicEngineId' | 'dataplaneId';
	target: () => Field<string>;
	strategies: readonly string[];
	schema: 'B.DEEnvironment' | 'B.DPEnvironment';
	search: RequestOperation;
	/**
	 * The states of an environment that is connected, disconnected, and in between. Environments of
	 * dynamic engines have no state for disconnecting.
	 */
	states: {
		connecting: string;
		connected: string;
		disconnecting?: string;
		disconnected: string;
		failed: string;
	};
	/** Where a user finds out why the connection does not work. */
	lookAt: string;
	/** What a person has to do outside the platform before the environment is connected. */
	notice?: string;
}

export const ON_DYNAMIC_ENGINES: EnvironmentHost = {
	noun: 'dynamic engine',
	base: '/orchestration/dynamic-engine-environments',
	environmentId: engineEnvironmentField,
	targetName: 'dynamicEngineId',
	target: dynamicEngineField,
	strategies: ['CONTROL_PLANE', 'DYNAMIC_ENGINE', 'NONE'],
	schema: 'B.DEEnvironment',
	search: searchEngineEnvironments,
	states: {
		connecting: 'SET_UP_REQUIRED',
		connected: 'READY',
		disconnected: 'NOT_ASSIGNED',
		failed: 'NOT_READY',
	},
	lookAt: 'Dynamic Engine → Get Environment Status',
	// Talend's OpenAPI file on Set Up Required: "technical setup is still required".
	notice:
		'The status stays Set Up Required until the cluster has been set up for the environment: generate the manifest with Dynamic Engine → Generate Manifest, and have it applied.',
};

export const ON_DATA_PLANES: EnvironmentHost = {
	noun: 'data plane',
	base: '/orchestration/dataplane-environments',
	environmentId: planeEnvironmentField,
	targetName: 'dataplaneId',
	target: dataPlaneField,
	strategies: ['CONTROL_PLANE', 'NONE'],
	schema: 'B.DPEnvironment',
	search: searchPlaneEnvironments,
	states: {
		connecting: 'CONNECTING',
		connected: 'CONNECTED',
		disconnecting: 'DISCONNECTING',
		disconnected: 'NOT_CONNECTED',
		failed: 'IN_ERROR',
	},
	lookAt: 'Data Plane → Get',
};

export const environmentPath = ({ environmentId }: EnvironmentHost) => ({
	environmentId: environmentId(),
});

export const answersOf = ({ schema }: EnvironmentHost) =>
	record(schema, { simple: simpleEnvironmentFields });
