import type { IDataObject } from 'n8n-workflow';

import {
	getManyRemoteEngines,
	getRemoteEngine,
	remoteEngineId,
	SENSITIVE_ENGINE_FIELDS,
} from '../../../records/engines/engines';
import { namedIn } from '../../../records/executions/names';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import { flow, operation, resource, simplifySetting } from '../../../shared/declare/define';
import {
	boolean,
	choice,
	choices,
	integer,
	object,
	text,
	type Values,
} from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import type { Rule } from '../../../shared/declare/rules';
import { awaitEnd, WAIT_MESSAGES } from '../../../shared/flows/wait';
import { objectIn } from '../../../shared/support/json';
import { simplified } from '../../../shared/support/simplify';
import { sentence, subjectWords } from '../../../shared/support/summary';
import { createdEngine, newEngine, PAIRING_KEY } from '../../newEngine';
import { runtimeRunProfiles } from '../../runtimeRunProfiles';

const simple = getManyRemoteEngines.answers.simple;
const path = { id: remoteEngineId() };

const PROFILES = [
	{ value: 'JOB_SERVER', name: 'Job Server' },
	{ value: 'MICROSERVICE', name: 'Microservice' },
	{ value: 'TALEND_RUNTIME', name: 'Talend Runtime' },
];

const compatibility: Rule = {
	field: 'esbCompatibilityVersion',
	says: 'esbCompatibilityVersion is required when runProfiles has Talend Runtime or Microservice',
	check: ({ runProfiles, esbCompatibilityVersion }) =>
		['TALEND_RUNTIME', 'MICROSERVICE'].some((each) =>
			((runProfiles ?? []) as string[]).includes(each),
		) && esbCompatibilityVersion === undefined
			? 'is required when Run Profiles has Talend Runtime or Microservice'
			: undefined,
};

const create = operation('POST /processing/runtimes/remote-engines', {
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

const remove = operation('DELETE /processing/runtimes/remote-engines/{id}', {
	name: 'Delete',
	action: 'Delete a remote engine',
	description: 'Delete a remote engine that nothing runs on',
	origin: FROM_VENDOR,
	path,
	refusals: {
		409: 'The remote engine is in use: unpair it, take it out of its cluster and give its tasks another engine first.',
	},
	answers: nothing(),
});

const unpair = operation('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
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

const setDebug = operation('PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug', {
	name: 'Set Debug Mode',
	action: 'Set the debug mode of a remote engine',
	description: 'Let a debugger on one host connect to a remote engine, or turn that off again',
	origin: FROM_VENDOR,
	path: { remoteEngineId: remoteEngineId() },
	body: {
		host: text('Name or address of the host that can connect').eg('debug.example.com'),
		isDebugModeOn: boolean('Whether a debugger can connect').label('Debug Mode').initial(true),
	},
	answers: record('vendor:processing/Engine', { simple, sensitive: SENSITIVE_ENGINE_FIELDS }),
});

const UNTIL: Record<string, { words: string; holds: (engine: IDataObject) => boolean }> = {
	available: { words: 'available', holds: ({ availability }) => availability === 'AVAILABLE' },
	paired: { words: 'paired', holds: ({ status }) => status === 'PAIRED' },
	unavailable: {
		words: 'unavailable',
		holds: ({ availability }) => availability !== undefined && availability !== 'AVAILABLE',
	},
};

const STATE_NOT_REACHED = problem(
	'Remote engine {id} did not become {state} within {limit}',
	'Check the engine on its machine, or raise the time limit.',
);

const WAIT_UNTIL_MESSAGES = [STATE_NOT_REACHED, ...WAIT_MESSAGES];

const waitUntilFields = {
	id: remoteEngineId(),
	until: choice('What to wait for', [
		{ value: 'available', name: 'Available', description: 'It is paired and can be reached' },
		{
			value: 'paired',
			name: 'Paired',
			description: 'The installation has paired itself with the account',
		},
		{
			value: 'unavailable',
			name: 'Unavailable',
			description: 'It cannot be reached, for example because it was stopped for maintenance',
		},
	]).initial('available'),
};

const waitUntilSettings = {
	timeLimit: integer('How many minutes to wait').label('Time Limit (Minutes)').min(1).initial(30),
	simplify: simplifySetting,
};

const waitUntil = flow({
	name: 'Wait Until',
	action: 'Wait until a remote engine is available',
	description: 'Wait until a remote engine is paired, can be reached, or can no longer be reached',
	fields: waitUntilFields,
	settings: waitUntilSettings,
	uses: [getRemoteEngine],
	messages: WAIT_UNTIL_MESSAGES,
	patient: true,
	answers: record('vendor:processing/Engine', { simple, sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: waitForStatus,
});

type WaitUntilInput = Values<typeof waitUntilFields> & Values<typeof waitUntilSettings>;

async function waitForStatus(
	op: ContextShowing<typeof WAIT_UNTIL_MESSAGES>,
	{ id, until, timeLimit, simplify }: WaitUntilInput,
): Promise<Output[]> {
	const wantedState = UNTIL[until]!;
	const engine = await awaitEnd(op, {
		wasRunning: true,
		subject: `Remote engine ${id}`,
		id,
		ids: { id },
		idField: 'id',
		read: async () => objectIn((await op.sendValues(getRemoteEngine, { id })).body),
		ended: wantedState.holds,
		timeLimit,
		tooLate: (limit) => op.problem(STATE_NOT_REACHED, { id, state: wantedState.words, limit }),
	});
	const subject = subjectWords({ noun: 'Remote engine', id, ...namedIn(engine) });
	const summary = sentence(subject, ['is', wantedState.words]);
	return [
		{ json: { outcome: until, summary, ...(simplify ? simplified(engine, simple) : engine) } },
	];
}

const profiles = runtimeRunProfiles({
	noun: 'remote engine',
	base: '/processing/runtimes/remote-engines',
	variable: 'engineId',
	field: remoteEngineId(),
	replacement: 'newRunProfileId',
	method: 'searchRemoteEngineRunProfiles',
});

export const remoteEngine = resource(
	'remoteEngine',
	'Remote Engine',
	{
		waitUntil,
		getMany: getManyRemoteEngines,
		get: getRemoteEngine,
		create,
		delete: remove,
		unpair,
		setDebug,
		...profiles,
	},
	'An engine that runs tasks on your own machine',
);
