/** What a model may not do (docs/project/why/agents.md). */
import { NotForModels } from '../../declare/badInput';
import { collectionOf, isTopLevel } from '../../declare/derived/layout';
import { allFields } from '../../declare/derived/operationParts';
import { toolFields } from '../../declare/derived/toolFields';
import { isExpression } from '../../declare/field/parse';
import { type Field, labelOf } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import { insideCollection, isOn, type Parameters } from '../input/shownFields';
import { asksForDryRun } from './dryRun';

/**
 * Refuses what only a person may do.
 * @throws NotForModels before anything is sent
 */
export function checkForModel(operation: Operation, parameters: Parameters): void {
	checkOutputIsNotSecret(operation);
	checkPersonalInputs(operation, parameters);
	checkIsAllowed(operation, parameters);
}

function checkOutputIsNotSecret({ name, answers: { whySecret } }: Operation): void {
	if (whySecret)
		throw new NotForModels(
			'operation',
			'Operation',
			`is ${name}, which is not for agents, because its output is secret: ${whySecret}. A person can run it in a workflow, outside of an agent, or use Talend Management Console`,
		);
}

/** An input that counts only if a person has set it. */
interface PersonalInput {
	name: string;
	label: string;
	/** How a person sets it, as the end of the sentence `"<label>" …`. */
	rule: string;
}

/**
 * Refuses expressions in such inputs: an expression may contain what the model fills in, so it does
 * not show that a person has set the input.
 */
function checkPersonalInputs(operation: Operation, parameters: Parameters): void {
	const collection = insideCollection(collectionOf(operation), parameters);
	for (const { name, label, rule } of personalInputs(operation, parameters, collection))
		if (isExpression(parameters.entered(name) ?? collection.entered(name)))
			throw new NotForModels(
				name,
				label,
				`${rule}: an expression, or a value that the model fills in, does not count`,
			);
}

function personalInputs(
	operation: Operation,
	parameters: Parameters,
	collection: Parameters,
): PersonalInput[] {
	const fields = { ...allFields(operation), ...toolFields(operation) };
	const confirming = Object.entries(fields)
		.filter(([name, field]) =>
			needsPerson(field, (isTopLevel(field) ? parameters : collection).value(name)),
		)
		.map(([name, field]) => ({
			name,
			label: labelOf(name, field),
			rule:
				field.spec.confirms?.value === undefined
					? 'must be turned on or off in the node by a person'
					: 'must be chosen in the node by a person',
		}));
	const mayChange = 'dryRun' in toolFields(operation) && !asksForDryRun(operation, parameters);
	if (!mayChange) return confirming;
	// The person has allowed this operation, and not whichever one the model chooses.
	const rule = `must be chosen ${byPersonBefore(operation)}`;
	return [
		{ name: 'resource', label: 'Resource', rule },
		{ name: 'operation', label: 'Operation', rule },
		...confirming,
	];
}

function checkIsAllowed(operation: Operation, parameters: Parameters): void {
	const { allowAsTool } = toolFields(operation);
	if (allowAsTool && !isOn(parameters, 'allowAsTool') && !asksForDryRun(operation, parameters))
		throw new NotForModels(
			'allowAsTool',
			labelOf('allowAsTool', allowAsTool),
			`must be turned on ${byPersonBefore(operation)}`,
		);
}

/**
 * Whether an input counts only if a person has set it. This is so for each switch that confirms,
 * and for a choice with the value that confirms.
 */
const needsPerson = ({ spec: { confirms } }: Field, value: unknown): boolean =>
	confirms !== undefined && (confirms.value === undefined || confirms.value === value);

/** The words "in the node by a person before an agent can delete a task", which end a sentence. */
const byPersonBefore = ({ action }: Operation): string =>
	`in the node by a person before an agent can ${action.charAt(0).toLowerCase()}${action.slice(1)}`;
