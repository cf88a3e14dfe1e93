/** One item: its input is read and checked, the operation done, the outputs linked to it. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { BadInput } from '../declare/badInput';
import { inputFields } from '../declare/define';
import { nameOnWire } from '../declare/field';
import type { Call, Input, Operation, Resource } from '../declare/operation';
import { isInVersion } from '../declare/versions';
import { callOf, type Surroundings } from './call';
import { checkFields, type Parameters, readInput, warningsOf } from './input';
import { withNamesResolved, withNamesStoodFor } from './names';
import { paired } from './output';
import { errorOfItem } from './run';
import { nodeWithoutSecrets, secretsGiven } from './secrets';

/** The operation that a node is set to. */
function operationOf(resources: readonly Resource[], resource: unknown, operation: unknown, version: number): Operation {
	const found = resources.find(({ value }) => value === resource)?.operations[String(operation)];
	if (!found) throw new BadInput('operation', 'Operation', `is not known: ${String(resource)}, ${String(operation)}`);
	if (!isInVersion(found, version)) throw new BadInput('operation', 'Operation', `${found.name} is not in version ${version} of this node: choose another, or add the node anew`);
	return found;
}

/** The input with the files in place of the names of the binary fields that hold them. */
async function withFiles(call: Call, operation: Operation, input: Input): Promise<Input> {
	const files = Object.entries(inputFields(operation)).filter(([name, { spec }]) => spec.kind === 'file' && input.values[name] !== undefined);
	if (files.length === 0) return input;
	const body = { ...(input.body as IDataObject) };
	for (const [name, field] of files) body[nameOnWire(name, field)] = (await call.file(String(input.values[name]))) as unknown as IDataObject;
	return { ...input, body };
}

/** Does an operation for one item. */
export async function perform(surroundings: Surroundings, resources: readonly Resource[]): Promise<INodeExecutionData[]> {
	const { itemIndex, parameter, context, run } = surroundings;
	const item = new AbortController();
	run.underWay.add(item);
	let node = context.getNode();
	try {
		if (run.endedBy) throw run.endedBy.reason;
		const operation = operationOf(resources, parameter('resource'), parameter('operation'), node.typeVersion);
		const reading = { timezone: context.getTimezone(), version: node.typeVersion };
		node = nodeWithoutSecrets(node, operation);
		const secrets: string[] = [];
		const call = callOf(surroundings, item.signal, node, secrets);
		const parameters: Parameters = { value: parameter, written: (name) => context.getNode().parameters[name] };
		// What is wrong is said before anything is sent, the look-up of a name included.
		const stoodFor = withNamesStoodFor(operation, parameter);
		if (stoodFor) checkFields(operation, { ...parameters, value: stoodFor }, reading);
		const input = await withFiles(call, operation, readInput(operation, { ...parameters, value: await withNamesResolved(call, operation, parameter) }, reading));
		secrets.push(...secretsGiven(operation, input.values));
		for (const warning of warningsOf(operation, input)) call.hint(warning);
		const outputs =
			operation.kind === 'flow'
				? await operation.run(call, input.values as never)
				: operation.perform
					? await operation.perform(call, operation, input)
					: await call.request(operation, input);
		return paired(outputs, itemIndex);
	} catch (error) {
		throw errorOfItem(error, node, itemIndex, run);
	} finally {
		run.underWay.delete(item);
	}
}
