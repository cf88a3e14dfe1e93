/**
 * A node, and operations that a platform refuses.
 */
import { record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { anyNode } from '../../../support/anyNode';

export const node = anyNode();

export const reported = { name: 'X', action: 'X', description: 'X', answers: record(undefined) };

export const read = operation('GET /x', reported);

export const start = operation('POST /x', {
	...reported,
	permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
	refusals: { 405: 'It is paused. Resume it.' },
});
