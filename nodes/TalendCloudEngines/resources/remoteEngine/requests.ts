import {
	getManyRemoteEngines,
	remoteEngineField,
	SENSITIVE_ENGINE_FIELDS,
} from '../../../records/engines/engines';
import { nothing, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { boolean, choices, object, text } from '../../../shared/declare/fields';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import type { Rule } from '../../../shared/declare/rules';
import { createdEngine, newEngine, PAIRING_KEY } from '../../newEngine';
import { runtimeRunProfiles } from '../../runtimeRunProfiles';

export const simple = getManyRemoteEngines.answers.simple;
const path = { id: remoteEngineField() };

const PROFILES = [
	{ value: 'JOB_SERVER', name: 'Job Server' },
	{ value: 'MICROSERVICE', name: 'Microservice' },
	{ value: 'TALEND_RUNTIME', name: 'Talend Runtime' },
];

const compatibility: Rule = {
	field: 'esbCompatibilityVersion',
	says: 'esbCompatibilityVersion is required when runProfiles has Talend Runtime or Microservice',
	requires: true,
	finding: ({ runProfiles, esbCompatibilityVersion }) =>
		['TALEND_RUNTIME', 'MICROSERVICE'].some((each) =>
			((runProfiles ?? []) as string[]).includes(each),
		) && esbCompatibilityVersion === undefined
			? 'is required when Run Profiles has Talend Runtime or Microservice'
			: undefined,
};

export const create = operation('POST /processing/runtimes/remote-engines', {
	name: 'Create',
	action: 'Create a remote engine',
	description: 'Register a remote engine; the output has the key that pairs the installation',
	origin: FROM_VENDOR,
	body: {
		...newEngine('remote engine', {
			runs: 'tasks',
			name: 'Frankfurt 1',
			description: 'Nightly loads',
		}),
		runProfiles: choices('Kinds of jobs that it can run', PROFILES)
			.sample(['JOB_SERVER'])
			.optional(),
		esbCompatibilityVersion: text('Version of the runtime for routes and data services')
			.label('ESB Compatibility Version')
			.eg('8.0.1')
			.optional(),
		debug: object('Where a debugger can connect from', {
			host: text('Name or address of the host').eg('debug.example.com'),
		})
			.sample({ host: 'debug.example.com' })
			.optional(),
	},
	rules: [compatibility],
	answers: record('vendor:processing/Engine', PAIRING_KEY),
	lookUp: createdEngine('The remote engine', getManyRemoteEngines),
});

export const remove = operation('DELETE /processing/runtimes/remote-engines/{id}', {
	name: 'Delete',
	action: 'Delete a remote engine',
	description: 'Delete a remote engine that nothing runs on',
	origin: FROM_VENDOR,
	path,
	refusals: {
		409: 'The remote engine is in use: unpair it, remove it from its cluster and give its tasks another engine first.',
	},
	answers: nothing(),
});

export const unpair = operation('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
	name: 'Unpair',
	action: 'Unpair a remote engine',
	description:
		'End the pairing of a remote engine, such as before an upgrade; Get then returns a new pairing key',
	origin: FROM_VENDOR,
	path,
	query: {
		keepOsgiDeployments: boolean(
			'Whether routes and data services in OSGi stay deployed; from version 2.11.8 of the engine on',
		)
			.label('Keep OSGi Deployments')
			.sample(true)
			.optional(),
		keepMicroserviceDeployments: boolean(
			'Whether routes and data services that run as microservices stay deployed',
		)
			.sample(true)
			.optional(),
	},
	answers: nothing({ output: (_answer, { id }) => ({ unpaired: true, id }) }),
});

export const setDebug = operation(
	'PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug',
	{
		name: 'Set Debug Mode',
		action: 'Set the debug mode of a remote engine',
		description: 'Let a debugger on one host connect to a remote engine, or turn that off again',
		origin: FROM_VENDOR,
		path: { remoteEngineId: remoteEngineField() },
		body: {
			host: text('Name or address of the host that can connect').eg('debug.example.com'),
			isDebugModeOn: boolean('Whether a debugger can connect').label('Debug Mode').initial(true),
		},
		answers: record('vendor:processing/Engine', { simple, sensitive: SENSITIVE_ENGINE_FIELDS }),
	},
);

export const profiles = runtimeRunProfiles({
	noun: 'remote engine',
	base: '/processing/runtimes/remote-engines',
	variable: 'engineId',
	field: remoteEngineField(),
	replacement: 'newRunProfileId',
	method: 'searchRemoteEngineRunProfiles',
});
