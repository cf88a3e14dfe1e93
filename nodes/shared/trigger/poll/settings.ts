/**
 * How a poll reads the settings of a trigger, and the hash of those that decide what is watched.
 */
import type { IDataObject, INodeParameters, IPollFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { BadInput } from '../../declare/badInput';
import type { Field, Fields } from '../../declare/fields';
import { checkRules } from '../../engine/input/checkRules';
import {
	givenAtTop,
	givenInside,
	type Parameters,
	readCollection,
	readShown,
} from '../../engine/input/shownFields';
import { inputError } from '../../n8n/errors';
import { MINUTE } from '../../support/time/time';
import { DEFAULTS, optionFields, type TriggerNodeFields } from '../declare/triggerNodeFields';

export interface TriggerSettings {
	/** The values of the fields and filters. */
	values: IDataObject;
	lookBackMs: number;
	/** How many events one poll emits at most. */
	maxEvents: number;
	/** Whether *Simplify* is on. */
	simplifies: boolean;
}

/** Reads the parameters of a trigger, and checks each of them. */
export function readSettings(
	context: IPollFunctions,
	{ fields, filters }: TriggerNodeFields,
): TriggerSettings {
	return refusingFor(context, () => {
		const values: IDataObject = {
			...readFields(context, fields),
			...readFields(context, filters, 'filters'),
		};
		const { lookBack, maxEvents } = {
			...DEFAULTS,
			...readFields(context, optionFields, 'options'),
		};
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
	{ fields, filters, rules }: TriggerNodeFields,
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

/** Increased whenever the form of what is remembered changes. */
const VERSION = 3;

/**
 * A hash of the values of a trigger: if it changes, the trigger starts over. The order of chosen
 * values does not matter. A time that is given by an expression counts as that expression, because
 * its value may be different in each poll.
 * @param entered the parameters of the node, with their expressions
 */
export function fingerprint(
	{ fields, filters }: TriggerNodeFields,
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
