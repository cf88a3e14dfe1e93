/** *Promote and Wait*. */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { otherIdIn } from '../../../shared/declare/derived/recordId';
import { boolean, integer } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import type { Answer } from '../../../shared/declare/runtime/exchange';
import { firstSentences } from '../../../shared/flows/resultsInWords';
import { awaitEnd } from '../../../shared/flows/wait/awaitEnd';
import { WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { noteEnd } from '../../../shared/support/errorNotes';
import { isObject, isText, objectIn, withoutEmptyValues } from '../../../shared/support/json';
import {
	failureLine,
	objectsOf,
	promotedInWords,
	type PromotedObject,
} from '../../../TalendCloudOrchestration/resources/promotion/promotionReport';
import {
	keepSettings,
	scopeSettings,
} from '../../../TalendCloudOrchestration/resources/promotion/promotionScope';
import {
	analysisBody,
	analyze,
	promotionField,
} from '../../../TalendCloudOrchestration/resources/promotion/requests';
import { READS_OF_TARGETS, TARGET_MESSAGES, withTargets } from './promotionTargets';
import {
	endOfPromotion,
	executionIdIn,
	get,
	HOW_TO_FIND_PROMOTION,
	NO_UNDO,
	start,
	START_WITHOUT_ID,
	startBody,
	STATUS,
} from './requests';

const NO_ID = problem(
	START_WITHOUT_ID,
	`The node cannot tell how it ends. ${HOW_TO_FIND_PROMOTION}`,
);

const WOULD_FAIL = problem(
	'Nothing was promoted: {objects} would fail',
	'{reasons} Correct these, then promote again.',
);

const FAILED_PROMOTION = problem(
	'The promotion failed{reason}',
	'Execution {executionId}. {reasons}Objects that were promoted before stay promoted: this cannot be undone. To output the objects instead, turn off "Fail When the Promotion Fails".',
);

/** The error before a promotion in which objects would fail: it lists them. */
function wouldFail(
	op: OperationContext<typeof WOULD_FAIL>,
	failing: readonly PromotedObject[],
): Error {
	const lines = failing.map(failureLine);
	const objects = `${failing.length} ${failing.length === 1 ? 'object' : 'objects'}`;
	return op.problem(
		WOULD_FAIL,
		{ objects, reasons: firstSentences(lines.map((line) => `${line}.`)) },
		lines,
	);
}

export const promoteAndWait = flow({
	name: 'Promote and Wait',
	action: 'Run a promotion irreversibly and wait until it finishes',
	description:
		'Analyze a promotion and stop if something would fail. Otherwise promote, wait, and return the result for each object. This cannot be undone, and overwrites run profiles and resources in the target unless you keep them.',
	destructive: true,
	notice: NO_UNDO,
	fields: { executable: promotionField() },
	settings: {
		...scopeSettings,
		analyzeFirst: boolean(
			'Whether to analyze first, and to promote nothing if an object would fail',
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
			'Whether to check the tasks and connections in the target afterwards, and list the remaining steps',
		)
			.label('Check Targets')
			.initial(true),
		...keepSettings,
	},
	uses: [analyze, start, get, ...READS_OF_TARGETS],
	messages: [WOULD_FAIL, FAILED_PROMOTION, NO_ID, ...WAIT_MESSAGES, ...TARGET_MESSAGES],
	patient: true,
	answers: record(STATUS, { requiredFields: ['executionId'] }),
	run: async (op, input) => {
		const { executable, timeLimit, failOnFailure, checkTargets } = input;
		// Two executions of one promotion at the same time would overwrite each other's results.
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
			const ended = {
				executionId: executionId ?? last.executionId,
				outcome: endOfPromotion(last)!,
			};
			if (ended.outcome === 'failed' && failOnFailure)
				throw promotionFailed(op, last, objects, ended);
			if (objects.length === 0) return [{ json: { ...ended, status: last.status } }];
			const shown = checkTargets ? await withTargets(op, objects) : objects;
			return shown.map((promoted) => ({
				json: { ...ended, ...promoted, summary: promotedInWords(promoted, 'promotionReport') },
			}));
		});
	},
});

/** What the promotion keeps in the target, for the request. */
const keptIn = ({ keepTargetRunProfiles, keepTargetResources, context }: IDataObject) =>
	withoutEmptyValues({ keepTargetRunProfiles, keepTargetResources, context });

/** @throws if the analysis says that an object would fail */
async function analyzeBefore(
	op: OperationContext<typeof WOULD_FAIL>,
	promotionId: string,
	settings: IDataObject,
): Promise<void> {
	// The analysis is made only once: in a later try, it is meaningless, because the promotion may
	// already be in progress.
	const { body } = await op.once(
		'analysis',
		async () =>
			await op.sendValues(analyze, {
				promotionId,
				...analysisBody(keptIn(settings), settings),
			}),
	);
	const failing = objectsOf(isObject(body) ? body : {}, 'analyzeReport').filter(
		({ fails }) => fails,
	);
	if (failing.length > 0) throw wouldFail(op, failing);
}

/** The report in the response to a start, if the promotion had already ended then. */
function finalReport({ body }: Answer, executionId: string | undefined): IDataObject | undefined {
	const report = isObject(body) ? body.executionReport : undefined;
	if (!isObject(report) || !endOfPromotion(report)) return undefined;
	const isOfAnother =
		executionId !== undefined && otherIdIn(report, 'executionId', executionId) !== undefined;
	return isOfAnother ? undefined : report;
}

function promotionFailed(
	op: OperationContext<typeof FAILED_PROMOTION>,
	{ statusMessage }: IDataObject,
	objects: readonly PromotedObject[],
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
	return noteEnd(op.problem(FAILED_PROMOTION, values, lines), { executionId });
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
		hasEnded: (state) => endOfPromotion(state) !== undefined,
		timeLimitMinutes: timeLimit,
	});
}
