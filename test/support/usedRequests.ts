/**
 * Which requests a flow sends, compared with those that it declares (`uses`): the reference takes
 * the permissions that a flow needs from there.
 */
import type { Logged } from '../../emulator';
import { areas } from '../../nodes/areas';
import { inputFields } from '../../nodes/shared/declare/derived/operationParts';
import type { Field } from '../../nodes/shared/declare/fields';
import { type Picker, withOthers } from '../../nodes/shared/declare/lists/picker';
import type { FlowOperation, RequestOperation } from '../../nodes/shared/declare/operation';
import { UNSHOWN_PATHS } from '../../platform/descriptions/interfaceDocuments';

const SIGN_IN = 'POST /security/oauth/token';

/** The flow of this name; undefined if the operation is a single request, or unknown. */
function flowNamed(node: string, resource: string, operation: string): FlowOperation | undefined {
	const declared = areas[node]?.find(({ value }) => value === resource)?.operations[operation];
	return declared?.kind === 'flow' ? declared : undefined;
}

/** Whether a logged request is one of this operation; its path may have other names for the IDs. */
export function isOf({ method, endpoint }: RequestOperation, { operation }: Logged): boolean {
	if (operation === undefined) return false;
	if (endpoint === '{path}') return UNSHOWN_PATHS.some((path) => operation === `${method} ${path}`);
	const unnamed = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
	return unnamed(operation) === unnamed(`${method} ${endpoint}`);
}

/** The lists of a field in which given names are searched, also of the fields inside it. */
function searchedLists({ spec }: Field): RequestOperation[] {
	const pickers = [spec.picker, spec.source?.picker] as Array<Picker | undefined>;
	return [
		...pickers.flatMap((picker) => (picker ? withOthers(picker).map(({ list }) => list) : [])),
		...Object.values(spec.fields ?? {}).flatMap(searchedLists),
	];
}

/** The requests of a flow that it does not declare. */
function undeclaredRequests(flow: FlowOperation, sent: readonly Logged[]): string[] {
	// A lost response is looked up, and a record that is only replaced as a whole is read first.
	const implied = flow.uses.flatMap(({ lookUp, readFirst }) => [
		...(lookUp ? [lookUp.list] : []),
		...(readFirst ? [readFirst.get] : []),
	]);
	const searched = Object.values({ ...inputFields(flow), ...flow.settings }).flatMap(searchedLists);
	const allowed = [...flow.uses, ...implied, ...searched];
	const undeclared = sent.filter(
		(each) =>
			each.operation !== undefined &&
			each.operation !== SIGN_IN &&
			!allowed.some((request) => isOf(request, each)),
	);
	return [...new Set(undeclared.map(({ operation }) => operation!))];
}

/** Checks the requests of the flows that run on a platform. */
export class UsedRequests {
	private running = 0;
	/** How many runs started while another one was in progress. */
	private overlaps = 0;
	/** Whether the run before has failed: what it sent beside the failed request may arrive late. */
	private isAfterFailure = false;

	/** @param everything all requests since the start */
	constructor(private readonly everything: () => readonly Logged[]) {}

	/**
	 * Runs an operation. Nothing is checked while several operations run at the same time, because
	 * their requests are in one log, nor after a run that has failed.
	 * @throws if it is a flow that sends a request which is not in its `uses`
	 */
	async checked<R extends { error?: unknown }>(
		[node, resource, operation]: [node: string, resource: string, operation: string],
		run: () => Promise<R>,
	): Promise<R> {
		const flow = flowNamed(node, resource, operation);
		const countBefore = this.everything().length;
		if (this.running > 0) this.overlaps++;
		const isAlone = this.running === 0 && !this.isAfterFailure;
		const overlapsBefore = this.overlaps;
		this.running++;
		const result = await run().finally(() => this.running--);
		this.isAfterFailure = result.error !== undefined;
		if (!flow || !isAlone || this.overlaps > overlapsBefore) return result;
		const undeclared = undeclaredRequests(flow, this.everything().slice(countBefore));
		if (undeclared.length > 0)
			throw new Error(
				`${node} ${resource}.${operation} sends ${undeclared.join(', ')}: add it to \`uses\``,
			);
		return result;
	}
}
