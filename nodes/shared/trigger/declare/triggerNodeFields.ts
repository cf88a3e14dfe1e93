/** The fields of a node that is a trigger: its own, and the options of all triggers. */
import { type Fields, integer } from '../../declare/fields';
import type { Rule } from '../../declare/rules';

export interface TriggerNodeFields {
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

/** What applies if an option is not set. */
export const DEFAULTS = { lookBack: 5, maxEvents: 3_000 };

/** The fields of the collection *Options*. */
export const optionFields = {
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
