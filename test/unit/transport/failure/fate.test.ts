/**
 * "May it have been done?" has one answer, whoever asks: what is repeated, what is looked for, and
 * what the message says.
 */
import type { INode } from 'n8n-workflow';

import { nothing } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import type { Failure } from '../../../../nodes/shared/declare/runtime/exchange';
import { failureError } from '../../../../nodes/shared/transport/failure/failureError';
import {
	type Fate,
	fateOf,
	isRepeatable,
	lostResponseOf,
	markLostResponse,
} from '../../../../nodes/shared/transport/failure/fate';

const credential = { message: 'Refused', description: 'Check it', isFinal: false };

/** Which requests may be sent again, in the words of a title. */
const REPEATS = {
	nothing: 'no request',
	harmless: 'only a request that may be sent twice',
	all: 'any request',
};
type Repeats = keyof typeof REPEATS;

describe.each<{ of: Failure; fate: Fate; repeats: Repeats }>([
	{ of: { status: 400 }, fate: 'refused', repeats: 'nothing' },
	{ of: { status: 401 }, fate: 'refused', repeats: 'nothing' },
	{ of: { status: 404 }, fate: 'refused', repeats: 'nothing' },
	{ of: { status: 408 }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { status: 425 }, fate: 'refused', repeats: 'all' },
	{ of: { status: 429 }, fate: 'busy', repeats: 'all' },
	{ of: { status: 500 }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { status: 501 }, fate: 'refused', repeats: 'nothing' },
	{ of: { status: 502 }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { status: 503 }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { status: 504 }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { status: 505 }, fate: 'refused', repeats: 'nothing' },
	{ of: { status: 511 }, fate: 'maybeDone', repeats: 'nothing' },
	{ of: { status: 599 }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { status: 200, body: '<html>Busy</html>' }, fate: 'maybeDone', repeats: 'nothing' },
	{ of: { status: 201, body: '<html>Busy</html>' }, fate: 'maybeDone', repeats: 'nothing' },
	{ of: { status: 302 }, fate: 'refused', repeats: 'nothing' },
	{
		of: { status: 200, invalid: 'Talend Cloud returned a list' },
		fate: 'maybeDone',
		repeats: 'nothing',
	},
	{ of: { fault: 'ECONNREFUSED' }, fate: 'notSent', repeats: 'all' },
	{ of: { fault: 'ECONNRESET' }, fate: 'maybeDone', repeats: 'harmless' },
	{ of: { fault: 'ECONNRESET', notSent: true }, fate: 'notSent', repeats: 'all' },
	{ of: { fault: 'CERT_HAS_EXPIRED', notSent: true }, fate: 'notSent', repeats: 'nothing' },
	{ of: { n8nMessage: 'Nobody knows' }, fate: 'maybeDone', repeats: 'nothing' },
	{ of: { signInFailure: credential }, fate: 'notSent', repeats: 'all' },
	{ of: { signInFailure: credential, status: 401 }, fate: 'notSent', repeats: 'nothing' },
	{ of: { signInFailure: { ...credential, isFinal: true } }, fate: 'notSent', repeats: 'nothing' },
	{ of: { signInFailure: credential, status: 503 }, fate: 'notSent', repeats: 'all' },
])('a failure with $of', ({ of: failure, fate, repeats }) => {
	test(`the fate is ${fate}`, () => {
		expect(fateOf(failure)).toBe(fate);
	});

	test(`${REPEATS[repeats]} can be sent again`, () => {
		expect({
			start: isRepeatable('start', failure),
			write: isRepeatable('write', failure),
			read: isRepeatable('read', failure),
		}).toEqual({
			start: repeats === 'all',
			write: repeats !== 'nothing',
			read: repeats !== 'nothing',
		});
	});
});

const start = operation('POST /runs', {
	name: 'Run',
	action: 'Run it',
	description: 'Runs it',
	effect: 'start',
	refusals: { 500: 'It may be too large.' },
	answers: nothing(),
});

test('the message says that a start may have succeeded only if the start counts as lost', () => {
	const wrong: number[] = [];
	for (let status = 400; status < 600; status++) {
		const error = markLostResponse(
			failureError({ status }, { node: {} as INode, operation: start }),
			'start',
			{ status },
			0,
		);
		const isSaid = /The request may have succeeded/.test(error.description ?? '');
		if (isSaid !== (lostResponseOf(error) !== undefined)) wrong.push(status);
	}
	expect(wrong).toEqual([]);
});

test('the declared text for a status is added to the remark that it may have succeeded', () => {
	const { description } = failureError({ status: 500 }, { node: {} as INode, operation: start });
	expect(description).toMatch(
		/^It may be too large\. The request may have succeeded\. Check before retrying\./,
	);
});
