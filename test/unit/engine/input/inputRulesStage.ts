/** What leaves for given parameters, for the tests of how a request is built. */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { BadInput } from '../../../../nodes/shared/declare/badInput';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, list, milliseconds, text } from '../../../../nodes/shared/declare/fields';
import { type Operation, type RequestOperation } from '../../../../nodes/shared/declare/operation';
import { assemble } from '../../../../nodes/shared/engine/input/assemble';
import { readParameters } from '../../../../nodes/shared/engine/input/readParameters';
import { buildRequest } from '../../../../nodes/shared/transport/request/wire';

export const reported = { action: 'Do it', description: 'Does it' };

/** The input of an operation, of parameters that a person gives. */
export const readAll = (declared: Operation, parameters: IDataObject) =>
	assemble(
		declared,
		readParameters(
			declared,
			{ value: (name) => parameters[name] ?? null, entered: (name) => parameters[name] },
			{ timezone: 'UTC' },
		),
	);

/** What leaves for these parameters, or the words of the refusal. */
export function sent(declared: RequestOperation, parameters: IDataObject) {
	try {
		const { method, url, body } = buildRequest(declared, readAll(declared, parameters));
		return `${method} ${url}${body === undefined ? '' : ` ${typeof body === 'string' ? body : 'an upload'}`}`;
	} catch (error) {
		if (!(error instanceof BadInput)) throw error;
		return `${error.field}: ${error.message}`;
	}
}

/** An operation with IDs in its path, and with filters. */
export const get = operation('GET /things/{thingId}/parts/{partId}', {
	name: 'Get',
	...reported,
	path: { thingId: id('A thing'), partId: id('A part') },
	query: {
		ids: list('IDs').optional(),
		from: milliseconds('From').optional(),
		q: text('Q').optional(),
	},
	answers: record(undefined),
});
