/**
 * Processes one item: reads and checks its input, executes the operation, and links the outputs to
 * the item.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Output } from '../../declare/answers';
import { BadInput } from '../../declare/badInput';
import type { ReadingContext } from '../../declare/field/fieldContext';
import { CLEANED_NAME, filled, type Message } from '../../declare/messages';
import type { FlowOperation, Operation, OperationContext, Resource } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { isInVersion } from '../../declare/versions';
import { isNotedEnd, notedRecord, noteRecord } from '../../support/errorNotes';
import { inPieces } from '../../support/pieces';
import { withoutSecrets } from '../../support/text/mask';
import { withInvisibleShown } from '../../support/text/visibleNames';
import { isDeclarative } from '../agents/caller';
import { checkForModel } from '../agents/checkForModel';
import { asksForDryRun, dryRunOf } from '../agents/dryRun';
import { errorForModel, factsForModel, outputsForModel } from '../agents/forModel';
import { ENGINE_MESSAGES } from '../engineMessages';
import { assemble, warningsOf } from '../input/assemble';
import { checkMasks } from '../input/checkMasks';
import { withFiles } from '../input/files';
import { readParameters } from '../input/readParameters';
import { resolveRecords } from '../input/resolveRecords';
import type { Parameters } from '../input/shownFields';
import { inReadableOrder, paired } from '../output/output';
import { errorWithoutSecrets } from '../output/secretsInErrors';
import { maskingFor, outputWithoutSecrets } from '../output/secretsInOutputs';
import { addHint, hintDivided, noteLeftOut } from '../run/hints';
import { errorOutput, itemError } from '../run/itemErrors';
import { ItemContext, type ItemEntry } from './itemContext';
import { operationContext } from './operationContext';
import { performRequest } from './performRequest';

/** The outputs of an item, or what the entry point makes of the error if the item fails. */
export async function processItem(
	entry: ItemEntry,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const item = new ItemContext(entry);
	try {
		if (item.nodeRun.endedBy) throw item.nodeRun.endedBy.reason;
		return await outputsOf(item, resources);
	} catch (error) {
		// Before item.end() releases the locks: the next item must know if the error ends the run.
		return entry.onFailure(shownError(item, error));
	} finally {
		item.end();
	}
}

async function outputsOf(
	item: ItemContext,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const { parameter, itemIndex } = item;
	const resource = resources.find(({ value }) => value === parameter('resource'));
	const operation = operationOf(item, resource);
	item.collectSecrets(operation);
	const { input, outputs } = await execute(item, operation);
	const failed = outputs.find(({ error }) => error !== undefined);
	if (failed && (item.isTool || !item.context.continueOnFail()))
		throw failed.errorOfNode ?? failed.error;
	const hidden = maskingFor(operation, resource!, item.secrets);
	const ordered = inReadableOrder(operation, input);
	const maskedOutputs = await inPieces(outputs, (output) =>
		ordered(outputWithoutSecrets(output, hidden)),
	);
	if (failed) return withErrorItems(item, maskedOutputs);
	return paired(
		item.isTool ? outputsForModel(operation, maskedOutputs, input) : maskedOutputs,
		itemIndex,
	);
}

/** Outputs of several items, with an error item for each item that failed. */
function withErrorItems(item: ItemContext, outputs: Output[]): INodeExecutionData[] {
	const forErrorOutput = item.entry.node.onError === 'continueErrorOutput';
	return paired(outputs, item.itemIndex).map((output, index) => {
		const { error, item: failedItem = item.itemIndex } = outputs[index]!;
		return error === undefined
			? output
			: errorOutput(shownError(item, error), failedItem, forErrorOutput);
	});
}

