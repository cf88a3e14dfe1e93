/** The entry point of a tool: `routing` with its pagination function. */
import { type DeclarativeRestApiSettings, type IExecutePaginationFunctions, type IExecuteSingleFunctions, type IHttpRequestOptions, type INodeExecutionData, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Resource, Run } from '../declare/operation';
import { inOwnWords } from './errors';
import { perform } from './items';
import { newRun, survived } from './run';

const toolRuns = new WeakMap<object, Run>();

/**
 * The run that an item of the declarative engine belongs to. An agent gives all calls of its tools
 * one `executeData`; the input data is the call's own. When the last item is done the run is over:
 * n8n repeats a node (Retry On Fail) with the same data.
 */
function toolRun(context: IExecuteSingleFunctions): { run: Run; leave: () => void } {
	const key = (context as { inputData?: object }).inputData ?? context;
	const run = toolRuns.get(key) ?? newRun(context);
	toolRuns.set(key, run);
	return {
		run,
		leave: () => {
			if (run.underWay.size === 0 && toolRuns.get(key) === run) toolRuns.delete(key);
		},
	};
}

/**
 * The door of a tool: n8n's declarative engine prepares each item and calls this in place of its
 * own paging. What the engine read of the request options stays in force.
 */
export function paginate(resources: readonly Resource[]) {
	return async function (
		this: IExecutePaginationFunctions,
		prepared: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const { proxy, skipSslCertificateValidation, timeout } = prepared.options as IHttpRequestOptions;
		const base: Partial<IHttpRequestOptions> = {};
		if (proxy) base.proxy = proxy;
		if (skipSslCertificateValidation) base.skipSslCertificateValidation = true;
		if (timeout && timeout !== ENGINE_TIMEOUT_MS) base.timeout = timeout;
		const { run, leave } = toolRun(this);
		const parameter = (name: string) => this.getNodeParameter(name, null);
		const working = perform({ context: this, run, itemIndex, parameter, base }, resources).catch((error: unknown) => {
			// The engine itself makes an item of the error where the node continues on failure.
			if (!this.continueOnFail()) survived(this, run, error, itemIndex);
			throw asApiError(error);
		});
		return await working.finally(leave);
	};
}

/** The declarative engine passes a NodeApiError on as it is, and puts other errors into its own words. */
function asApiError(error: unknown): unknown {
	if (!(error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	const { itemIndex } = error.context as { itemIndex?: number };
	return inOwnWords(
		new NodeApiError(error.node, { message } as JsonObject, { message, description: description ?? undefined, itemIndex }),
		message,
	);
}

/** What n8n's declarative engine sets when the person gave no time limit. */
const ENGINE_TIMEOUT_MS = 300_000;
