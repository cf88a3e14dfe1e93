import type { IDataObject } from 'n8n-workflow';

import {
	getRemoteEngine,
	remoteEngineField,
	SENSITIVE_ENGINE_FIELDS,
} from '../../../records/engines/engines';
import { namedIn } from '../../../records/executions/executableNames';
import { record } from '../../../shared/declare/answers';
import { flow, simplifyField } from '../../../shared/declare/define';
import { choice, integer } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import { awaitState } from '../../../shared/flows/wait/awaitEnd';
import { STATE_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { objectIn } from '../../../shared/support/json';
import { simplified } from '../../../shared/support/simplify';
import { sentence, subjectWords } from '../../../shared/support/text/summary';
import { simple } from './requests';

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

export const waitUntil = flow({
	name: 'Wait Until',
	action: 'Wait for a state of a remote engine',
	description: 'Wait until a remote engine is paired, can be reached, or can no longer be reached',
	fields: {
		id: remoteEngineField(),
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
	},
	settings: {
		timeLimit: integer('How many minutes to wait').label('Time Limit (Minutes)').min(1).initial(30),
		simplify: simplifyField,
	},
	uses: [getRemoteEngine],
	messages: [STATE_NOT_REACHED, ...STATE_MESSAGES],
	patient: true,
	answers: record('vendor:processing/Engine', { simple, sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: async (op, { id, until, timeLimit, simplify }) => {
		const wantedState = UNTIL[until]!;
		const engine = await awaitState(op, {
			subject: `Remote engine ${id}`,
			id,
			ids: { id },
			idField: 'id',
			read: async () => objectIn((await op.sendValues(getRemoteEngine, { id })).body),
			hasEnded: wantedState.holds,
			timeLimitMinutes: timeLimit,
			errorAtLimit: (limit) =>
				op.problem(STATE_NOT_REACHED, { id, state: wantedState.words, limit }),
		});
		const subject = subjectWords({ noun: 'Remote engine', id, ...namedIn(engine) });
		const summary = sentence(subject, ['is', wantedState.words]);
		return [
			{ json: { outcome: until, summary, ...(simplify ? simplified(engine, simple) : engine) } },
		];
	},
});
