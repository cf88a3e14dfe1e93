import type { IDataObject } from 'n8n-workflow';

import { readDefinition } from '../../records/executions/names';
import { type Output, record } from '../../shared/declare/answers';
import type { Input } from '../../shared/declare/context';
import { flow, operation, resource } from '../../shared/declare/define';
import type { Answer } from '../../shared/declare/exchange';
import { boolean, choice, id, integer, object, type Values } from '../../shared/declare/field';
import { hint, problem } from '../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { otherIdIn } from '../../shared/declare/recordId';
import { awaitEnd, WAIT_MESSAGES } from '../../shared/flows/wait';
import { withBody } from '../../shared/flows/wholeRecords';
import { noteEnd } from '../../shared/support/errorNotes';
import { idText, isObject, isText, objectIn, withoutEmptyValues } from '../../shared/support/json';
import { named, reasonWords, sentence, timeWords } from '../../shared/support/summary';
import {
	failureLine,
	objectsOf,
	type Promoted,
	promotedInWords,
} from '../../TalendCloudOrchestration/promotions/promotionReport';
import {
	keepSettings,
	scopeOf,
	scopeSettings,
} from '../../TalendCloudOrchestration/promotions/promotionScope';
import {
	analysisBody,
	analyze,
	getPromotion,
	promotionId,
} from '../../TalendCloudOrchestration/resources/promotion';
import { READS_OF_TARGETS, TARGET_MESSAGES, withTargets } from '../promotions/promotionTargets';

const EXECUTE = 'TMC_PROMOTION_EXECUTION';
const NO_UNDO =
	'There is no undo. Run profiles and resources of the target are overwritten unless you choose to keep them.';
const LOOK =
	'Before you start it again, look for it: Talend Management Console shows it under Promotions, and the audit log has it with its reason.';

const STARTED = 'The promotion was started, but the platform returned no ID to follow it by';
const NOT_FOLLOWED = hint(`${STARTED}. ${LOOK}`);
const NO_ID = problem(STARTED, `How it ends is not known here. ${LOOK}`);
const WOULD_FAIL = problem(
	'Nothing was promoted: {objects} would fail',
	'{reasons} Correct these, then promote again.',
);
const FAILED = problem(
	'The promotion failed{reason}',
	'Execution {executionId}. {reasons}Objects that were promoted before stay promoted: there is no undo. To have the objects as output, turn off "Fail When the Promotion Fails".',
);

const STATUS = 'vendor:processing/PromotionExecutionStatusV26';
const simple = [
	'executionId',
	'promotionId',
	'status',
	'summary',
	'statusMessage',
	'startTimestamp',
	'finishTimestamp',
	'userId',
	'defective',
	'keepTargetRunProfiles',
	'keepTargetResources',
] as const;

