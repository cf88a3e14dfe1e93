import { nothing, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { boolean, text } from '../../shared/declare/fields';

/** The interface documents give no path for the two operations, so the path is an input. */
const NOT_SHOWN = 'the interface documents, which give no path for it';

const path = {
	path: text('Path of the setting in the API of your account; the public documents do not name it')
		.eg('/processing/runtimes/cloud-engines/configuration')
		.rawPath(),
};

const getRuntime = operation('GET {path}', {
	name: 'Get Runtime',
	action: 'Get the runtime of cloud engines',
	description: 'Check whether cloud engines use runtime version 8 or 11 for tasks',
	permissions: 'TMC_CLUSTER_MANAGEMENT',
	family: 'processing',
	origin: NOT_SHOWN,
	path,
	answers: record('B.RollbackPayload', { requiredFields: ['jobJvmRollback'] }),
});

const setRuntime = operation('PUT {path}', {
	name: 'Set Runtime',
	action: 'Set the runtime of cloud engines',
	description: 'Choose whether cloud engines use runtime version 8 or 11 for tasks',
	permissions: 'TMC_CLUSTER_MANAGEMENT',
	family: 'processing',
	origin: NOT_SHOWN,
	path,
	body: {
		jobJvmRollback: boolean(
			'Whether cloud engines use runtime version 8 instead of 11 for tasks',
		).label('Use Runtime Version 8'),
	},
	answers: nothing(),
});

export const cloudEngine = resource(
	'cloudEngine',
	'Cloud Engine',
	{ getRuntime, setRuntime },
	'Which runtime version tasks use on cloud engines',
);
