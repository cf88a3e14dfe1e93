/**
 * "May it have been done?" has one answer, whoever asks: what is repeated, what is looked for, and
 * what the message says.
 */
import type { INode } from 'n8n-workflow';

import { nothing } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import type { Failure } from '../../../nodes/shared/declare/exchange';
import { explain } from '../../../nodes/shared/transport/errors';
import {
	type Fate,
	fateOf,
	isRepeatable,
	lostResponseOf,
	markLostResponse,
} from '../../../nodes/shared/transport/fate';

const credential = { message: 'Refused', description: 'Check it', isFinal: false };

test.each<[Failure, Fate, boolean, boolean]>([
	// What is known, what became of it, and whether a start and a read may be sent again.
	[{ status: 400 }, 'refused', false, false],
	[{ status: 401 }, 'refused', false, false],
	[{ status: 404 }, 'refused', false, false],
	[{ status: 408 }, 'maybeDone', false, true],
	[{ status: 429 }, 'busy', true, true],
	[{ status: 500 }, 'maybeDone', false, true],
	[{ status: 501 }, 'refused', false, false],
	[{ status: 502 }, 'maybeDone', false, true],
	[{ status: 503 }, 'maybeDone', false, true],
	[{ status: 504 }, 'maybeDone', false, true],
	[{ status: 505 }, 'refused', false, false],
	[{ status: 599 }, 'maybeDone', false, false],
	[{ status: 200, body: '<html>Busy</html>' }, 'maybeDone', false, false],
	[{ status: 201, body: '<html>Busy</html>' }, 'maybeDone', false, false],
	[{ status: 302 }, 'refused', false, false],
	[{ status: 200, invalid: 'Talend Cloud returned a list' }, 'maybeDone', false, false],
	[{ fault: 'ECONNREFUSED' }, 'notSent', true, true],
	[{ fault: 'ECONNRESET' }, 'maybeDone', false, true],
	[{ fault: 'ECONNRESET', notSent: true }, 'notSent', true, true],
	[{ fault: 'CERT_HAS_EXPIRED', notSent: true }, 'notSent', false, false],
	[{ n8nMessage: 'Nobody knows' }, 'maybeDone', false, false],
	[{ credential }, 'notSent', true, true],
	[{ credential, status: 401 }, 'notSent', false, false],
	[{ credential: { ...credential, isFinal: true } }, 'notSent', false, false],
	[{ credential, status: 503 }, 'notSent', true, true],
])('the fate of a failure with %j is %s', (refused, fate, start, read) => {
	expect(fateOf(refused)).toBe(fate);
	expect([isRepeatable('once', refused), isRepeatable('read', refused)]).toEqual([start, read]);
});

const start = operation('POST /runs', {
	name: 'Run',
	action: 'Run it',
	description: 'Runs it',
	effect: 'once',
	refusals: { 500: 'It may be too large.' },
	answers: nothing(),
});

test('the message says that it may have succeeded wherever a start counts as lost, and nowhere else', () => {
	const wrong: number[] = [];
	for (let status = 400; status < 600; status++) {
		const error = markLostResponse(
			explain({ status }, { node: {} as INode, operation: start }),
			'once',
			{
				status,
			},
		);
		const isSaid = /The request may have succeeded/.test(error.description ?? '');
		if (isSaid !== (lostResponseOf(error) !== undefined)) wrong.push(status);
	}
	expect(wrong).toEqual([]);
});

test('the text that an operation declares for a status is added to the remark that it may have succeeded', () => {
	const { description } = explain({ status: 500 }, { node: {} as INode, operation: start });
	expect(description).toMatch(
		/^It may be too large\. The request may have succeeded\. Check before retrying\./,
	);
});
