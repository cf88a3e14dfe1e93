/**
 * A node, and operations that a platform refuses.
 */
import type { INode } from 'n8n-workflow';

import { record } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';

export const node: INode = {
	id: '1',
	name: 'Node',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

export const reported = { name: 'X', action: 'X', description: 'X', answers: record(undefined) };

export const read = operation('GET /x', reported);

export const start = operation('POST /x', {
	...reported,
	permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
	refusals: { 405: 'It is paused. Resume it.' },
});
