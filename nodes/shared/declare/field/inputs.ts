/** What the inputs of all kinds share. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { titleCase } from '../../support/text/words';
import type { PropertyBase } from './field';

export interface Choice {
	value: string;
	/** The label; if absent, it is derived from the value. */
	name?: string;
	/** Another name that the platform has for the value in outputs; filters accept it. */
	alias?: string;
	description?: string;
	/** The name of the choice in n8n's list of actions and triggers. */
	action?: string;
}

/** The type options of an input, without those that are undefined. */
export function typeOptions(
	options: Record<string, unknown>,
): Pick<INodeProperties, 'typeOptions'> {
	const defined = Object.entries(options).filter(([, value]) => value !== undefined);
	return defined.length === 0 ? {} : { typeOptions: Object.fromEntries(defined) };
}

/** The form in a fixed collection. */
type Form = INodePropertyCollection;

/** An input with one form. */
export const singleForm = (base: PropertyBase, form: Form): INodeProperties => ({
	...base,
	type: 'fixedCollection',
	placeholder: `Add ${form.displayName}`,
	default: {},
	options: [form],
});

/** An input with rows, each of which is a form. */
export const rowsOfForm = (base: PropertyBase, form: Form): INodeProperties => ({
	...singleForm(base, form),
	typeOptions: { multipleValues: true },
});

/** The choices as n8n lists them: by their names, or in the order in which they are declared. */
export function optionsOf(choices: readonly Choice[], inOrder = false): INodePropertyOptions[] {
	const options = choices.map(({ value, name, description, action }) => ({
		name: name ?? titleCase(value),
		value,
		...(action ? { action } : {}),
		...(description ? { description } : {}),
	}));
	return inOrder ? options : options.sort((a, b) => a.name.localeCompare(b.name));
}
