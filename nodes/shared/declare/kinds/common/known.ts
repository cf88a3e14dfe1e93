/** What single and multiple choices share: the known values. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { titleCase } from '../../../support/words';
import type { Spec } from './kind';
import { withPattern, type Pattern } from './pattern';

export interface Choice {
	value: string;
	/** The readable name; derived from the value if absent. */
	name?: string;
	description?: string;
	/** Its name in n8n's list of actions and triggers. */
	action?: string;
}

export interface ChoiceSpec extends Spec {
	choices: Choice[];
	/** The choices are the known ones; other values are accepted, too. */
	open?: boolean;
	pattern?: Pattern;
	/** In the order in which they are declared, as days of a week are. */
	inOrder?: boolean;
	/** The method that lists the choices when the input is opened: a long list would make every description long. */
	listedBy?: string;
}

export const asChoice = (value: string | Choice): Choice => (typeof value === 'string' ? { value } : value);

export const choiceSchema = ({ choices, open, pattern }: ChoiceSpec): z.ZodType =>
	open ? withPattern(z.string().min(1), pattern) : z.enum(choices.map(({ value }) => value) as [string, ...string[]]);

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
