/**
 * Runs our nodes in n8n-core's real engine, without n8n: one node, its items, its credential.
 */
import {
	DirectoryLoader,
	ExecuteContext,
	ExecutionLifecycleHooks,
	RoutingNode,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { TalendCloudApi } from '../../credentials/TalendCloudApi.credentials';
import { TalendCloudTokenApi } from '../../credentials/TalendCloudTokenApi.credentials';
import { TalendCloudAccount } from '../../nodes/TalendCloudAccount/TalendCloudAccount.node';
import { TalendCloudAccountTrigger } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { TalendCloudCatalog } from '../../nodes/TalendCloudCatalog/TalendCloudCatalog.node';
import { TalendCloudCatalogTrigger } from '../../nodes/TalendCloudCatalogTrigger/TalendCloudCatalogTrigger.node';
import { TalendCloudDesigner } from '../../nodes/TalendCloudDesigner/TalendCloudDesigner.node';
import { TalendCloudEngines } from '../../nodes/TalendCloudEngines/TalendCloudEngines.node';
import { TalendCloudEnginesTrigger } from '../../nodes/TalendCloudEnginesTrigger/TalendCloudEnginesTrigger.node';
import { TalendCloudObservability } from '../../nodes/TalendCloudObservability/TalendCloudObservability.node';
import { TalendCloudOrchestration } from '../../nodes/TalendCloudOrchestration/TalendCloudOrchestration.node';
import { TalendCloudOrchestrationTrigger } from '../../nodes/TalendCloudOrchestrationTrigger/TalendCloudOrchestrationTrigger.node';
import { TalendCloudPreparation } from '../../nodes/TalendCloudPreparation/TalendCloudPreparation.node';
import { TalendCloudProcessing } from '../../nodes/TalendCloudProcessing/TalendCloudProcessing.node';
import { TalendCloudProcessingTrigger } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { TalendCloudScim } from '../../nodes/TalendCloudScim/TalendCloudScim.node';
import { TalendCloudSecurity } from '../../nodes/TalendCloudSecurity/TalendCloudSecurity.node';
import { TalendCloudStewardship } from '../../nodes/TalendCloudStewardship/TalendCloudStewardship.node';
import { TalendCloudStewardshipTrigger } from '../../nodes/TalendCloudStewardshipTrigger/TalendCloudStewardshipTrigger.node';
import { anyNode } from './anyNode';
import { stub } from './stub';

const credentialTypes: Record<string, ICredentialType> = {
	talendCloudApi: new TalendCloudApi(),
	talendCloudTokenApi: new TalendCloudTokenApi(),
};

/** Our nodes by the name of their area. */
export const nodeTypes: Record<string, INodeType> = {
	Account: new TalendCloudAccount(),
	Orchestration: new TalendCloudOrchestration(),
	Processing: new TalendCloudProcessing(),
	SCIM: new TalendCloudScim(),
	Security: new TalendCloudSecurity(),
	Stewardship: new TalendCloudStewardship(),
	Preparation: new TalendCloudPreparation(),
	Designer: new TalendCloudDesigner(),
	Observability: new TalendCloudObservability(),
	Engines: new TalendCloudEngines(),
	Catalog: new TalendCloudCatalog(),
};

/** Our triggers by the name of what they watch. */
export const triggerTypes: Record<string, INodeType> = {
	Artifact: new TalendCloudOrchestrationTrigger(),
	AuditLog: new TalendCloudAccountTrigger(),
	Crawler: new TalendCloudCatalogTrigger(),
	Engine: new TalendCloudEnginesTrigger(),
	Execution: new TalendCloudProcessingTrigger(),
	StewardshipTask: new TalendCloudStewardshipTrigger(),
};

// n8n's loader adds the request options to declarative nodes.
for (const type of Object.values(nodeTypes))
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);

/**
 * Credentials as n8n handles them: decrypted each time that they are read, and stored again when a
 * token is fetched.
 */
export class TestCredentials extends ICredentialsHelper {
	readonly stored = new Map<string, ICredentialDataDecryptedObject>();
	/**
	 * As in n8n before 2.9.1: responses of any status are returned, even 401, and no token is
	 * renewed.
	 */
	handsBack401 = false;

	add(type: string, data: ICredentialDataDecryptedObject): INodeCredentialsDetails {
		const id = randomUUID();
		this.stored.set(id, { ...data });
		return { id, name: `${type} ${id}` };
	}

