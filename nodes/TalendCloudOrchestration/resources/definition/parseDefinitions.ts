/** Reads and checks the text of tasks and plans. */
import type { IDataObject } from 'n8n-workflow';

import { readField } from '../../../shared/declare/field/reading';
import { jsonOf, rows } from '../../../shared/declare/fields';
import { requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { type FileSource, NOT_YAML, yamlIn } from '../../../shared/flows/givenFile';
import { isObject, objectIn } from '../../../shared/support/json';
import { isMasked, namesSecret } from '../../../shared/support/text/mask';
import { DEFINITION_FIELDS, DEFINITION_SECTIONS, type DefinitionKind } from './definitionFields';

const DOCUMENT = jsonOf('Tasks and plans', {
	tasks: rows('The tasks', DEFINITION_FIELDS.task).mayBeEmpty().optional(),
	plans: rows('The plans', DEFINITION_FIELDS.plan).mayBeEmpty().optional(),
});

const NO_DEFINITIONS = requirement('{field}', '{label}', 'must contain tasks, plans or both');
export const DEFINED_TWICE = requirement('{field}', '{label}', 'has the {type} {name} twice');
const SCHEDULE_AND_TRIGGER = requirement(
	'{field}',
	'{label}',
	'has both schedule and trigger for {name}: leave one of them out',
);

export const VALUE_OF_SECRET = requirement(
	'{field}',
	'{label}',
	'has a value for {name}, which is a secret of {task}: leave it out, and the one in Talend Cloud stays',
);

/** What {@link parseDefinitions} can refuse. */
export const DEFINITIONS_MESSAGES = [
	NOT_YAML,
	NO_DEFINITIONS,
	DEFINED_TWICE,
	SCHEDULE_AND_TRIGGER,
	VALUE_OF_SECRET,
];

/** The checked content of a text. */
export interface Definitions {
	tasks?: IDataObject[];
	plans?: IDataObject[];
}

/** A task or plan of the text, with its place there. */
interface GivenDefinition {
	type: DefinitionKind;
	name: string;
	definition: IDataObject;
	/** The place of one of its fields, for a refusal. */
	at: (path: string) => FileSource;
}

/**
 * Reads a text.
 * @param source the field that the text came from
 * @throws BadInput with the line, or the field in the text, and the rule
 */
export function parseDefinitions(
	op: ContextShowing<typeof DEFINITIONS_MESSAGES>,
	written: string,
	source: FileSource,
): Definitions {
	const value = yamlIn(op, written, source);
	if (!isObject(value) || Object.keys(value).length === 0) throw op.refusal(NO_DEFINITIONS, source);
	const definitions = readField(source.field, DOCUMENT.label(source.label), value, {
		timezone: 'UTC',
	}) as Definitions;
	for (const [type, section] of DEFINITION_SECTIONS) {
		const names = new Set<string>();
		for (const [index, definition] of (definitions[section] ?? []).entries()) {
			const given: GivenDefinition = {
				type,
				name: String(definition.name),
				definition,
				at: (path) => ({ ...source, field: `${source.field}.${section}[${index}].${path}` }),
			};
			checkDefinedOnce(op, given, names);
			checkHasNoSecret(op, given);
			checkHasOneStart(op, given);
		}
	}
	return definitions;
}

/** Adds the name to those of the definitions before it, which must not have it. */
function checkDefinedOnce(
	op: ContextShowing<typeof DEFINITIONS_MESSAGES>,
	{ type, name, at }: GivenDefinition,
	names: Set<string>,
): void {
	if (names.has(name)) throw op.refusal(DEFINED_TWICE, { ...at('name'), type, name });
	names.add(name);
}

function checkHasNoSecret(
	op: ContextShowing<typeof DEFINITIONS_MESSAGES>,
	{ name: task, definition, at }: GivenDefinition,
): void {
	const secret = Object.entries(objectIn(definition.parameters)).find(
		([name, value]) => isMasked(String(value)) || namesSecret(name),
	);
	if (!secret) return;
	const [name] = secret;
	throw op.refusal(VALUE_OF_SECRET, { ...at(`parameters.${name}`), name, task });
}

function checkHasOneStart(
	op: ContextShowing<typeof DEFINITIONS_MESSAGES>,
	{ name, definition, at }: GivenDefinition,
): void {
	const { schedule, trigger } = objectIn(definition.runConfiguration);
	if (schedule !== undefined && trigger !== undefined)
		throw op.refusal(SCHEDULE_AND_TRIGGER, { ...at('runConfiguration'), name });
}
