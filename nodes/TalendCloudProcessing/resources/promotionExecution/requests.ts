import type { IDataObject } from 'n8n-workflow';

import { readExecutable } from '../../../records/executions/executableNames';
import { type Output, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { choice, id, object } from '../../../shared/declare/fields';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { type Input, withBody } from '../../../shared/declare/runtime/context';
import type { Answer } from '../../../shared/declare/runtime/exchange';
import { idText, isObject, objectIn } from '../../../shared/support/json';
import {
	reasonWords,
	sentence,
	subjectWords,
	timeWords,
} from '../../../shared/support/text/summary';
import {
	keepSettings,
	scopeOf,
	scopeSettings,
} from '../../../TalendCloudOrchestration/resources/promotion/promotionScope';
import {
	getPromotion,
	promotionField,
} from '../../../TalendCloudOrchestration/resources/promotion/requests';

const EXECUTE = 'TMC_PROMOTION_EXECUTION';

export const NO_UNDO =
	'This cannot be undone. Run profiles and resources of the target are overwritten unless you keep them.';

export const HOW_TO_FIND_PROMOTION =
	'Before you start it again, look for it: Talend Management Console shows it under Promotions, and the audit log has it with its reason.';

export const START_WITHOUT_ID =
	'The promotion was started, but Talend Cloud returned no ID to follow it by';

const NOT_FOLLOWED = hint(`${START_WITHOUT_ID}. ${HOW_TO_FIND_PROMOTION}`);

export const STATUS = 'vendor:processing/PromotionExecutionStatusV26';

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

export const get = operation('GET /processing/executions/promotions/{executionId}', {
	name: 'Get',
	action: 'Get a promotion execution',
	description: 'Get the progress of a promotion and the results for its objects',
	origin: FROM_VENDOR,
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
		const { promotionId, statusMessage, startTimestamp, finishTimestamp } = json;
		const { name } =
			typeof promotionId === 'string' ? await readExecutable(op, getPromotion, promotionId) : {};
		const outcome = endOfPromotion(json);
		const summary = sentence(
			`Promotion ${subjectWords({ noun: '', id: promotionId ?? json.executionId, name })}`,
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
 * The ID with which an execution can be followed. Responses have it in different places, and a 202
 * may have none.
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

/** The body of a start. The scope has another name there than in an analysis. */
export function startBody(body: IDataObject, settings: IDataObject): IDataObject {
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

export const start = operation('POST /processing/executions/promotions', {
	name: 'Start',
	action: 'Start a promotion irreversibly',
	description:
		'Promote from the source to the target environment and continue immediately. This cannot be undone, and overwrites run profiles and resources in the target unless you keep them.',
	destructive: true,
	notice: NO_UNDO,
	origin: FROM_VENDOR,
	permissions: EXECUTE,
	slow: true,
	body: {
		executable: promotionField(),
		...keepSettings,
		advanced: object('Scope of the promotion', {
			artifactId: id('What to promote from the source environment'),
			artifactType: choice('Type of that object', ['WORKSPACE', 'PLAN', 'FLOW', 'ACTION']),
		})
			.optional()
			.derived(),
	},
	settings: scopeSettings,
	refusals: {
		501: 'Talend Cloud refused to promote because it found something that would not work. Nothing was changed. To see what, use Talend Cloud Orchestration → Promotion → Analyze.',
	},
	answers: record('vendor:processing/Execution', { requiredFields: ['executionId'], begins: true }),
	messages: [NOT_FOLLOWED],
	perform: startPromotion,
});

/** The states that are final. With any other state, waiting continues. */
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

export const endOfPromotion = ({ status }: IDataObject) => {
	const plain = String(status).trim().toUpperCase();
	return Object.hasOwn(ENDS, plain) ? ENDS[plain] : undefined;
};
