/**
 * The settings of a trigger: how the editor shows them, how a poll reads them, and the hash of
 * those that decide what is watched.
 */
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { BadInput } from '../declare/badInput';
import { simplifySetting } from '../declare/define';
import { type Field, type Fields, integer } from '../declare/fields';
import { propertiesBeside } from '../declare/kinds/common/formProperties';
import { propertyOf } from '../declare/kinds/common/property';
import type { Rule } from '../declare/rules';
import { authentication } from '../editor/describe';
import { methodsOf } from '../editor/methods';
import { collection, notices } from '../editor/properties';
import { checkRules } from '../engine/input/checkRules';
import {
	givenAtTop,
	givenInside,
	type Parameters,
	readCollection,
	readShown,
} from '../engine/input/shownFields';
import { inputError } from '../n8n/errors';
import { MINUTE } from '../support/time';

export interface TriggerFields {
	/** The fields at the top. */
	fields: Fields;
	/** The fields of the collection *Filters*. */
	filters: Fields;
	rules?: readonly Rule[];
	/** Each poll reads the whole list, so *Look-Back* and *Max Events per Poll* do not apply. */
	readsWholeList?: boolean;
	/** A sentence above the fields. */
	notice?: string;
}

const DEFAULTS = { lookBack: 5, maxEvents: 3_000 };

const options = {
	lookBack: integer(
		'How many minutes to look back from the newest record seen, to catch records that appear late',
	)
		.label('Look-Back (Minutes)')
		.min(1)
		.max(1440)
		.byDefault(DEFAULTS.lookBack)
		.optional(),
	maxEvents: integer(
		'Maximum number of events that one poll emits; the others wait for the next poll',
	)
		.label('Max Events per Poll')
		.min(1)
		.max(10_000)
		.byDefault(DEFAULTS.maxEvents)
		.optional(),
};

/** The properties of a trigger. n8n adds the poll times. */
export const triggerProperties = ({
	fields,
	filters,
	readsWholeList,
	notice,
}: TriggerFields): INodeProperties[] => [
	authentication,
	...notices('notice', notice),
	...Object.entries(fields).flatMap(propertiesBeside),
	propertyOf('simplify', simplifySetting),
	...(Object.keys(filters).length > 0 ? [collection('filters', filters, { nested: true })] : []),
	...(readsWholeList ? [] : [collection('options', options)]),
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
export const triggerMethods = ({ fields, filters }: TriggerFields) =>
	methodsOf([], { ...fields, ...filters });

export type TriggerSettings = ReturnType<typeof readSettings>;

/** Reads the parameters of a trigger, and checks each of them. */
export function readSettings(context: IPollFunctions, { fields, filters }: TriggerFields) {
	return refusingFor(context, () => {
		const values: IDataObject = {
			...readFields(context, fields),
			...readFields(context, filters, 'filters'),
		};
		const { lookBack, maxEvents } = { ...DEFAULTS, ...readFields(context, options, 'options') };
		return {
			values,
			lookBackMs: lookBack * MINUTE,
			maxEvents,
			simplifies: context.getNodeParameter('simplify', true) === true,
		};
	});
}

/** @param group the collection that has the fields; if absent, they are at the top */
function readFields(context: IPollFunctions, fields: Fields, group?: string): IDataObject {
	const { parameters: entered, typeVersion: version } = context.getNode();
	const parameters: Parameters = {
		value: (name) => context.getNodeParameter(name, null),
		entered: (name) => entered[name],
	};
	const inside = group === undefined ? undefined : readCollection(group, parameters);
	const reading = { timezone: context.getTimezone(), version };
	return readShown(fields, parameters, reading, (name, field) =>
		inside ? givenInside(name, field, inside) : givenAtTop(name, field, parameters),
	);
}

/**
 * Checks the rules about several parameters together.
 * @throws an error for the first rule that the values break
 */
export const checkSettings = (
	context: IPollFunctions,
	{ fields, filters, rules }: TriggerFields,
	values: IDataObject,
): void =>
	refusingFor(context, () =>
		checkRules(rules, { ...fields, ...filters }, values, (_field, name) =>
			name in filters ? 'Filters' : undefined,
		),
	);

/** Reads or checks input; a refusal becomes an error of the node. */
function refusingFor<T>(context: IPollFunctions, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw error instanceof BadInput ? inputError(context.getNode(), error) : error;
	}
}

/** Increased whenever the form of the state changes. */
const VERSION = 3;

/**
 * A hash of the values of a trigger: if it changes, the trigger starts over. The order of chosen
 * values does not matter. A time that is given by an expression counts as that expression, because
 * its value may be different in each poll.
 * @param entered the parameters of the node, with their expressions
 */
export function fingerprint(
	{ fields, filters }: TriggerFields,
	values: IDataObject,
	entered: INodeParameters,
): string {
	const allEntered = { ...(entered.filters as INodeParameters | undefined), ...entered };
	const declared: Record<string, Field | undefined> = { ...fields, ...filters };
	const valueOf = (name: string): unknown => {
		const [value, text] = [values[name], allEntered[name]];
		if (declared[name]?.isTime && typeof text === 'string' && text.startsWith('=')) return text;
		return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;
	};
	const sorted = Object.keys(values)
		.sort()
		.map((name) => [name, valueOf(name)]);
	return createHash('sha256')
		.update(JSON.stringify([VERSION, sorted]))
		.digest('base64url');
}