/** @throws BadInput if the node, in its version, has no such operation */
function operationOf(
	{ parameter, shownNode }: ItemContext,
	resource: Resource | undefined,
): Operation {
	const name = String(parameter('operation'));
	const operation = resource?.operations[name];
	const refusal = (rule: string) => new BadInput('operation', 'Operation', rule);
	if (!operation)
		throw refusal(
			`is "${name}", which does not exist for the resource "${String(parameter('resource'))}": choose one from the list`,
		);
	if (!isInVersion(operation, shownNode.typeVersion))
		throw refusal(
			`is ${operation.name}, which is not in version ${shownNode.typeVersion} of this node: choose another operation, or add a new node`,
		);
	return operation;
}

/**
 * Reads and checks the input, and executes the operation; in a dry run, it only says what would be
 * sent.
 */
async function execute(
	item: ItemContext,
	operation: Operation,
): Promise<{ input: Input; outputs: Output[] }> {
	const { isTool, parameter, locks, entry } = item;
	const parameters: Parameters = {
		value: parameter,
		entered: (name) => entry.node.parameters[name],
	};
	if (isTool) checkForModel(operation, parameters);
	const isDryRun = isTool && asksForDryRun(operation, parameters);
	const op = operationContext(item);
	// What a field alone refuses is reported before anything is sent, even the request that
	// resolves a name. Rules come after that request, because they may compare IDs.
	const fields = readParameters(operation, parameters, readingOf(item));
	checkMasks(operation, fields, item);
	const resolvedFields = await resolveRecords(op, operation, fields);
	const withoutFiles = assemble(operation, resolvedFields, { isDryRun });
	const input = await withFiles(op, operation, withoutFiles);
	for (const warning of warningsOf(operation, input)) op.hint(ENGINE_MESSAGES.warning, { warning });
	if (isDryRun) return { input, outputs: dryRunOf(operation, input, parameters) };
	const outputs = await locks.withItemLock(operation, input, async () =>
		operation.kind === 'flow'
			? await runFlow(op, operation, input)
			: await (operation.perform ?? performRequest)(op, operation, input),
	);
	return { input, outputs };
}

/**
 * Runs a flow. If an earlier try (Retry On Fail) has started something, the flow continues with
 * what was started. If what was started has ended without success, the flow starts it again, once
 * in each try.
 */
async function runFlow(
	op: OperationContext<Message>,
	flow: FlowOperation,
	input: Input,
): Promise<Output[]> {
	for (;;) {
		const outputs = await flow.run(op, input.values as never).catch((error: unknown) => {
			// The error of another item, which stopped this one, is not about what this one started.
			const isOfOther = error === op.signal.reason;
			if (isOfOther || !isNotedEnd(error) || !op.forgetStarted()) throw error;
			op.hint(ENGINE_MESSAGES.startedAgain, { reason: (error as Error).message });
		});
		if (outputs) return outputs;
	}
}

/**
 * How the fields of an item are read, and which hints there are if a value was left out, changed or
 * divided.
 */
function readingOf({
	context,
	nodeRun,
	shownNode,
	itemIndex,
	secrets,
}: ItemContext): ReadingContext {
	return {
		timezone: context.getTimezone(),
		version: shownNode.typeVersion,
		names: true,
		leftOut: (label) => noteLeftOut(nodeRun, label, itemIndex),
		renamed: (original, name) => {
			const values = { given: withInvisibleShown(original), name };
			addHint(context, nodeRun, withoutSecrets(filled(CLEANED_NAME.message, values), secrets));
		},
		divided: (label, entries) =>
			hintDivided(
				context,
				nodeRun,
				label,
				entries.map((entry) => withoutSecrets(entry, secrets)),
			),
	};
}

/**
 * The error of an item as it is shown: without secrets and, for a model, with its description in
 * the message.
 */
function shownError(item: ItemContext, error: unknown): unknown {
	const maskedError = errorWithoutSecrets(itemError(error, item), item.secrets);
	if (!item.isTool) return maskedError;
	const errorOfTool = noteRecord(maskedError, factsForModel(notedRecord(maskedError)));
	// n8n's declarative engine adds the description to the message itself.
	return isDeclarative(item.context) ? errorOfTool : errorForModel(errorOfTool);
}
