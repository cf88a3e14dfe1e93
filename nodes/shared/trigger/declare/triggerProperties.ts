/** How the editor shows a trigger. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { simplifyField } from '../../declare/define';
import { propertiesBeside } from '../../declare/field/formProperties';
import { propertyOf } from '../../declare/field/property';
import { authentication } from '../../editor/authentication';
import { methodsOf } from '../../editor/methods';
import { collection, notices } from '../../editor/properties';
import { optionFields, type TriggerNodeFields } from './triggerNodeFields';

/** The properties of a trigger. n8n adds the poll times. */
export const triggerProperties = ({
	fields,
	filters,
	readsWholeList,
	notice,
}: TriggerNodeFields): INodeProperties[] => [
	authentication,
	...notices('notice', notice),
	...Object.entries(fields).flatMap(propertiesBeside),
	propertyOf('simplify', simplifyField),
	...(Object.keys(filters).length > 0 ? [collection('filters', filters, { nested: true })] : []),
	...(readsWholeList ? [] : [collection('options', optionFields)]),
];

/** The texts of the editor about a trigger, before and after it is published. */
export const panelTexts = (
	what: string,
	event: string,
	{ header, test } = {
		header: `Show the newest of the matching ${what}`,
		test: 'shows the newest matching event',
	},
): Pick<INodeTypeDescription, 'triggerPanel' | 'activationMessage' | 'eventTriggerDescription'> => {
	const help = (published: string) =>
		`<b>While you build the workflow</b>, "Fetch Test Event" ${test} and changes nothing.<br /><br />${published} starts automatically when a poll finds new events. To see what ran, open the Executions tab.`;
	return {
		eventTriggerDescription: `${event} starts the workflow. n8n checks Talend Cloud for it at the poll times.`,
		activationMessage: `From now on, n8n checks Talend Cloud for ${what} at the poll times. If there are new events, each poll starts the workflow once with all of them. Earlier events are not included.`,
		triggerPanel: {
			header,
			executionsHelp: {
				inactive: help('<b>Publish the workflow</b>, and it'),
				active: help('<b>The workflow is published</b>: it'),
			},
			activationHint:
				'Once the workflow is published, each poll starts it with all new events. Earlier events are not included.',
		},
	};
};

/** The methods that n8n calls for the list searches and the choices of a trigger. */
export const triggerMethods = ({ fields, filters }: TriggerNodeFields) =>
	methodsOf([], { ...fields, ...filters });