	override getParentTypes(): string[] {
		return [];
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = credentialTypes[typeName]!;
		const ready =
			typeof authenticate === 'function' ? await authenticate(credentials, request) : request;
		return this.handsBack401 && ready.ignoreHttpStatusErrors
			? { ...ready, ignoreHttpStatusErrors: true }
			: ready;
	}

	/** As in n8n: requested if the token is empty or was refused, and then stored. */
	override async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = credentialTypes[typeName]!;
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable,
		);
		if (!expirable || !type.preAuthentication) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = (await type.preAuthentication.call(
			helpers,
			credentials,
		)) as ICredentialDataDecryptedObject;
		const id = node.credentials![typeName]!.id!;
		this.stored.set(id, { ...this.stored.get(id), ...output });
		return Object.assign(credentials, output);
	}

	override async runPreAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<never> {
		throw new Error('not used');
	}

	override async getDecrypted(
		_data: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const defaults = Object.fromEntries(
			credentialTypes[typeName]!.properties.map(({ name, default: value }) => [name, value]),
		);
		return { ...defaults, ...this.stored.get(details.id!) } as ICredentialDataDecryptedObject;
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getCredentialsProperties(type: string) {
		return credentialTypes[type]!.properties;
	}
}

const named = ({ description }: INodeType): INodeType['description'] => ({
	...description,
	name: `${description.name}Tool`,
});

/** As newer agents of n8n run a tool: by the workflow engine, which finds the custom operations. */
function throughWorkflow(type: INodeType): INodeType {
	const tool = Object.create(type) as INodeType;
	tool.description = named(type);
	return tool;
}

/** As n8n turns a declarative node into a tool: under another name, run through its routing. */
function throughRouting(type: INodeType): INodeType {
	const routed = Object.create(type) as INodeType;
	routed.description = named(type);
	routed.customOperations = undefined;
	routed.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(this as ExecuteContext, routed).runNode()) ?? [];
	};
	return routed;
}

export interface NodeRun {
	/** Area of the node: "Processing". */
	node: string;
	parameters: IDataObject;
	items?: INodeExecutionData[];
	credentials: INode['credentials'];
	credentialStore: TestCredentials;
	onError?: INode['onError'];
	/** n8n's Retry On Fail: the number of tries. */
	maxTries?: number;
	/** What happens while n8n waits for the next of them. */
	betweenTries?: () => unknown;
	/**
	 * How n8n reaches the operation: in a workflow, or as a tool; newer agents run a tool like a node
	 * of a workflow.
	 */
	entryPoint?: 'workflow' | 'tool' | 'agent';
	signal?: AbortSignal;
	timezone?: string;
	/** Version of the node; 1 if absent. */
	typeVersion?: number;
}

export interface NodeResult {
	items: INodeExecutionData[];
	/** The second output, with On Error set to an error output. */
	errorItems: INodeExecutionData[];
	error?: Error & {
		description?: string | null;
		httpCode?: string | null;
		context?: IDataObject;
		failure?: IDataObject;
	};
	/** The hints of the node. */
	hints: string[];
	/** Everything about the execution that n8n would store. */
	stored: string;
}

/** Values that n8n requires and no test uses. */
const ADDRESSES = {
	restApiUrl: 'http://127.0.0.1:1',
	instanceBaseUrl: 'http://127.0.0.1:1',
	formWaitingBaseUrl: 'http://127.0.0.1:1',
	webhookBaseUrl: 'http://127.0.0.1:1',
	webhookWaitingBaseUrl: 'http://127.0.0.1:1',
	webhookTestBaseUrl: 'http://127.0.0.1:1',
};

export function additionalData(
	credentialStore: TestCredentials,
	hooks: ExecutionLifecycleHooks,
): IWorkflowExecuteAdditionalData {
	return Object.assign(
		stub<IWorkflowExecuteAdditionalData>({
			hooks,
			...ADDRESSES,
			currentNodeExecutionIndex: 0,
			variables: {},
			executionTimeoutTimestamp: undefined,
			setExecutionStatus: () => undefined,
			sendDataToUI: () => undefined,
			logAiEvent: () => undefined,
		}),
		// A class with private members is given as a whole.
		{ credentialsHelper: credentialStore },
	);
}

