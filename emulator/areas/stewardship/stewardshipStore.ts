/** Data models, campaigns with their tasks, and semantic types. */
import { Refusal } from '../../refusals';
import { stateEntry, store } from '../../state/store';

export interface ModelField {
	name: string;
	type: string;
	displayName?: string;
	description?: string;
	required?: boolean;
	constraints?: unknown[];
}

/** Its ID is its technical name. */
export interface DataModel {
	id: string;
	displayName: string;
	description?: string;
	fields: ModelField[];
	version: number;
	createdAt: number;
	changedAt: number;
	by: string;
}

export interface WorkflowState {
	name: string;
	label?: string;
	transitions?: Array<{ name: string; targetStateName: string }>;
}

/** Its ID here is its technical name. */
export interface Campaign {
	id: string;
	/** The ID that the platform shows, but with which nothing can be found. */
	number: string;
	label: string;
	description?: string;
	owners: string[];
	taskType: string;
	schemaRef: { namespace: string; name: string; version: number; displayName?: string };
	taskResolutionDelay?: { value: number; unit: string };
	workflow: { name?: string; states: WorkflowState[] };
	participants: Record<string, string[]>;
	createdAt: number;
	changedAt: number;
	by: string;
}

export interface Task {
	id: string;
	campaign: string;
	type: string;
	assignee?: string;
	record: Record<string, unknown>;
	createdAt: number;
	/** The fields whose values are invalid. */
	invalid: string[];
	/**
	 * The state that somebody has moved it to, and when. Otherwise, a task that is assigned to
	 * somebody is resolved after a while.
	 */
	moved?: { to: string; at: number };
}

/** A semantic type in the sandbox, in a draft, or published. */
export interface SemanticType {
	id: string;
	state: 'SANDBOX' | 'DRAFT' | 'PUBLISHED';
	content: Record<string, unknown>;
	values: string[][];
	createdAt: number;
	changedAt: number;
	/** When its draft is saved. */
	savedAt?: number;
	publishedAt?: number;
	by: string;
}

/** How long it takes until an assigned task is resolved. */
export const RESOLVES_AFTER_MS = 90_000;

export const dataModels = store<DataModel>({ name: 'Data model', idForm: 'objectId' });
export const campaigns = store<Campaign>({ name: 'Campaign', idForm: 'objectId' });
export const tasks = store<Task>({ name: 'Task', idForm: 'objectId' });
export const semanticTypes = store<SemanticType>({ name: 'Semantic type', idForm: 'objectId' });

/** How many requests created tasks, and how many tasks each. */
export const loadsOf = stateEntry<number[]>('taskLoads', () => []);

/**
 * A refusal of the service of data models, in the form that it uses (docs/platform/interface.md,
 * "The other applications").
 */
export const modelRefusal = (message: string): Refusal =>
	new Refusal(400, message, { code: message });
