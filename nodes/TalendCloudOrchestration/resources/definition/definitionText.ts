/** Tasks and plans as a text that can be kept in Git. */
import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../shared/declare/field/blank';
import type { Fields } from '../../../shared/declare/fields';
import { isObject, objectIn, textsIn } from '../../../shared/support/json';
import { isAbsent } from '../../../shared/support/nothing';
import { MASK } from '../../../shared/support/text/mask';
import { toYaml } from '../../../shared/support/yaml';
import type { Content } from '../environment/contents/content';
import { DEFINITION_FIELDS, DEFINITION_SECTIONS, type DefinitionKind } from './definitionFields';

/** These fields of an object, as far as they have a value. */
export const pickFields = (values: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(
		fields.filter((name) => !isAbsent(values[name])).map((name) => [name, values[name]]),
	);

const inOrder = (values: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(objectIn(values))
			.filter(([, value]) => value !== MASK)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([name, value]) => [name, String(value)]),
	);

/** Texts in the form in which they are read again: a list is read without blanks around entries. */
export const sortedTexts = (values: unknown): string[] =>
	textsIn(values)
		.map((each) => each.trim())
		.sort();

/** A task or plan of a workspace in the form that the text has, without secrets. */
export function definitionOf(content: Content): IDataObject {
	const { description, tags, parameters, connections, resources, steps, runConfiguration } =
		content;
	const fields: Fields = DEFINITION_FIELDS[content.type as DefinitionKind];
	const ofType =
		content.type === 'task'
			? {
					tags: sortedTexts(tags),
					parameters: inOrder(parameters),
					connections: inOrder(connections),
					resources: inOrder(resources),
				}
			: {};
	return pickFields(
		{
			...content,
			...ofType,
			description: isBlank(description) ? '' : description,
			steps: (steps as IDataObject[] | undefined)?.length ? steps : undefined,
			runConfiguration: isObject(runConfiguration)
				? pickFields(runConfiguration, Object.keys(fields.runConfiguration!.spec.fields!))
				: undefined,
		},
		Object.keys(fields),
	);
}

/** The secret parameters of a task. */
export const secretsOf = ({ parameters }: Content): string[] =>
	Object.entries(objectIn(parameters))
		.filter(([, value]) => value === MASK)
		.map(([name]) => name);

/** The text of tasks and plans, in the order of their names. */
export function definitionText(contents: readonly Content[]): string {
	const byName = [...contents].sort((one, other) =>
		one.name.localeCompare(other.name, 'en', { numeric: true }),
	);
	return toYaml(
		Object.fromEntries(
			DEFINITION_SECTIONS.map(([kind, section]) => [
				section,
				byName.filter(({ type }) => type === kind).map(definitionOf),
			]),
		),
	);
}
