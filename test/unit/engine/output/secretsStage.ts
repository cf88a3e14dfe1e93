/**
 * Operations with secret fields, and others without.
 */
import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { json, list, object, pairs, rows, text } from '../../../../nodes/shared/declare/fields';
import { ANY_TEXTS } from '../../../support/anyTexts';

export const SECRET = 's3cr3t-of-mine';

/** An operation with secret fields at each level: beside others, in an object and in rows. */
export const create = operation('POST /connections', {
	...ANY_TEXTS,
	body: {
		name: text('N'),
		key: text('K').secret().wireName('apiPhrase').optional(),
		login: object('L', { user: text('U'), phrase: text('P').secret() }).optional(),
		parts: rows('R', {
			label: text('L'),
			hidden: text('H').secret().wireName('hiddenPart').optional(),
		}).optional(),
		tags: pairs('T').optional(),
		any: json('A').optional(),
		words: list('W').optional(),
	},
	settings: { pin: text('P').secret().optional() },
	answers: record(undefined),
});

/** An operation without a secret field. */
export const open = operation('GET /open', {
	...ANY_TEXTS,
	query: { q: text('Q').optional(), place: object('P', { x: text('X') }).optional() },
	answers: nothing(),
});
