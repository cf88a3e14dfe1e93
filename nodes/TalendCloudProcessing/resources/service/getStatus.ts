/** *Get Status* of a service. */
import { outcomeOf } from '../../../records/executions/outcome';
import { getManyOfTask } from '../../../records/executions/taskExecutions';
import { flow } from '../../../shared/declare/define';
import { filled } from '../../../shared/declare/messages';
import { NONE_LISTED, openExecutions } from '../../executions/openExecutions';
import { shownExecution } from '../../executions/shownExecution';
import { READS_OF_SERVICE, readService, SERVICE_MESSAGES } from './readService';
import { serviceStatus } from './serviceExecutions';
import {
	NOT_IN_LIST,
	onEngines,
	serviceAnswers,
	serviceInWords,
	serviceTaskField,
} from './serviceInput';

const WORDS = { running: ['is running'], starting: ['is starting'], notSeen: NOT_IN_LIST };

export const getStatus = flow({
	name: 'Get Status',
	action: 'Get the status of a service',
	description:
		'Check whether a route or data service is running, starting or not seen. Talend Cloud stops listing services that have been running for weeks.',
	fields: {
		executable: serviceTaskField('The task whose artifact is a route or a data service'),
	},
	uses: [...READS_OF_SERVICE, getManyOfTask],
	messages: SERVICE_MESSAGES,
	answers: serviceAnswers,
	run: async (op, { executable }) => {
		const service = await readService(op, executable);
		const open = await openExecutions(op, executable);
		const status = serviceStatus(open);
		const [newest] = open.length > 0 ? [] : await op.list(getManyOfTask, { taskId: executable }, 1);
		return [
			{
				json: {
					...service.names,
					status,
					summary: serviceInWords(
						service,
						...WORDS[status],
						status === 'running' ? onEngines(open) : '',
					),
					...(service.engines === undefined ? {} : { engines: service.engines }),
					executions: open.map(shownExecution),
					...(status === 'notSeen'
						? { note: filled(NONE_LISTED.message, { taskId: executable }) }
						: {}),
					...(newest === undefined
						? {}
						: {
								lastExecution: {
									...shownExecution(newest),
									outcome: outcomeOf(newest) ?? null,
								},
							}),
				},
			},
		];
	},
});
