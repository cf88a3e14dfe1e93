/**
 * Reads from the report of a promotion what it does, or would do, to each object. The report is
 * grouped by workspace, engine and cluster.
 */
import type { IDataObject } from 'n8n-workflow';

import { objectIn, objectsIn, textsIn } from '../../../shared/support/json';
import { isAbsent } from '../../../shared/support/nothing';
import { reasonWords, sentence, subjectWords } from '../../../shared/support/text/summary';

/** One object of a promotion. */
export interface PromotedObject extends IDataObject {
	type: string;
	name?: string;
	/** The ID of the object in the source. */
	id?: string;
	targetId?: string;
	/** The name of its workspace. */
	workspace?: string;
	/** CREATED, REPLACED, REUSED, SKIPPED or FAILED. */
	verdict?: string;
	fails: boolean;
	messages: IDataObject[];
}

/**
 * The lists of objects in a report, and the type of their entries if they do not give it
 * themselves.
 */
const PARTS: Readonly<Record<string, string>> = {
	workspaces: 'WORKSPACE',
	plans: 'PLAN',
	flows: 'FLOW',
	actions: 'ACTION',
	versions: 'ACTION',
	connections: 'CONNECTION',
	resources: 'RESOURCE',
	engines: 'ENGINE',
	clusters: 'CLUSTER',
	runProfiles: 'RUN_PROFILE',
};

/**
 * All objects of a report.
 * @param which the part of the report: that of the dry run, or that of the execution
 */
export function objectsOf(
	report: IDataObject,
	which: 'analyzeReport' | 'promotionReport',
): PromotedObject[] {
	const byKey = new Map<string, PromotedObject>();
	const visit = (around: IDataObject, workspace: string | undefined) => {
		for (const [part, type] of Object.entries(PARTS))
			for (const entry of objectsIn(around[part])) {
				const object = asPromoted(entry, type, which);
				if (workspace !== undefined && type !== 'WORKSPACE') object.workspace = workspace;
				// An object that several workspaces use is listed in each of them, with the same ID.
				// Different objects may have the same name.
				const key = JSON.stringify([
					object.type,
					object.id ?? [object.name, object.workspace],
					object.version,
					object.verdict,
				]);
				if (!byKey.has(key)) byKey.set(key, object);
				visit(entry, type === 'WORKSPACE' ? String(entry.name ?? entry.id) : workspace);
			}
	};
	visit(report, undefined);
	const objects = [...byKey.values()];
	const overallFailure = failureOfWhole(report);
	return overallFailure && !objects.some(({ fails }) => fails)
		? [overallFailure, ...objects]
		: objects;
}

function asPromoted(
	each: IDataObject,
	type: string,
	which: 'analyzeReport' | 'promotionReport',
): PromotedObject {
	const { status, messages } = objectIn(each[which]);
	const mentioned = objectsIn(messages);
	const { name, id, targetId, version, targetVersion, jobType } = each;
	const reported = {
		type: String(each.type ?? type),
		name,
		id,
		targetId,
		version,
		targetVersion,
		jobType,
		verdict: status,
	};
	return {
		...(Object.fromEntries(Object.entries(reported).filter(([, value]) => !isAbsent(value))) as {
			type: string;
		}),
		fails: status === 'FAILED' || mentioned.some(({ level }) => level === 'ERROR'),
		messages: mentioned,
	};
}

/** A failure of the promotion as a whole, which no object may mention. */
function failureOfWhole({
	status,
	defective,
	promotionId,
	statusMessage,
}: IDataObject): PromotedObject | undefined {
	if (status !== 'PROMOTION_FAILED' && defective !== true) return undefined;
	return {
		type: 'PROMOTION',
		...(typeof promotionId === 'string' ? { id: promotionId } : {}),
		verdict: 'FAILED',
		fails: true,
		messages: typeof statusMessage === 'string' ? [{ level: 'ERROR', info: statusMessage }] : [],
	};
}

/** A line of text about an object that fails. */
export function failureLine({ type, name, id, workspace, messages }: PromotedObject): string {
	const reasons = textsIn(
		messages.filter(({ level }) => level === 'ERROR').map(({ info }) => info),
	).filter((reason) => reason !== '');
	return `${nounOf(type)} ${name ?? id ?? ''}${workspace === undefined ? '' : ` in ${workspace}`}: ${reasons.join('; ') || 'no reason given'}`;
}

/** The words for each verdict: in an analysis, and after a promotion. */
const BECOMES: ReadonlyMap<unknown, readonly [string, string]> = new Map([
	['CREATED', ['would be created', 'was created']],
	['REPLACED', ['would be replaced', 'was replaced']],
	['REUSED', ['would be reused', 'was reused']],
	['SKIPPED', ['would be skipped', 'was skipped']],
	['FAILED', ['would fail', 'failed']],
]);

/** "Task Load orders (Finance) was replaced", "Connection Warehouse would fail: no password". */
export function promotedInWords(
	object: PromotedObject,
	which: 'analyzeReport' | 'promotionReport',
) {
	const { type, name, id, workspace, verdict, fails, messages } = object;
	const noun = nounOf(type);
	const subject = { noun, name: name === undefined ? undefined : `${noun} ${name}`, id };
	const [would, did] = BECOMES.get(fails ? 'FAILED' : verdict) ?? [];
	return sentence(
		subjectWords({ ...subject, workspaceName: workspace }),
		[which === 'analyzeReport' ? would : did],
		messages.map(({ info }) => reasonWords(info)),
	);
}

/** The types of objects in words. */
const WORDS: Readonly<Record<string, string>> = {
	PROMOTION: 'Promotion',
	WORKSPACE: 'Workspace',
	PLAN: 'Plan',
	FLOW: 'Task',
	ACTION: 'Artifact',
	CONNECTION: 'Connection',
	RESOURCE: 'Resource',
	ENGINE: 'Engine',
	CLUSTER: 'Cluster',
	FOLDER: 'Folder',
	RUN_PROFILE: 'Run profile',
};

const nounOf = (type: string): string => (Object.hasOwn(WORDS, type) ? WORDS[type]! : type);
