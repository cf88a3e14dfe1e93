/** The answers of a recording, each with its operation. */
import { keyOf } from '../../nodes/shared/declare/define';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { judgeResponse } from '../../nodes/shared/transport/response/answer';
import { withoutVariableNames } from '../../platform/descriptions/interfaceDocuments';
import { everyOperation, fullPlaceInWords, neededFor } from '../../platform/operations';
import type { Recorded, Recording } from '../../platform/recording/recording';
import { Synthesis, syntheticText } from '../../platform/recording/synthetic';

/** Where a user of n8n meets an operation. */
export interface Place {
	/** "Talend Cloud Administration → User → Get Many". */
	name: string;
	operation: RequestOperation;
	/** "GET /account/users". */
	key: string;
}

/** Where each request is found in n8n; the first place if there are several. */
export const placeOf = new Map(
	everyOperation
		.flatMap(({ operation, ...where }): Place[] =>
			operation.kind === 'request'
				? [{ name: fullPlaceInWords({ ...where, operation }), operation, key: keyOf(operation) }]
				: [],
		)
		.map((place): [string, Place] => [withoutVariableNames(place.key), place])
		// Of several entries with one key, a map keeps the last one.
		.reverse(),
);

/** An answer of a recording, with its operation. */
export interface Given {
	place: Place;
	recorded: Recorded;
}

/**
 * All answers, in the order of the nodes; operations that this version does not know are left out.
 */
export const givenIn = ({ operations }: Recording): Given[] =>
	Object.entries(operations).flatMap(([key, { answers }]) => {
		const place = placeOf.get(withoutVariableNames(key));
		return place ? answers.map((recorded) => ({ place, recorded })) : [];
	});

/** How many equal responses are compared, because fields can be missing in some of them. */
const SAMPLES = 4;

/**
 * Why the node refuses a response with a success status, in the words of the node; undefined if it
 * does not.
 */
export function whyUnusable({ place: { operation }, recorded }: Given): string | undefined {
	if (!isSuccess(recorded.status)) return undefined;
	const synthesis = new Synthesis();
	const headers = Object.fromEntries(
		Object.entries(recorded.headers ?? {}).flatMap(([name, value]) =>
			value === null ? [] : [[name, value]],
		),
	);
	for (let index = 0; index < Math.min(recorded.seen, SAMPLES); index++) {
		const body = syntheticText(recorded, (shape) => synthesis.value(shape, index));
		const { failure } = judgeResponse(operation, { status: recorded.status!, headers, body });
		if (failure) return failure.invalid ?? 'Talend Cloud returned a web page';
	}
	return undefined;
}

/** The permission that an operation needs, in words. */
export const permissionOf = ({ place: { operation } }: Given): string =>
	operation.whyPersonOnly
		? 'a personal access token'
		: neededFor(operation).known.join('; and ') || 'a permission that no source names';