const get = operation('GET /processing/executions/promotions/{executionId}', {
	name: 'Get',
	action: 'Get a promotion execution',
	description: 'Read the progress of a promotion and the results for its objects',
	extra: FROM_VENDOR,
	path: {
		executionId: id('The execution of the promotion, as returned by Start')
			.label('Execution ID')
			.eg('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
	},
	answers: record(STATUS, { simple, requiredFields: ['executionId'] }),
	perform: readInWords,
});

/** An execution of a promotion, with what happened in one sentence if Simplify is on. */
async function readInWords(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const outputs = await op.request(request, input);
	if (input.settings.simplify !== true) return outputs;
	const inWords = outputs.map(async ({ json }) => {
		const { promotionId: promotion, statusMessage, startTimestamp, finishTimestamp } = json;
		const { name } =
			typeof promotion === 'string' ? await readDefinition(op, getPromotion, promotion) : {};
		const outcome = endOf(json);
		const summary = sentence(
			`Promotion ${named({ noun: '', id: promotion ?? json.executionId, name })}`,
			[
				outcome === undefined ? 'is running; it started' : HOW_IT_ENDED[outcome],
				timeWords((outcome && finishTimestamp) ?? startTimestamp, op.timezone),
			],
			[reasonWords(statusMessage)],
		);
		return { json: { ...json, summary } };
	});
	return await Promise.all(inWords);
}

/**
 * The ID with which an execution can be followed, wherever the response has it; with 202 there may
 * be none.
 */
export function executionIdIn({ body, headers }: Answer): string | undefined {
	const { executionId, executionReport } = (isObject(body) ? body : {}) as {
		executionId?: unknown;
		executionReport?: unknown;
	};
	const inReport = isObject(executionReport) ? executionReport.executionId : undefined;
	const inLocation = headers.location?.split('/promotions/')[1]?.split(/[/?#]/)[0];
	return [executionId, inReport, inLocation].map(idText).find((each) => each !== undefined);
}

/** The body of a start; its name for the scope differs from that of an analysis. */
function startBody(body: IDataObject, settings: IDataObject): IDataObject {
	const scope = scopeOf(settings);
	return scope === undefined
		? body
		: { ...body, advanced: { artifactId: scope.id, artifactType: scope.type } };
}

async function startPromotion(
	op: OperationContext<typeof NOT_FOLLOWED>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const body = startBody(objectIn(input.body), input.settings);
	const answer = await op.send(request, withBody(input, body));
	const executionId = executionIdIn(answer);
	if (executionId === undefined) op.hint(NOT_FOLLOWED);
	return [
		{
			json: {
				started: true,
				...(isObject(answer.body) ? answer.body : {}),
				executionId: executionId ?? null,
			},
		},
	];
}

const start = operation('POST /processing/executions/promotions', {
	name: 'Start',
	action: 'Start a promotion that cannot be undone',
	description:
		'Promote from the source to the target environment and continue immediately; there is no undo, and run profiles and resources of the target are overwritten unless kept',
	destructive: true,
	notice: NO_UNDO,
	extra: FROM_VENDOR,
	permissions: EXECUTE,
	slow: true,
	body: {
		executable: promotionId(),
		...keepSettings,
		advanced: object('How much is promoted', {
			artifactId: id('What to promote from the source environment'),
			artifactType: choice('Type of that object', ['WORKSPACE', 'PLAN', 'FLOW', 'ACTION']),
		})
			.optional()
			.derived(),
	},
	settings: scopeSettings,
	refusals: {
		501: 'The platform refused to promote because it found something that would not work. Analyze the promotion (Talend Cloud Orchestration, Promotion, Analyze) to see what. Nothing was changed.',
	},
	answers: record('vendor:processing/Execution', { requiredFields: ['executionId'], begins: true }),
	messages: [NOT_FOLLOWED],
	perform: startPromotion,
});

/** An unknown state is not final: the wait continues. */
const ENDS: Readonly<Record<string, 'promoted' | 'warning' | 'failed'>> = {
	PROMOTED: 'promoted',
	PROMOTION_WARNING: 'warning',
	PROMOTION_FAILED: 'failed',
};

const HOW_IT_ENDED = {
	promoted: 'succeeded',
	warning: 'ended with warnings',
	failed: 'failed',
};

const endOf = ({ status }: IDataObject) => {
	const plain = String(status).trim().toUpperCase();
	return Object.hasOwn(ENDS, plain) ? ENDS[plain] : undefined;
};

/** @throws with the list of objects that would fail */
function refuseFailing(
	op: OperationContext<typeof WOULD_FAIL>,
	failing: readonly Promoted[],
): never {
	const lines = failing.map(failureLine);
	const more =
		lines.length > 5 ? ` And ${lines.length - 5} more: see the details of this node's output.` : '';
	const objects = `${failing.length} ${failing.length === 1 ? 'object' : 'objects'}`;
	throw op.problem(
		WOULD_FAIL,
		{ objects, reasons: `${lines.slice(0, 5).join('. ')}.${more}` },
		lines,
	);
}

const PROMOTE_AND_WAIT_MESSAGES = [WOULD_FAIL, FAILED, NO_ID, ...WAIT_MESSAGES, ...TARGET_MESSAGES];

const promoteAndWaitFields = { executable: promotionId() };

const promoteAndWaitSettings = {
	...scopeSettings,
	analyzeFirst: boolean(
		'Whether to analyze first, and to promote nothing when an object would fail',
	).initial(true),
	timeLimit: integer('How many minutes to wait for the end of the promotion')
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(60),
	failOnFailure: boolean(
		'Whether the node fails if the promotion does not succeed; when off, its objects are output as usual',
	)
		.label('Fail When the Promotion Fails')
		.initial(true),
	checkTargets: boolean(
		'Whether to look at the tasks and connections of the target afterwards, and to name what is still to be done there',
	)
		.label('Check Targets')
		.initial(true),
	...keepSettings,
};

const promoteAndWait = flow({
	name: 'Promote and Wait',
	action: 'Run a promotion that cannot be undone and wait for its end',
	description:
		'Analyze a promotion and stop with a list if something would fail; otherwise promote, wait, and return the result for each object; there is no undo, and run profiles and resources of the target are overwritten unless kept',
	destructive: true,
	notice: NO_UNDO,
	fields: promoteAndWaitFields,
	settings: promoteAndWaitSettings,
	uses: [analyze, start, get, ...READS_OF_TARGETS],
	messages: PROMOTE_AND_WAIT_MESSAGES,
	patient: true,
	answers: record(STATUS, { requiredFields: ['executionId'] }),
	run: promote,
});

/** The input of *Promote and Wait*. */
type PromoteAndWaitInput = Values<typeof promoteAndWaitFields> &
	Values<typeof promoteAndWaitSettings>;

async function promote(
	op: ContextShowing<typeof PROMOTE_AND_WAIT_MESSAGES>,
	input: PromoteAndWaitInput,
): Promise<Output[]> {
	const { executable, timeLimit, failOnFailure, checkTargets } = input;
	// Two at once of one promotion would promote over each other.
	return await op.serialize(`promotion ${executable}`, async () => {
		if (input.analyzeFirst) await analyzeBefore(op, executable, input);
		const answer = await op.sendValues(start, {
			executable,
			...startBody(keptIn(input), input),
		});
		const executionId = executionIdIn(answer);
		const last =
			finalReport(answer, executionId) ?? (await followPromotion(op, executionId, timeLimit));
		const objects = objectsOf(last, 'promotionReport');
		const ended = { executionId: executionId ?? last.executionId, outcome: endOf(last)! };
		if (ended.outcome === 'failed' && failOnFailure)
			throw promotionFailed(op, last, objects, ended);
		if (objects.length === 0) return [{ json: { ...ended, status: last.status } }];
		const shown = checkTargets ? await withTargets(op, objects) : objects;
		return shown.map((promoted) => ({
			json: { ...ended, ...promoted, summary: promotedInWords(promoted, 'promotionReport') },
		}));
	});
}

/** What of the target is kept. */
const keptIn = ({ keepTargetRunProfiles, keepTargetResources, context }: IDataObject) =>
	withoutEmptyValues({ keepTargetRunProfiles, keepTargetResources, context });

/** @throws if the analysis says that an object would fail */
async function analyzeBefore(
	op: OperationContext<typeof WOULD_FAIL>,
	promotion: string,
	settings: IDataObject,
): Promise<void> {
	// Once: while a promotion that an earlier try started is in progress, an analysis is meaningless.
	const { body } = await op.once(
		'analysis',
		async () =>
			await op.sendValues(analyze, {
				promotionId: promotion,
				...analysisBody(keptIn(settings), settings),
			}),
	);
	const failing = objectsOf(isObject(body) ? body : {}, 'analyzeReport').filter(
		({ fails }) => fails,
	);
	if (failing.length > 0) refuseFailing(op, failing);
}

/** The report in the response of a start, if the promotion ended with it. */
function finalReport({ body }: Answer, executionId: string | undefined): IDataObject | undefined {
	const report = isObject(body) ? body.executionReport : undefined;
	if (!isObject(report) || !endOf(report)) return undefined;
	const isOfAnother =
		executionId !== undefined && otherIdIn(report, 'executionId', executionId) !== undefined;
	return isOfAnother ? undefined : report;
}

function promotionFailed(
	op: OperationContext<typeof FAILED>,
	{ statusMessage }: IDataObject,
	objects: readonly Promoted[],
	{ executionId }: IDataObject,
): Error {
	const lines = objects.filter(({ fails }) => fails).map(failureLine);
	const values = {
		reason: isText(statusMessage) ? `: ${statusMessage}` : '',
		executionId: String(executionId),
		reasons: lines
			.slice(0, 5)
			.map((line) => `${line}. `)
			.join(''),
	};
	return noteEnd(op.problem(FAILED, values, lines), { executionId });
}

async function followPromotion(
	op: ContextShowing<Array<typeof NO_ID> | typeof WAIT_MESSAGES>,
	executionId: string | undefined,
	timeLimit: number,
): Promise<IDataObject> {
	if (executionId === undefined) throw op.problem(NO_ID);
	return await awaitEnd(op, {
		subject: `Promotion execution ${executionId}`,
		id: executionId,
		ids: { executionId },
		read: async () => objectIn((await op.sendValues(get, { executionId })).body),
		idField: 'executionId',
		ended: (state) => endOf(state) !== undefined,
		timeLimit,
	});
}

export const promotionExecution = resource(
	'promotionExecution',
	'Promotion Execution',
	{ promoteAndWait, start, get },
	'An execution of a promotion',
);