/** The node before the one under test, from which the items come. */
const BEFORE = anyNode({ id: 'before', name: 'Before', type: 'before' });

/** A workflow of a node, with one before it. */
export function workflowOf(node: INode, type: INodeType, timezone = 'UTC'): Workflow {
	const types: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	return new Workflow({
		id: 'test-workflow',
		name: 'Test',
		nodes: [BEFORE, node],
		connections: { Before: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1', timezone },
	});
}

/**
 * Calls a node as an agent calls its tools: one call after the other, each with its own input, all
 * with the same execution data of the agent.
 */
export async function callAsTool(
	run: Omit<NodeRun, 'items'>,
	inputs: INodeExecutionData[],
): Promise<Array<INodeExecutionData[] | Error>> {
	const type = throughRouting(nodeTypes[run.node]!);
	const node: INode = {
		id: 'tool',
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: run.parameters as INode['parameters'],
		credentials: run.credentials,
	};
	const workflow = workflowOf(node, type);
	const hooks = new ExecutionLifecycleHooks(
		'manual',
		'1',
		stub<IWorkflowBase>({ nodes: [node], connections: {} }),
	);
	const data = createRunExecutionData({});
	const shared = { node, data: { main: [[]] }, source: null };
	const results: Array<INodeExecutionData[] | Error> = [];
	for (const input of inputs) {
		const context = new ExecuteContext(
			workflow,
			node,
			additionalData(run.credentialStore, hooks),
			'manual',
			data,
			0,
			[input],
			{ main: [[input]] },
			shared,
			[],
		);
		const result = await new RoutingNode(context, type)
			.runNode()
			.catch((error: unknown) => error as Error);
		results.push(result instanceof Error ? result : (result?.[0] ?? []));
	}
	return results;
}

/** n8n's execution, which reports each retry. */
class Execution extends WorkflowExecute {
	betweenTries?: () => unknown;
	private tries = 0;

	override async runNode(...op: Parameters<WorkflowExecute['runNode']>) {
		if (this.tries++ > 0) await this.betweenTries?.();
		return await super.runNode(...op);
	}
}

/** Runs one node over its items, as n8n runs it in a workflow. */
export async function runNode(run: NodeRun): Promise<NodeResult> {
	const declared = nodeTypes[run.node]!;
	const type =
		run.entryPoint === 'tool'
			? throughRouting(declared)
			: run.entryPoint === 'agent'
				? throughWorkflow(declared)
				: declared;
	const node: INode = {
		id: randomUUID(),
		name: 'Node',
		type: type.description.name,
		typeVersion: run.typeVersion ?? 1,
		position: [0, 0],
		// As a tool: a person has allowed destructive operations.
		parameters: { ...(run.entryPoint === 'tool' ? { allowAsTool: true } : {}), ...run.parameters },
		credentials: run.credentials,
		onError: run.onError,
		// n8n waits by its own clock, and takes 0 as its default of one second.
		...(run.maxTries && run.maxTries > 1
			? { retryOnFail: true, maxTries: run.maxTries, waitBetweenTries: 1 }
			: {}),
	};
	const workflow = workflowOf(node, type, run.timezone);
	const items = run.items ?? [{ json: {} }];
	const hooks = new ExecutionLifecycleHooks(
		'manual',
		'1',
		stub<IWorkflowBase>({ nodes: [node], connections: {} }),
	);
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{ node, data: { main: [items] }, source: { main: [{ previousNode: 'Before' }] } },
			],
		},
		resultData: {
			runData: {
				Before: [
					{
						startTime: 0,
						executionTime: 0,
						executionIndex: 0,
						source: [],
						data: { main: [items] },
					},
				],
			},
		},
	});
	const execute = new Execution(additionalData(run.credentialStore, hooks), 'manual', data);
	execute.betweenTries = run.betweenTries;
	const running = execute.processRunExecutionData(workflow);
	run.signal?.addEventListener('abort', () => running.cancel(), { once: true });
	const result = await running;
	const taken = result.data.resultData.runData.Node?.at(-1);
	return {
		items: taken?.data?.main?.[0] ?? [],
		errorItems: taken?.data?.main?.[1] ?? [],
		error: (taken?.error ?? result.data.resultData.error) as NodeResult['error'],
		hints: taken?.hints?.map(({ message }) => message) ?? [],
		stored: JSON.stringify(result),
	};
}
