import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { BadInput } from '../declare/input/badInput';
import { simplify } from '../declare/define';
import { type Field, type Fields, integer } from '../declare/field';
import { inputsBeside } from '../declare/kinds/common/form';
import { isExpression, isUntouched, readField } from '../declare/input/read';
import { brokenRule, inLabels, type Rule } from '../declare/rules';
import { authentication } from '../editor/describe';
import { methodsOf } from '../editor/methods';
import { collection, notices } from '../editor/properties';
import { refusal } from '../transport/errors';
import { clock } from '../support/clock';

export interface TriggerFields {
	/** Stand on top. */
	fields: Fields;
	filters: Fields;
	rules?: readonly Rule[];
	/** Whether all is read in each poll: then nothing waits, and nothing is looked for in the past. */
	whole?: boolean;
	/** What the person should know: it stands above the fields. */
	notice?: string;
}

const options = {
	lookBack: integer('How many minutes before the newest known record to look for late ones')
		.label('Look-Back (Minutes)')
		.min(1)
		.max(1440)
		.byDefault(5)
		.optional(),
	maxEvents: integer(
		'Maximum number of events that one poll emits; the others wait for the next poll',
	)
		.label('Max Events per Poll')
		.min(1)
		.max(10_000)
		.byDefault(3_000)
		.optional(),
};

/** The properties of a trigger. n8n adds the poll times. */
export const triggerProperties = ({
	fields,
	filters,
	whole,
	notice,
}: TriggerFields): INodeProperties[] => [
	authentication,
	...notices('notice', notice),
	...Object.entries(fields).flatMap(inputsBeside),
	simplify.property('simplify'),
	...(Object.keys(filters).length > 0 ? [collection('filters', filters, true)] : []),
	...(whole ? [] : [collection('options', options)]),
];

/** What the editor says about a trigger before and after it is published. */
export const panelTexts = (
	what: string,
	event: string,
	{ header, test } = {
		header: `Show the newest of the matching ${what}`,
		test: 'shows the newest matching event',
	},
): Pick<INodeTypeDescription, 'triggerPanel' | 'activationMessage' | 'eventTriggerDescription'> => {
	const help = (published: string) =>
		`<b>While you build the workflow</b>, "Fetch Test Event" ${test} and changes nothing.<br /><br />${published} starts automatically with everything new at each poll; see the list of executions.`;
	return {
		eventTriggerDescription: `${event} starts the workflow. n8n checks Talend Cloud for it at the poll times.`,
		activationMessage: `From now on, n8n checks Talend Cloud for ${what} at the poll times, and starts the workflow once with everything new. What happened before is not included.`,
		triggerPanel: {
			header,
			executionsHelp: {
				inactive: help('<b>Publish the workflow</b>, and it'),
				active: help('<b>The workflow is published</b>: it'),
			},
			activationHint:
				'Once the workflow is published, it starts with everything new at each poll time. What happened before is not included.',
		},
	};
};

/** The list searches of a trigger, and what loads its choices. */
export const triggerMethods = ({ fields, filters }: TriggerFields) =>
	methodsOf([], { ...fields, ...filters });

export type Settings = ReturnType<typeof readSettings>;

/** What the person chose, checked; `most` is how many events a poll may emit. */
export function readSettings(
	context: IPollFunctions,
	{ fields, filters, rules = [] }: TriggerFields,
) {
	const reading = { timezone: context.getTimezone() };
	const written = context.getNode().parameters;
	const all = { ...fields, ...filters };
	/** The values of fields that stand in a group, or on top. */
	const read = (declared: Fields, group?: string): IDataObject => {
		const inGroup =
			group === undefined ? undefined : (context.getNodeParameter(group, {}) as IDataObject);
		const values: IDataObject = {};
		for (const [name, field] of Object.entries(declared)) {
			// What is hidden does not count.
			if (
				!Object.entries(field.spec.shownWhen ?? {}).every(([other, shown]) =>
					shown.includes(context.getNodeParameter(other, null)),
				)
			)
				continue;
			const raw = inGroup ? inGroup[name] : context.getNodeParameter(name, null);
			const isGiven = inGroup
				? Object.hasOwn(inGroup, name)
				: isExpression(written[name]) || !isUntouched(written[name]);
			const value = readField(name, field, raw, { ...reading, given: isGiven });
			if (value !== undefined) values[name] = value;
		}
		return values;
	};
	try {
		const given: IDataObject = { ...read(fields), ...read(filters, 'filters') };
		for (const { field, check } of rules) {
			const finding = check(given, clock.now());
			if (finding !== undefined)
				throw brokenRule(
					field,
					all[field],
					inLabels(finding, all),
					field in filters ? 'Filters' : undefined,
				);
		}
		const { lookBack = 5, maxEvents = 3_000 } = read(options, 'options') as {
			lookBack?: number;
			maxEvents?: number;
		};
		return {
			given,
			allowedLatenessMs: lookBack * 60_000,
			most: maxEvents,
			simple: context.getNodeParameter('simplify', true) === true,
		};
	} catch (error) {
		throw error instanceof BadInput ? refusal(context.getNode(), error) : error;
	}
}

/** Changes whenever what is remembered changes its form. */
const VERSION = 3;

/**
 * Changes with scope and events, not with the order in which they were chosen. Of a time that is an expression the expression counts:
 * its value may be another in each poll.
 */
export function fingerprint(
	{ fields, filters }: TriggerFields,
	given: IDataObject,
	written: INodeParameters,
): string {
	const asWritten = { ...(written.filters as INodeParameters | undefined), ...written };
	const declared: Record<string, Field | undefined> = { ...fields, ...filters };
	const valueOf = (name: string): unknown => {
		const [value, text] = [given[name], asWritten[name]];
		if (declared[name]?.spec.kind === 'date' && typeof text === 'string' && text.startsWith('='))
			return text;
		return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;
	};
	const sorted = Object.keys(given)
		.sort()
		.map((name) => [name, valueOf(name)]);
	return createHash('sha256')
		.update(JSON.stringify([VERSION, sorted]))
		.digest('base64url');
}
