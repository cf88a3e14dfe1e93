/** One item: its input is read and checked, the operation executed, the outputs linked to it. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { BadInput } from '../declare/input/badInput';
import { inputFields } from '../declare/define';
import { nameOnWire } from '../declare/field';
import type { Message } from '../declare/messages';
import type { Call, FlowOperation, Input, Operation, Resource } from '../declare/operation';
import { isInVersion } from '../declare/versions';
import { isKnownEnd } from '../support/about';
import { withoutSecrets } from '../support/mask';
import { inPieces } from '../support/pieces';
import { checkForModel, dryRunOf, errorForModel, forModel, isDryRun, isTool } from './asTool';
import { callOf, type Surroundings } from './call';
import { assemble, checkFields, type Parameters, warningsOf } from './input/input';
import { withIds } from './input/names';
import { ENGINE } from './messages';
import { paired, readable } from './output/output';
import { errorOfItem, hintDivided, noteLeftOut } from './run';
import {
	errorWithoutSecrets,
	hiddenIn,
	nodeWithoutParameters,
	nodeWithoutSecrets,
	outputWithoutSecrets,
	secretsIn,
} from './output/secrets';
import { credentialKey, credentialTypeOf } from '../transport/senders';
import { Turns } from './turns';
import { update } from './update';

function operationOf(
	owner: Resource | undefined,
	resource: unknown,
	operation: unknown,
	version: number,
): Operation {
	const found = owner?.operations[String(operation)];
	if (!found)
		throw new BadInput(
			'operation',
			'Operation',
			`is not known: ${String(resource)}, ${String(operation)}`,
		);
	if (!isInVersion(found, version))
		throw new BadInput(
			'operation',
			'Operation',
			`${found.name} is not in version ${version} of this node: choose another, or add the node again`,
		);
	return found;
}

async function withFiles(call: Call<Message>, operation: Operation, input: Input): Promise<Input> {
	const files = Object.entries(inputFields(operation)).filter(
		([name, { spec }]) => spec.kind === 'file' && input.values[name] !== undefined,
	);
	if (files.length === 0) return input;
	const body = { ...(input.body as IDataObject) };
	for (const [name, field] of files)
		body[nameOnWire(name, field)] = await call.file(String(input.values[name]));
	return { ...input, body };
}

/** n8n evaluates the expressions of a parameter each time it is read. */
function readOnce(read: Surroundings['parameter']): Surroundings['parameter'] {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) known.set(name, read(name));
		return known.get(name);
	};
}

/**
 * Runs a flow. What an earlier try of Retry On Fail began is continued; if that has ended
 * without success meanwhile, this try begins it again, and so does the next one after an end in this try.
 */
async function runFlow(call: Call<Message>, flow: FlowOperation, input: Input): Promise<Output[]> {
	for (;;) {
		const outputs = await flow.run(call, input.values as never).catch((error: unknown) => {
			if (!isKnownEnd(error) || !call.forgetStarted()) throw error;
			call.hint(ENGINE.startedAgain, { reason: (error as Error).message });
		});
		if (outputs) return outputs;
	}
}

/** Executes an operation for one item; the entry point decides what becomes of an error. */
export async function perform(
	surroundings: Surroundings,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const { itemIndex, context, run } = surroundings;
	const parameter = readOnce(surroundings.parameter);
	const item = new AbortController();
	run.underWay.add(item);
	const whole = surroundings.node;
	let node = nodeWithoutParameters(whole);
	const asTool = surroundings.asTool === true || isTool(node);
	const secrets: string[] = [];
	let asked: Call<Message> | undefined;
	const turns = new Turns(
		run,
		() => credentialKey(node, credentialTypeOf(parameter('authentication'))),
		item.signal,
	);
	try {
		if (run.endedBy) throw run.endedBy.reason;
		const owner = resources.find(({ value }) => value === parameter('resource'));
		const operation = operationOf(
			owner,
			parameter('resource'),
			parameter('operation'),
			node.typeVersion,
		);
		const leftOut = (label: string) => noteLeftOut(run, label, itemIndex);
		const reading = {
			timezone: context.getTimezone(),
			version: node.typeVersion,
			names: true,
			leftOut,
			divided: (label: string, entries: readonly string[]) =>
				hintDivided(
					context,
					run,
					label,
					entries.map((entry) => withoutSecrets(entry, secrets)),
				),
		};
		secrets.push(...secretsIn(operation, parameter));
		node = nodeWithoutSecrets(whole, operation, secrets);
		const call = callOf({ ...surroundings, parameter }, item.signal, node, secrets, turns);
		asked = call;
		const parameters: Parameters = { value: parameter, written: (name) => whole.parameters[name] };
		if (asTool) checkForModel(operation, parameters);
		const isTrial = asTool && isDryRun(operation, parameters);
		// Bad input is reported before anything is sent, including the look-up of a name.
		const read = checkFields(operation, parameters, reading);
		const input = await withFiles(
			call,
			operation,
			assemble(operation, await withIds(call, operation, read), isTrial),
		);
		for (const warning of warningsOf(operation, input)) call.hint(ENGINE.warning, { warning });
		const carryOut = async () =>
			operation.kind === 'flow'
				? await runFlow(call, operation, input)
				: await (operation.perform ?? update)(call, operation, input);
		const outputs = isTrial
			? dryRunOf(operation, input, parameters)
			: await turns.atItem(operation, input, carryOut);
		const hidden = hiddenIn(operation, owner!, secrets);
		const ordered = readable(operation, input);
		const shown = await inPieces(outputs, (output) =>
			ordered(outputWithoutSecrets(output, hidden)),
		);
		return paired(asTool ? forModel(operation, shown, input) : shown, itemIndex);
	} catch (error) {
		// The end of the run must be known before another item has its turn.
		const shown = errorWithoutSecrets(errorOfItem(error, node, itemIndex, run, asked), secrets);
		// The declarative engine adds the description of an error itself.
		return surroundings.survive(asTool && !surroundings.asTool ? errorForModel(shown) : shown);
	} finally {
		turns.end();
		run.underWay.delete(item);
	}
}
